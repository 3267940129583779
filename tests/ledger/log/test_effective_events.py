"""Effective facts of a tournament and of a player, with the correction responsible."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.events.facts import GameSubmitted, PlayerRegistered, TournamentSubmitted
from ledger.events.problems import LedgerDamaged
from ledger.log.effective_events import EffectiveEvents, Recorded, read_streams
from tests.ledger.lines import correction, game, season
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder

OPEN = ["tournament/open"]


@pytest.fixture
def corrected(office: Office) -> Office:
    """A win of anna's, corrected to a loss, that correction to a draw; and a game struck."""
    office.append(
        *season(),
        game("anna", "bela", "1-0", id_="g1", game="g1"),
        game("cleo", "dora", "1-0", id_="g2", game="g2"),
    )
    to_a_loss = correction("g1", game("anna", "bela", "0-1", game="g1"), "c1")
    to_a_draw = correction("g1", game("anna", "bela", "½-½", game="g1"))
    office.append(to_a_loss, correction("g2", None, "c2"), correction("c1", to_a_draw, "c3"))
    return office


def of_the_open(office: Office, known_at: int | None = None) -> EffectiveEvents[Recorded]:
    with office.engine.connect() as connection:
        return read_streams(connection, OPEN, known_at=known_at)


def points(standing: EffectiveEvents[Recorded]) -> dict[str, float]:
    """White's points in the games that stand."""
    return {
        each.event: each.fact.white_points
        for each in standing.facts()
        if isinstance(each.fact, GameSubmitted)
    }


def test_what_stands_is_told_with_its_event_and_the_correction_that_holds(
    corrected: Office,
) -> None:
    tournament, only = of_the_open(corrected).facts()
    assert (tournament.event, tournament.verdict) == ("open", None)
    assert isinstance(tournament.fact, TournamentSubmitted)
    assert (only.event, only.fact.white_points) == ("g1", 0.5)
    assert only.verdict is not None
    assert only.verdict.by.id == "c1"
    assert corrected.entries()[only.position - 1].id == "g1"


def test_struck_games_and_the_results_as_recorded_can_be_asked_for(corrected: Office) -> None:
    standing = of_the_open(corrected)
    events = {each.recorded.id: each for each in standing}
    assert list(events) == ["open", "g1", "g2"]
    assert (events["g2"].data, events["g2"].fact, events["g2"].corrected_by) == (None, None, "c2")
    assert events["g1"].recorded.data["white_points"] == 1
    assert [recorded.id for recorded, _ in standing.data()] == ["open", "g1"]


def test_a_correction_of_a_correction_is_about_the_game_in_the_end(corrected: Office) -> None:
    standing = of_the_open(corrected)
    assert standing.original("c3") == standing.original("g1") == "g1"
    assert [each.id for each in standing.corrections_of("g1")] == ["c1", "c3"]
    assert standing.settled("c1").corrected_by == "c3"
    assert list(standing.corrections_of("open")) == []


def test_a_correction_that_no_longer_makes_a_fact_is_damage_at_its_position(
    office: Office,
) -> None:
    office.append(*season(), game("anna", "bela", "1-0", id_="g1", game="g1"))
    office.append(correction("g1", game("anna", "bela", "0-1", game="g1"), "c1"))
    intruder = Intruder(office)
    payload = intruder.value("event", "payload", 8)
    assert '"white_points":0' in payload
    damaged = payload.replace('"white_points":0', '"white_points":"much"')
    intruder.change("event", "payload", 8, damaged)
    with office.engine.connect() as connection:
        events = {each.recorded.id: each for each in read_streams(connection, OPEN)}
    for asked in ("data", "fact"):
        with pytest.raises(LedgerDamaged, match="the event at position 8 is damaged"):
            getattr(events["g1"], asked)


def test_what_stood_is_known_at_every_position(corrected: Office) -> None:
    first = corrected.entries()[-5].position  # of the five events after the season
    stood = [
        {"g1": 1.0},
        {"g1": 1.0, "g2": 1.0},
        {"g1": 0.0, "g2": 1.0},
        {"g1": 0.0},
        {"g1": 0.5},
    ]
    now = of_the_open(corrected)
    for position, then in enumerate(stood, start=first):
        assert points(of_the_open(corrected, position)) == then
        assert points(now.as_known_at(position)) == then


def test_a_recorded_event_is_untouched_until_it_is_corrected(corrected: Office) -> None:
    now = of_the_open(corrected)
    facts = {own.id: now.fact_of(own) for own in now.recorded()}
    assert [id_ for id_, fact in facts.items() if fact is None] == ["g2"]
    assert facts["g1"].white_points == 0.5
    assert {own.id for own in now.recorded() if not now.is_uncorrected(own)} == {"g1", "g2"}
    before = now.as_known_at(corrected.entries()[-4].position)
    assert all(map(before.is_uncorrected, before.recorded()))


def test_the_events_of_one_type_are_settled_without_the_others(corrected: Office) -> None:
    with corrected.engine.connect() as connection:
        streams = [*OPEN, "player/anna"]
        types = [TournamentSubmitted.type, PlayerRegistered.type]
        standing = read_streams(connection, streams, types)
    assert {each.event for each in standing.facts()} == {"anna", "open"}
    assert set(standing.verdicts) == {"g1", "g2", "c1"}


@st.composite
def logs(draw: st.DrawFn) -> list[Recorded]:
    """A game, then corrections of it and of each other, or strikes, in any order."""
    log = [_recorded(1, GameSubmitted.type, _game(1))]
    for position in range(2, draw(st.integers(2, 9)) + 1):
        target = draw(st.integers(1, position - 1))
        strikes = draw(st.booleans())
        replacement = None if strikes else _another(log, target, position)
        data = {"corrects": str(target), "replacement": replacement, "reason": "no"}
        log.append(_recorded(position, "correction.submitted", data))
    return log


def _game(board: int) -> dict[str, object]:
    sides = {"white": "anna", "black": "bela", "white_points": 1, "black_points": 0}
    return {"game": "g1", "tournament": "open", "board": board, **sides}


def _recorded(position: int, type_: str, data: dict[str, object]) -> Recorded:
    return Recorded(position, str(position), type_, 1, "tournament/open", json.dumps(data))


def _another(log: list[Recorded], target: int, position: int) -> dict[str, object]:
    """Complete new data for a game, or for a correction: another result in the end."""
    data = log[target - 1].data
    if "corrects" not in data:
        return _game(position)
    return {**data, "replacement": _another(log, int(data["corrects"]), position)}


def stands(log: list[Recorded], event: Recorded) -> dict[str, object] | None:
    """The rule as it is said: the last correction of an event that stands itself holds."""
    for later in reversed(log[event.position :]):
        data = stands(log, later) if later.data["corrects"] == event.id else None
        if data is not None:
            return data["replacement"]  # type: ignore[return-value]
    return event.data


@given(logs())
def test_the_last_correction_that_stands_itself_holds(log: list[Recorded]) -> None:
    standing = EffectiveEvents(reversed(log))
    for event in log:
        assert standing.settled(event.id).data == stands(log, event)
