"""The conditions under which tournaments are played, including unusual ones."""

from datetime import date
from typing import Any

from scripts.federation.randomness import RandomSource
from scripts.federation.settings import FederationSettings
from scripts.federation.tournaments import Conditions, Plan

ABROAD = ("AUT", "CZE", "FRA", "SUI")
ABROAD_SHARE = 0.02
NO_TIME_STATED = 0.01
TOO_FAST = 0.03

SLOW_CHESS = ((120, 0), (120, 30), (100, 30), (90, 30))
FAST_CHESS = ((60, 0), (60, 30), (30, 10), (15, 5))  # below the two hours of DWZ 6.2.2
SLOW_GO: tuple[dict[str, Any], ...] = (
    {"minutes": 90, "overtime": "japanese", "seconds": 30},
    {"minutes": 60, "overtime": "japanese", "seconds": 30},
    {"minutes": 45, "overtime": "canadian", "stones": 15, "overtime_minutes": 5},
    {"minutes": 120, "overtime": "none"},
)
FAST_GO: tuple[dict[str, Any], ...] = (
    {"minutes": 20, "overtime": "none"},
    {"minutes": 5, "overtime": "none"},  # below category E of MGSZ table 2
)


def conditions(
    settings: FederationSettings, random_source: RandomSource, plan: Plan
) -> Conditions:
    """The conditions of one more tournament."""
    by_lask = settings.system_name_on(date.fromordinal(plan.ends)) == "lask"
    chance = random_source.roll()
    slow = chance >= NO_TIME_STATED + TOO_FAST
    stated = chance >= NO_TIME_STATED
    go = settings.discipline == "go"
    handicap = go and random_source.happens(0.3)
    abroad = random_source.happens(ABROAD_SHARE)
    flags = (
        ("official-delegation", abroad and random_source.happens(0.3)),
        ("no-handicap", go and not handicap),
        ("long-games", by_lask and slow),
        ("concentrated", by_lask and plan.series.in_one_go),
    )
    return Conditions(
        thinking_time=_thinking_time(random_source, go=go, slow=slow) if stated else None,
        country=random_source.one_of(ABROAD) if abroad else settings.home,
        flags=tuple(flag for flag, holds in flags if holds),
        board=13 if go and random_source.happens(0.04) else None,
        handicap=handicap,
    )


def _thinking_time(random_source: RandomSource, *, go: bool, slow: bool) -> dict[str, Any]:
    if go:
        return random_source.one_of(SLOW_GO if slow else FAST_GO)
    minutes, increment = random_source.one_of(SLOW_CHESS if slow else FAST_CHESS)
    return {"minutes": minutes, "increment_seconds": increment}
