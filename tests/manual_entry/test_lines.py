"""Typed lines of a tournament: read as meant, or reported as a slip."""

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.importing.manual_entry.lines import (
    Newcomer,
    UnreadableLine,
    read_day,
    read_decimal,
    read_first_day,
    read_newcomer,
    read_pairing,
    read_row,
    read_sign,
    read_system,
)
from tests.tables import every

NOBODY: frozenset[str] = frozenset()


def sides(game):
    return game.white, game.white_points, game.black, game.black_points, game.played


def test_a_row_has_a_sign_for_every_later_opponent():
    won, lost, drawn, forfeit = read_row("1 0 = +", row=2, players=6)
    assert sides(won) == ("2", 1.0, "3", 0.0, True)
    assert sides(lost) == ("2", 0.0, "4", 1.0, True)
    assert sides(drawn) == ("2", 0.5, "5", 0.5, True)
    assert sides(forfeit) == ("2", 1.0, "6", 0.0, False)
    assert forfeit.reason == "forfeit"


@every("typed", ["½", "=", "r", "R", "0.5", "0,5", "1/2"])
def test_half_a_point_is_typed_as_on_any_score_sheet(typed):
    assert read_sign(typed) in {"=", "½"}
    with pytest.raises(UnreadableLine, match="is not a result"):
        read_sign(f"{typed}?")


def test_a_game_that_was_not_played_leaves_nothing():
    (game,) = read_row(".-", row=1, players=3)
    assert sides(game) == ("1", 0.0, "3", 1.0, False)


def test_a_row_says_neither_round_nor_colours():
    (game,) = read_row("1", row=1, players=2)
    assert game.round is None
    assert not game.sides_known


@every(("row", "said"), [("1", "1 typed, 2"), ("1=0", "3"), ("1x", "'x'")])
def test_a_row_of_the_wrong_length_or_with_another_sign_is_a_slip(row, said):
    with pytest.raises(UnreadableLine, match=said):
        read_row(row, row=1, players=3)


@every(
    ("line", "meant"),
    [
        ("3 1-0 5", ("3", 1.0, "5", 0.0, True)),
        ("3 0-1 5", ("3", 0.0, "5", 1.0, True)),
        ("4 = 2", ("4", 0.5, "2", 0.5, True)),
        ("4 ½-½ 2", ("4", 0.5, "2", 0.5, True)),
        ("6 + 1", ("6", 1.0, "1", 0.0, False)),
        ("6 -:+ 1", ("6", 0.0, "1", 1.0, False)),
        ("7 bye", ("7", 1.0, None, 0.0, False)),
        ("7 bye ½", ("7", 0.5, None, 0.0, False)),
    ],
)
def test_a_game_of_a_round_names_white_the_result_and_black(line, meant):
    game = read_pairing(line, round_=2, players=7, paired=NOBODY)
    assert sides(game) == meant
    assert game.round == 2


@every(
    ("line", "said"),
    [
        ("3 1-0 9", "no player 9"),
        ("3 1-0 3", "against himself"),
        ("1 1-0 2", "player 1 has played"),
        ("3 2-0 4", "'2-0' is not a result"),
        ("3 4", "type White, the result and Black"),
        ("three 1-0 4", "'three' is not a player number"),
        ("0 1-0 4", "'0' is not a player number"),
        ("7 bye 2", "not the points of a bye"),
    ],
)
def test_a_game_that_cannot_be_is_a_slip(line, said):
    with pytest.raises(UnreadableLine, match=said):
        read_pairing(line, round_=1, players=7, paired={"1"})


@every(
    ("line", "meant"),
    [
        ("new Adler, Anna, born 1970", Newcomer("Adler, Anna", 1970)),
        ("New Adler, Anna born 1970", Newcomer("Adler, Anna", 1970)),
        ("new Born, Max", Newcomer("Born, Max", None)),
        ("neu Adler, Anna, geb. 1970", Newcomer("Adler, Anna", 1970)),
        ("új Nagy, Éva, született 1970", Newcomer("Nagy, Éva", 1970)),
        ("ny Ek, Åsa, född 1970", Newcomer("Ek, Åsa", 1970)),
        ("ny Ek, Åsa", Newcomer("Ek, Åsa", None)),
        ("Neu, Anna", None),
        ("Ny Anna", None),
        ("Newman", None),
    ],
)
def test_a_newcomer_has_a_name_and_perhaps_a_year_of_birth(line, meant):
    assert read_newcomer(line) == meant


@every("line", ["new , born 1970", "new Adler, born 70", "new Adler, born 1570"])
def test_a_newcomer_without_a_name_or_with_no_year_is_a_slip(line):
    with pytest.raises(UnreadableLine):
        read_newcomer(line)


def test_days_are_written_out_and_the_first_is_not_after_the_last():
    last = read_day("2026-03-15")
    assert last == date(2026, 3, 15)
    assert read_first_day("", last) is None
    assert read_first_day("2026-03-01", last) == date(2026, 3, 1)
    assert read_day("15.3.2026") == last
    for wrong in ("15.3.26", "2026-02-30", ""):
        with pytest.raises(UnreadableLine):
            read_day(wrong)
    with pytest.raises(UnreadableLine, match="after the last day"):
        read_first_day("2026-03-16", last)


def test_a_system_is_known_by_its_beginning_and_minutes_are_a_number():
    assert (read_system("r"), read_system("Swiss")) == ("round-robin", "swiss")
    assert (read_decimal("7,5", zero=False), read_decimal("", zero=False)) == (7.5, None)
    for read in (lambda: read_system("x"), lambda: read_decimal("0", zero=False)):
        with pytest.raises(UnreadableLine):
            read()


@given(st.text(max_size=30), st.integers(1, 4))
def test_any_line_is_a_result_or_a_slip(text, row):
    """Law: nothing that can be typed is anything else."""
    for read in (
        lambda: read_row(text, row=row, players=5),
        lambda: read_pairing(text, round_=row, players=5, paired=NOBODY),
        lambda: read_newcomer(text),
        lambda: read_day(text),
        lambda: read_decimal(text, zero=True),
    ):
        with suppress(UnreadableLine):
            read()
