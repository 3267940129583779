"""Corrections through the façade: shown first, then made; what changes is named."""

from datetime import date

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from tests.api.season import AFTER_SPRING, SEASON

DRAW = {"white_points": 0.5, "black_points": 0.5}
# With a draw Ágnes has 1 of the same 0.86184: 1500 + 800 · 0.13816 / 22 = 1505.0; Björn, who drew
# with his equal, stays where he was, and Dora's game is another one.
WITH_A_DRAW = {"agnes": (1523, 1505), "bjorn": (1481, 1500)}


def figures(ledger: Ledger) -> dict[str, int]:
    return {row["player"]: row["figure"] for row in ledger.pool("dwz").ratings()}


def changed(answer) -> dict[str, tuple[int, int]]:
    return {row["player"]: (row["before"], row["after"]) for row in answer["changed"]}


def test_a_dry_run_shows_who_changes_and_writes_nothing(ledger):
    answer = ledger.correct(
        "spring:agnes-bjorn", set=DRAW, reason="both slips say so", by="anna", dry_run=True
    )
    assert changed(answer) == WITH_A_DRAW
    assert (answer["appended"], answer["last"]) == (0, None)
    assert len(list(ledger.log())) == len(SEASON)
    assert figures(ledger) == AFTER_SPRING


def test_a_correction_changes_what_its_dry_run_showed(ledger):
    given = {"set": DRAW, "reason": "both slips say so", "by": "anna"}
    planned = ledger.correct("spring:agnes-bjorn", **given, dry_run=True)
    made = ledger.correct("spring:agnes-bjorn", **given)
    assert changed(made) == changed(planned)
    assert made["last"] == len(SEASON) + 1
    assert figures(ledger) == {**AFTER_SPRING, "agnes": 1505, "bjorn": 1500}


def test_a_struck_game_never_was(ledger):
    """Without her game against Björn: 1500 + 800 · (0.5 − 0.36184) / 21 = 1505.3 by hand."""
    answer = ledger.correct("spring:agnes-bjorn", strike=True, reason="a slip", by="anna")
    assert changed(answer)["agnes"] == (1523, 1505)
    assert [game["game"] for game in ledger.games("spring")] == ["spring:dora-agnes", "spring:bye"]


def test_a_day_may_be_set_as_a_date(ledger):
    ledger.correct("spring", set={"ended_on": date(1996, 5, 2)}, reason="a slip", by="anna")
    assert ledger.pool("dwz").tournament("spring")["ended_on"] == "1996-05-02"


def test_a_merge_joins_two_registrations_and_can_be_struck(ledger):
    ledger.append([{"type": "player.registered", "data": {"player": "agi", "name": "A"}}], by="a")
    ledger.merge("agnes", "agi", reason="one person", by="anna")
    assert ledger.pool("dwz").player("agi")["player"] == "agnes"
    ledger.correct(list(ledger.log())[-1]["id"], strike=True, reason="two after all", by="anna")
    assert ledger.pool("dwz").player("agi")["player"] == "agi"


def test_of_two_who_correct_at_once_the_second_is_told(ledger):
    known = len(SEASON)
    given = {"reason": "the slip", "by": "anna", "expect": known}
    ledger.correct("spring:agnes-bjorn", set=DRAW, **given)
    with pytest.raises(Refused, match="look at its current state"):
        ledger.correct("spring:agnes-bjorn", strike=True, **given)


@pytest.mark.parametrize("given", [{}, {"set": {}}, {"set": DRAW, "strike": True}])
def test_a_correction_sets_or_strikes(ledger, given):
    with pytest.raises(
        Refused, match="give exactly one of result=RESULT, set=FIELD=VALUE and strike=true"
    ):
        ledger.correct("spring:agnes-bjorn", **given, reason="a slip", by="anna")


@pytest.mark.parametrize("value", [object(), {1, 2}, 2**70, float("nan"), "\ud800"])
def test_what_json_does_not_know_cannot_be_set(ledger, value):
    with pytest.raises((Refused, ValueError)):
        ledger.correct("spring", set={"name": value}, reason="a slip", by="anna")
    assert len(list(ledger.log())) == len(SEASON)
