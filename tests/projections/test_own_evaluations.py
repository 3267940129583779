"""A record is computed for one player alone; it must say what whole tournaments say."""

from functools import cache, partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.queries import player_record as asked
from projections.queries.player_record import named_record, own_rows, player_record
from projections.queries.row_cache import RowCache
from tests.ledger.soak import soak
from tests.projections.arrivals import arrivals
from tests.projections.everything import EVERYBODY
from tests.projections.mistakes import handed_in
from tests.projections.seasons import seasons
from tests.projections.submissions import adoption, decided, game, player, strike, tournament

pytestmark = pytest.mark.slow

as_it_arrived = seasons().flatmap(handed_in).flatmap(arrivals)
PEOPLE = ("anna", "bela", "cleo", "dora", "emil", "fritz")


@settings(max_examples=40 * soak())
@given(season=as_it_arrived)
def test_a_record_has_the_rows_that_its_tournaments_have(new_club, season):
    """Corrected, merged, by several rulebooks; from a replay and from the read model."""
    with new_club() as club:
        club.append(*season)
        _compare(club)
        club.catch_up()
        _compare(club)


@settings(max_examples=20 * soak())
@given(season=as_it_arrived, parts=st.integers(2, 5))
def test_a_record_that_was_kept_says_what_a_new_one_says(new_club, season, parts):
    """Whatever came in meanwhile: games, corrections, merges, other rulebooks."""
    begun = 1 + next(at for at, each in enumerate(season) if each["type"] == "rulebook.adopted")
    cuts = sorted({begun, *range(begun, len(season), max(1, len(season) // parts)), len(season)})
    kept = RowCache(least=1)
    with new_club() as club:
        for first, last in pairwise([0, *cuts]):
            club.append(*season[first:last])
            club.catch_up()
            with club.answers() as answers:
                known = answers.register(EVERYBODY)
                for name in EVERYBODY:
                    if known.one_person(name) in known.players:
                        new = player_record(answers, name)
                        assert player_record(answers, name, kept) == new
                        assert player_record(answers, name, kept) == new


def test_a_record_that_still_holds_is_not_worked_out_again(club_on_both, monkeypatch):
    """Somebody new is registered: of who was rated before nothing is evaluated.  Then one of his
    two games that counted is struck, and it is.
    """
    club, kept = club_on_both, RowCache(least=1)
    club.append(*_an_open())
    club.catch_up()
    with club.answers() as answers:
        player_record(answers, "bela", kept)
    club.append(player("gerd"))
    club.catch_up()
    worked_out = []
    monkeypatch.setattr(asked, "own_rows", lambda *given: worked_out.append(given) or ())
    with club.answers() as answers:
        (row,) = player_record(answers, "bela", kept)["history"]
    assert (row["games"], worked_out) == (2, [])
    monkeypatch.undo()
    drawn = next(each for each in _an_open() if each["data"].get("game") == "e6")
    club.append(strike(drawn, "not played"))
    club.catch_up()
    with club.answers() as answers:
        (row,) = player_record(answers, "bela", kept)["history"]
    assert row["games"] == 1


def test_while_the_log_is_as_it_was_no_row_is_worked_out_twice(club_on_both, monkeypatch):
    """DWZ 4.7: Emil's first DWZ, which rests on the other newcomers, is kept as long as that."""
    club, kept = club_on_both, RowCache(least=1)
    club.append(*_an_open())
    club.catch_up()
    with club.answers() as answers:
        first = player_record(answers, "emil", kept)
    monkeypatch.setattr(asked, "own_rows", lambda *_: pytest.fail("worked out again"))
    with club.answers() as answers:
        assert player_record(answers, "emil", kept) == first
    assert [row["status"] for row in first["history"]] == ["first"]


def test_a_record_of_an_earlier_day_leaves_the_later_rows_where_they_are(
    club_on_both, monkeypatch
):
    """Bela's second tournament lies after the day; asked without one, nothing is evaluated."""
    club, kept = club_on_both, RowCache(least=1)
    club.append(*_an_open(), tournament("second", "1997-05-01"))
    club.append(game("second", "bela", "1-0", "cleo", game="s1", round=1))
    club.catch_up()
    with club.answers() as answers:
        whole = player_record(answers, "bela", kept)["history"]
    with club.answers("1996-12-31") as answers:
        (row,) = player_record(answers, "bela", kept)["history"]
    monkeypatch.setattr(asked, "own_rows", lambda *_: pytest.fail("worked out again"))
    with club.answers() as answers:
        assert player_record(answers, "bela", kept)["history"] == whole
    assert whole[0] == row
    assert [each["tournament"] for each in whole] == ["open", "second"]


def test_a_record_is_worked_out_without_the_others(club_on_both, monkeypatch):
    """DWZ 4.7: one rated player, one who gets his first DWZ, one whose games wait."""
    club = club_on_both
    club.append(*_an_open())
    club.catch_up()
    whole = {name: _rows_of(club, name) for name in PEOPLE}
    with club.answers() as answers:
        for name in ("anna", "emil", "fritz"):
            done = answers.occasions_of(name)
            rows = own_rows(name, done, answers.history([], [name]), answers.card_history)
            assert len(list(rows)) == 1
    monkeypatch.setattr(asked, "own_rows", lambda *_: ())
    assert {name: _rows_of(club, name) for name in PEOPLE} == whole
    assert [whole[name][0]["status"] for name in ("anna", "emil", "fritz")] == [
        "rated",
        "first",
        "residual",
    ]


def _an_open():
    """A beats everybody and is special, Emil has five games, Fritz one."""
    yield adoption("1995-01-01")
    for name in PEOPLE:
        yield player(name)
    for name in PEOPLE[:4]:
        yield decided(name, "1500-5", "1995-01-01")
    yield tournament("open", "1996-05-01")
    for number, opponent in enumerate(PEOPLE[1:5], 1):
        yield game("open", "anna", "1-0", opponent, game=f"a{number}", round=number)
    yield game("open", "anna", "1-0", "emil", game="a5", round=5)
    for number, opponent in enumerate(("bela", "cleo", "dora"), 6):
        yield game("open", "emil", "½-½", opponent, game=f"e{number}", round=number)
    yield game("open", "fritz", "0-1", "bela", game="f1", round=9)


def _rows_of(club, name):
    return club.player(name)["history"]


def _compare(club):
    with club.answers() as answers:
        rows_of = cache(partial(_rows_in, answers))
        for name in EVERYBODY:
            record = named_record(answers, name)
            done = answers.occasions_of(record["player"])
            submitted = {each.subject for each in done if each.kind == "tournament"}
            for row in record["history"]:
                if row["tournament"] in submitted:
                    shown = rows_of(row["tournament"])
                    assert _without_heading(row) in shown[record["player"]]


def _rows_in(answers, tournament):
    """The rows of every player in the evaluation of the whole tournament."""
    _, report = answers.report(tournament, answers.history([tournament]))
    return {
        player: [dict(row) for row in report.rows if row["player"] == player]
        for player in {row["player"] for row in report.rows}
    }


def _without_heading(row):
    heading = ("tournament", "ended_on", "rulebook", "name")
    return {field: value for field, value in row.items() if field not in heading}
