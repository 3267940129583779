"""A tournament to which more is submitted: its games as they stand, and where one was damaged."""

import pytest

from ledger.events.problems import LedgerDamaged
from ledger.validation.ledger_state import LedgerState
from ledger.validation.tournament_state import TournamentState
from tests.ledger.lines import correction, game
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder


@pytest.fixture
def played(office: Office) -> Office:
    """Two games of the open stand in the log."""
    office.open_season()
    office.append(
        game("anna", "bela", game="g1", id_="g1", round=1),
        game("cleo", "dora", game="g2", id_="g2", round=1),
    )
    return office


def with_damaged(office: Office, id_: str, before: str, after: str) -> int:
    """The position of a game in whose payload a text is now another."""
    intruder = Intruder(office)
    position = next(each.position for each in office.entries() if each.id == id_)
    payload = intruder.value("event", "payload", position)
    assert before in payload
    intruder.change("event", "payload", position, payload.replace(before, after))
    return position


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{", ""),
        ('"white":"cleo"', '"white":5'),
        ('"game":"g2",', ""),
        ('"round":1', '"round":"one"'),
        ('"round":1', '"round":-1'),
        ('"game":"g2"', '"game":""'),
        ('"white_points":1', '"white_points":"much"'),
        ("}", "},{"),  # leans on a neighbour
        ("}", '},{"game":"g3","white":"x"}'),  # two in the place of one
    ],
)
def test_a_further_game_is_refused_with_the_position_of_the_damage(
    played: Office, before: str, after: str
) -> None:
    position = with_damaged(played, "g2", before, after)
    with pytest.raises(LedgerDamaged, match=f"the event at position {position} is damaged"):
        played.append(game("anna", "cleo", game="g4", id_="g4", round=2))


def test_a_correction_beside_a_result_that_is_none_is_refused_with_its_position(
    played: Office,
) -> None:
    position = with_damaged(played, "g2", '"white_points":1', '"white_points":"much"')
    again = correction("g1", game("anna", "bela", "0-1", game="g1", round=1))
    with pytest.raises(LedgerDamaged, match=f"the event at position {position} is damaged"):
        played.append(again, correction("g2", game("dora", "cleo", "0-1", game="g2", round=1)))


def test_games_without_their_tournament_are_refused_as_damage(played: Office) -> None:
    intruder = Intruder(played)
    position = next(each.position for each in played.entries() if each.id == "open")
    intruder.change("event", "stream", position, "tournament/other")
    with pytest.raises(LedgerDamaged, match="the tournament open has games"):
        played.append(game("anna", "cleo", game="g4", id_="g4", round=2))


def test_in_which_game_somebody_plays_is_known_without_reading_any(
    played: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole tournament submitted again has a fault in every line."""
    monkeypatch.setattr(TournamentState, "games", property(lambda _: pytest.fail("it was read")))
    again = [game("bela", "cleo", game="g4", round=1), game("dora", "anna", game="g5", round=1)]
    messages = [problem.message for problem in played.problems(*again)]
    named = [message.split(", ")[1].split(":")[0] for message in messages]
    assert named == ["g1", "g2", "g2", "g1"]  # of bela and cleo, of dora and anna


def test_the_games_of_a_tournament_are_the_same_whenever_they_are_asked_for(
    played: Office,
) -> None:
    with played.engine.connect() as connection:
        state = LedgerState(connection).tournament("open")
    assert state is not None
    assert [each.game for each in state.games] == list(state.names) == ["g1", "g2"]
    assert state.games == [state.game("g1"), state.game("g2")]
    assert state.without(["g1"]).games == [state.game("g2")]
    assert state.game("g3") is None


@pytest.mark.parametrize("result", ["1-0", "½-½"])
def test_games_of_the_log_are_known_to_further_games(played: Office, result: str) -> None:
    """Those that stand as recorded and those corrected since, in the order of the log."""
    played.append(correction("g1", game("anna", "bela", result, game="g1", round=1)))
    further = game("bela", "cleo", game="g5", round=1)
    assert [code for _, _, code in played.codes(further)] == ["two-games-in-a-round"] * 2
