"""A correction that would leave later events without what they rely on is refused by name."""

import pytest

from tests.ledger.lines import (
    Event,
    correction,
    decision,
    event,
    every_event,
    game,
    merge,
    player,
    pool,
    tournament,
)
from tests.ledger.office import Office

EVERY = every_event()


def relied_on(office: Office, corrected: Event) -> str:
    """The message of a refusal that names what relies on the event."""
    (problem,) = office.problems(corrected)
    assert problem.code == "relied-on"
    assert "strike that first" in problem.message or "correct that first" in problem.message
    return problem.message


@pytest.mark.parametrize(
    "relying",
    [
        game("anna", "bela", id_="it"),
        game("bela", "anna", id_="it"),
        tournament("autumn", "it", entrants=[{"player": "anna"}]),
        merge("anna", "bela", "it"),
        merge("bela", "anna", "it"),
        decision("it", player="anna"),
        *({**EVERY[name], "id": "it"} for name in ("player.withheld", "membership.declared")),
        *({**EVERY[name], "id": "it"} for name in ("rating.adopted", "rating.decided")),
        {**EVERY["evaluation.recorded"], "id": "it"},
    ],
    ids=lambda each: each["type"],
)
def test_a_player_whom_something_relies_on_cannot_be_struck(
    office: Office, relying: Event
) -> None:
    office.open_season()
    office.append(relying)
    assert "needed by it:" in relied_on(office, correction("anna", None))
    office.append(correction("it", None), correction("anna", None))
    assert office.standing()["anna"] is None


def test_a_player_nobody_relies_on_can_be_struck(office: Office) -> None:
    office.open_season()
    office.append(game("bela", "cleo"), correction("anna", None))
    assert office.codes(game("anna", "bela")) == [(1, "data.white", "unknown-player")]


def test_a_player_with_the_id_of_a_game_is_not_mistaken_for_it(office: Office) -> None:
    office.open_season()
    office.append(game("bela", "cleo", game="anna"), correction("anna", None))
    assert office.standing()["anna"] is None


def test_games_of_a_struck_tournament_do_not_hold_their_players(office: Office) -> None:
    office.open_season()
    office.append(game("anna", "bela", id_="g1"), correction("open", None, "strike"))
    office.append(correction("anna", None))
    codes = office.codes(correction("strike", None))
    assert [code for _, _, code in codes] == ["unknown-player"]


def test_a_game_a_decision_is_about_cannot_be_struck(office: Office) -> None:
    office.open_season()
    office.append(game("anna", "bela", id_="g1", game="g1"), decision("d1", game="g1"))
    assert "d1" in relied_on(office, correction("g1", None))
    assert "d1" in relied_on(office, correction("open", None))
    office.append(correction("d1", None), correction("g1", None))


def test_a_tournament_a_decision_is_about_cannot_be_struck(office: Office) -> None:
    office.open_season()
    office.append(decision("d1", tournament="open"))
    assert "d1" in relied_on(office, correction("open", None))


def test_the_only_rulebook_of_a_pool_with_tournaments_cannot_be_struck(office: Office) -> None:
    office.open_season()
    assert "open" in relied_on(office, correction("club", None))


def test_a_rulebook_a_decision_falls_under_can_be_neither_struck_nor_put_off(
    office: Office,
) -> None:
    office.append(pool("club", "first"), pool("club", "later", rulebook="house-1950"))
    office.append(player("anna", "anna"), {**EVERY["rating.decided"], "id": "d1"})
    office.append(correction("later", None))
    assert "d1" in relied_on(office, correction("first", None))
    assert "d1" in relied_on(office, correction("first", pool("club", from_day="1996-01-01")))
    office.append(correction("first", pool("club", from_day="1980-01-01")))


def test_many_who_rely_on_it_are_counted(office: Office) -> None:
    office.open_season()
    office.append(*(game("anna", "bela", id_=f"g{n}", game=f"g{n}") for n in range(12)))
    message = relied_on(office, correction("anna", None))
    assert "g0, g1, g2, g3, g4 and 7 more" in message


def test_what_was_refused_can_be_done_in_the_right_order_in_one_call(office: Office) -> None:
    office.open_season()
    office.append(game("anna", "bela", id_="g1"))
    office.append(correction("g1", None), correction("anna", None))
    assert office.standing()["anna"] is None
    assert office.verdict().ok


def test_a_struck_event_can_be_handed_in_again_only_by_restoring_it(office: Office) -> None:
    office.open_season()
    office.append(game("anna", "bela", id_="g1", game="g1"), correction("g1", None))
    codes = office.codes(event("game.submitted", game("anna", "bela", game="g1")["data"], "g9"))
    assert codes == [(1, "data.game", "used-game")]
