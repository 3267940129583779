"""Corrections of one stream that follow each other in a call are looked at together."""

import pytest

from ledger.validation.ledger_state import LedgerState
from ledger.validation.submission import LINES_AT_ONCE
from tests.ledger.lines import (
    Event,
    correction,
    decision,
    event,
    game,
    merge,
    player,
    pool,
    tournament,
)
from tests.ledger.office import Office


@pytest.fixture
def paired(office: Office) -> Office:
    """A season with a round: anna has beaten bela, cleo has beaten dora."""
    office.open_season()
    office.append(first("anna", "bela"), second("cleo", "dora"))
    return office


def first(white: str, black: str, result: str = "1-0", round_: int = 1) -> Event:
    return game(white, black, result, game="g1", id_="g1", round=round_)


def second(white: str, black: str, result: str = "1-0", round_: int = 1) -> Event:
    return game(white, black, result, game="g2", id_="g2", round=round_)


SWAP = (correction("g1", first("anna", "dora")), correction("g2", second("cleo", "bela")))


def pairings(office: Office) -> list[tuple[str, str]]:
    with office.engine.connect() as connection:
        state = LedgerState(connection).tournament("open")
    assert state is not None
    return [(each.white, str(each.black)) for each in state.games]


def test_two_players_of_one_round_can_be_exchanged_in_one_call(paired: Office) -> None:
    assert paired.append(*SWAP).appended == 2
    assert pairings(paired) == [("anna", "dora"), ("cleo", "bela")]
    assert paired.verdict().ok


@pytest.mark.parametrize("half", SWAP)
def test_neither_half_of_the_exchange_is_admitted_by_itself(paired: Office, half: Event) -> None:
    assert paired.codes(half) == [(1, "data.replacement.black", "two-games-in-a-round")]


def test_an_event_of_another_stream_in_between_ends_the_row(paired: Office) -> None:
    between = player("emil")
    assert paired.codes(SWAP[0], between, SWAP[1]) == [
        (1, "data.replacement.black", "two-games-in-a-round")
    ]


@pytest.mark.parametrize(
    "between",
    [
        correction("anna", player("anna", name="Öz, Anna")),
        tournament("cup"),
        game("anna", "cleo", round=2),
    ],
)
def test_so_does_a_correction_of_another_stream_and_any_other_event(
    paired: Office, between: Event
) -> None:
    codes = paired.codes(SWAP[0], between, SWAP[1])
    assert codes[0] == (1, "data.replacement.black", "two-games-in-a-round")


def test_of_two_games_that_do_not_go_together_the_later_correction_is_to_blame(
    paired: Office,
) -> None:
    harmless = correction("g1", first("anna", "dora", result="½-½"))
    (problem,) = paired.problems(harmless, correction("g2", second("dora", "cleo")))
    assert (problem.line, problem.field) == (2, "data.replacement.white")
    assert problem.code == "two-games-in-a-round"
    assert "g1" in problem.message


def test_every_correction_that_does_not_fit_is_told_with_its_own_line(paired: Office) -> None:
    paired.append(game("anna", "bela", round=2), game("cleo", "dora", round=2))
    rounds = [correction("g1", first("anna", "bela", round_=2)), correction("g2", None)]
    rounds.append(correction("g2", second("cleo", "dora", round_=2)))
    assert {line for line, _, _ in paired.codes(*rounds)} == {1, 3}


def test_a_row_goes_on_from_one_page_to_the_next(paired: Office) -> None:
    harmless = correction("g1", first("anna", "bela"))
    many = [player(f"p{number}") for number in range(LINES_AT_ONCE - 2)]
    paired.append(*many, harmless, *SWAP)
    assert pairings(paired) == [("anna", "dora"), ("cleo", "bela")]


def test_a_game_of_the_same_call_can_be_exchanged_as_well(office: Office) -> None:
    office.open_season()
    office.append(first("anna", "bela"), second("cleo", "dora"), *SWAP)
    assert pairings(office) == [("anna", "dora"), ("cleo", "bela")]


def test_a_correction_of_a_correction_belongs_to_the_row(paired: Office) -> None:
    slip = correction("g1", first("anna", "cleo"), "c1")
    office_says = correction("c1", correction("g1", first("anna", "dora")))
    paired.append(slip, office_says, SWAP[1])
    assert pairings(paired) == [("anna", "dora"), ("cleo", "bela")]


