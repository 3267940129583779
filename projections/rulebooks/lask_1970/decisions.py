"""What the committees have decided, found by the rule that calls for it and what it is about.

Of several decisions about one thing the last in the order of the log holds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.tournament import Decision

LONG_GAME, MEAN = lask.cite("Regel 4"), lask.cite("Regel 10")
BONUS, ADDITION = lask.cite("Regel 11 a"), lask.cite("Regel 11 b")
CLASS_MEANS, DEDUCTIONS = lask.cite("Tabell 1"), lask.cite("Tabell 4")

Decisions = Sequence[Decision]


def long_games(decisions: Decisions) -> Mapping[str, bool]:
    """By game: whether it is a long game (Regel 4)."""
    return {one.about["game"]: one.value["long"] for one in decisions if one.rule == LONG_GAME}


def means(decisions: Decisions, tournament: str) -> Mapping[str | None, float]:
    """The means decided for a tournament (Regel 10): None the group's, a player his opponents'."""
    return {
        one.about.get("player"): one.value["mean"]
        for one in decisions
        if one.rule == MEAN and one.about["tournament"] == tournament
    }


def bonuses(decisions: Decisions, season: int) -> Mapping[str, bool]:
    """By player: whether he has the bonus of the season's summer (Regel 11 a)."""
    return {
        one.about["player"]: one.value["bonus"] for one in _of_season(decisions, BONUS, season)
    }


def additions(decisions: Decisions, season: int) -> Mapping[str, Mapping[str, int | None]]:
    """By club: S, N and M as reported for the general addition (Regel 11 b)."""
    return {one.about["club"]: one.value for one in _of_season(decisions, ADDITION, season)}


def class_means(decisions: Decisions, season: int) -> Mapping[str, float]:
    """The class means decided for a season (Tabell 1); empty without a decision."""
    return _last_value(_of_season(decisions, CLASS_MEANS, season))


def deductions(decisions: Decisions, season: int) -> Mapping[str, int]:
    """The deductions by number of games decided for a season (Tabell 4); empty without one."""
    return _last_value(_of_season(decisions, DEDUCTIONS, season))


def _of_season(decisions: Decisions, rule: str, season: int) -> Iterator[Decision]:
    return (one for one in decisions if one.rule == rule and one.about["season"] == season)


def _last_value(decisions: Iterator[Decision]) -> Mapping[str, Any]:
    value: Mapping[str, Any] = {}
    for one in decisions:
        value = one.value
    return value
