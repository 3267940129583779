"""Every event of the contract goes into the log and comes back as it was submitted."""

import pytest

from ledger.events.codec import data_of, fact_of
from ledger.events.facts import VOCABULARY
from tests.ledger.lines import every_event, game, tournament
from tests.ledger.office import Office, data_in

EVERY = every_event()
TYPES = [type_ for type_ in EVERY if type_ != "player.registered"]


def test_the_examples_are_every_type_of_the_contract() -> None:
    assert set(EVERY) == set(VOCABULARY)


@pytest.mark.parametrize("type_", TYPES)
def test_an_event_comes_back_as_it_was_handed_in(office: Office, type_: str) -> None:
    office.open_season()
    given = {**EVERY[type_], "id": "the event"}
    office.append(given)
    entry = office.entries()[-1]
    assert (entry.type, entry.id, entry.schema) == (type_, "the event", 1)
    assert data_in(entry) == given["data"]
    assert data_of(fact_of(entry.type, data_in(entry))) == data_in(entry)
    assert office.append(given).duplicates == 1
    assert office.verdict().ok


def test_a_registration_is_kept_in_two_halves(office: Office) -> None:
    office.append(EVERY["player.registered"])
    kept = data_in(office.entries()[0])
    assert len(bytes.fromhex(kept.pop("commitment"))) == 32
    public = {"player": "p9", "birth_year": 1968, "federation": "HUN", "club": "c1"}
    assert kept == {**public, "kind": "computer"}


def test_a_go_tournament_and_its_handicap_games_come_back(office: Office) -> None:
    office.open_season()
    cup = tournament(
        "go",
        discipline="go",
        board=13,
        format="games",
        thinking_time={"minutes": 60, "overtime": "canadian", "stones": 30, "overtime_minutes": 5},
        entrants=[{"player": "anna", "entry_grade": "35k", "status": "newcomer"}],
    )
    handicap = game("anna", "bela", tournament="go", stones=9, receiver="white")
    both_win = game("anna", "cleo", tournament="go", game="seki", white_points=1, black_points=1)
    office.append(cup, handicap, both_win)
    assert [data_in(each) for each in office.entries()[-3:]] == [
        each["data"] for each in (cup, handicap, both_win)
    ]


def test_a_bye_a_forfeit_and_a_double_loss_come_back(office: Office) -> None:
    office.open_season()
    bye = game("anna", None, round=1, played=False, reason="bye")
    forfeit = game("bela", "cleo", "0-1", round=1, played=False, reason="forfeit")
    nobody = game("cleo", "dora", "0-0", round=2, played=False, reason="double-loss")
    half = game("anna", "bela", game="half", round=3, white_points=0.5, black_points=0)
    office.append(bye, forfeit, nobody, half)
    assert [data_in(each) for each in office.entries()[-4:]] == [
        _without_nulls(each["data"]) for each in (bye, forfeit, nobody, half)
    ]


def test_a_field_that_equals_its_default_is_not_written(office: Office) -> None:
    office.open_season()
    spelt_out = game("anna", "bela", played=True, rated_for="both", stones=0, receiver="black")
    office.append({**spelt_out, "id": "g1"})
    bare = {**game("anna", "bela"), "id": "g1"}
    assert data_in(office.entries()[-1]) == bare["data"]
    assert office.append(bare).duplicates == 1


def _without_nulls(data: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in data.items() if value is not None}