def test_an_event_corrected_twice_in_a_row_is_looked_at_once(paired: Office) -> None:
    wrong = correction("g1", first("anna", "dora"))
    assert paired.codes(wrong, wrong) == [(2, "data.replacement.black", "two-games-in-a-round")]
    paired.append(wrong, correction("g1", first("anna", "bela")))
    assert pairings(paired) == [("anna", "bela"), ("cleo", "dora")]


def test_the_last_of_several_corrections_of_a_game_is_the_one_to_blame(paired: Office) -> None:
    back = correction("g1", first("anna", "bela"))
    assert [line for line, _, _ in paired.codes(*SWAP, back)] == [3]


def test_a_row_handed_in_again_is_all_duplicates(paired: Office) -> None:
    row = [{**each, "id": f"c{number}"} for number, each in enumerate(SWAP)]
    paired.append(*row)
    assert paired.append(*row).duplicates == 2
    assert paired.append(*row, game("anna", "cleo", round=2)).appended == 1


def test_a_duplicate_within_the_row_does_not_end_it(paired: Office) -> None:
    known = correction("g1", first("anna", "bela", result="½-½"), "known")
    paired.append(known)
    receipt = paired.append(SWAP[0], known, SWAP[1])
    assert (receipt.appended, receipt.duplicates) == (2, 1)


@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize(
    ("faulty", "code"),
    [
        (correction("g2", second("cleo", "cleo")), "self-play"),
        (correction("g9", second("cleo", "bela")), "unknown-event"),
        (event("correction.submitted", {"corrects": "g2"}), "missing"),
    ],
)
def test_where_one_of_them_is_faulty_nothing_is_said_of_what_it_leaves(
    paired: Office, at: int, faulty: Event, code: str
) -> None:
    row = [correction("g1", first("anna", "bela", result="0-1")), SWAP[0]]
    found = paired.codes(*row[:at], faulty, *row[at:])
    assert (at + 1, code) in [(line, code) for line, _, code in found]
    if at:  # else it is not yet known what it is about
        assert {line for line, _, _ in found} == {at + 1}


def test_lines_after_a_row_are_held_against_what_it_left(paired: Office) -> None:
    free = correction("g2", None)
    paired.append(free, game("cleo", "dora", round=1))
    assert paired.codes(*SWAP, game("anna", "cleo", round=1))[0][0] == 1


def test_a_tournament_is_corrected_in_one_row_with_its_games(paired: Office) -> None:
    single = correction("open", tournament(format="games"))
    again = correction("open", tournament(format="swiss"))
    both = correction("g2", second("cleo", "anna"))
    assert [each[0] for each in paired.codes(single, both, again)] == [2]
    assert [each[0] for each in paired.codes(single, again, both)] == [3]
    paired.append(single, both)
    (problem,) = paired.problems(again)
    assert (problem.line, problem.field) == (1, "data.corrects")
    assert "game g2: anna has another game in round 1, g1" in problem.message


def test_a_struck_tournament_asks_nothing_of_the_games_corrected_with_it(paired: Office) -> None:
    strike = correction("open", None, "strike")
    paired.append(strike, correction("g2", second("cleo", "anna")))
    assert [line for line, _, _ in paired.codes(correction("strike", None))] == [1]


def test_a_game_struck_in_a_row_leaves_nothing_behind_that_relies_on_it(paired: Office) -> None:
    paired.append(decision(game="g2"))
    strike = correction("g2", None)
    assert paired.codes(SWAP[0], strike) == [(2, "data.corrects", "relied-on")]


def test_a_pool_left_without_a_rulebook_is_told_once(office: Office) -> None:
    office.open_season()
    office.append(pool("club", "later", from_day="2000-01-01"), tournament("cup"))
    strikes = [correction(id_, None) for id_ in ("club", "later")]
    assert office.codes(*strikes) == [(2, "data.replacement.from_day", "relied-on")]
    later = correction("club", pool(from_day="1995-01-01"))
    office.append(strikes[1], later)


def test_merges_corrected_in_a_row_are_held_against_each_other(office: Office) -> None:
    office.open_season()
    office.append(merge("anna", "bela", "m1"))
    office.append(correction("m1", None, "strike"), merge("bela", "cleo", "m2"))
    both = [correction("m2", merge("bela", "cleo")), correction("strike", None)]
    assert {code for _, _, code in office.codes(*both)} == {"merged-before"}
    office.append(both[1], correction("m2", None))
