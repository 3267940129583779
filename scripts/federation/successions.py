"""Rulebooks that followed each other in one federation, with the days of their adoption."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from projections.engine.registry import registered

Data = Mapping[str, Any]


@attrs.frozen(kw_only=True)
class Adoption:
    """A rulebook that governs from a day on, and its treatment of earlier figures."""

    rulebook: str
    from_day: date
    parameters: Data | None = None
    conversion: Data | None = None
    reason: str = "assembly of the federation"

    def data(self, pool: str) -> Data:
        """The facts of its event."""
        return {
            "pool": pool,
            "rulebook": self.rulebook,
            "from_day": self.from_day.isoformat(),
            "parameters": self.parameters,
            "conversion": self.conversion,
            "reason": self.reason,
        }


def founded_under(rulebook: str, year: int) -> Sequence[Adoption]:
    """The only rulebook of a federation that never changes it."""
    founded = date(year, 1, 1)
    return (Adoption(rulebook=rulebook, from_day=founded, reason="founding assembly"),)


GERMAN = (
    Adoption(rulebook="ingo-1960", from_day=date(1960, 1, 1), reason="founding assembly"),
    Adoption(
        rulebook="dwz-1995",
        from_day=date(1995, 1, 1),
        conversion={"pieces": [{"factor": -8, "plus": 2840}]},
    ),
    Adoption(rulebook="dwz-2014", from_day=date(2003, 1, 1), parameters={"special_threshold": 0}),
    Adoption(rulebook="dwz-2014", from_day=date(2016, 8, 1)),
    Adoption(
        rulebook="dwz-2026",
        from_day=date(2026, 6, 8),
        conversion={
            "pieces": [
                {"below": 700, "factor": 0, "plus": 1100},
                {"below": 1000, "factor": 1, "plus": 400},
                {"below": 2110, "factor": 0.64, "plus": 760},
                {"factor": 1, "plus": 0},
            ],
            "count_plus": 1,
        },
        reason="Umstufung",
    ),
)
SWEDISH = (
    Adoption(rulebook="lask-1970", from_day=date(1970, 1, 1), reason="founding assembly"),
    Adoption(
        rulebook="fide-2024",
        from_day=date(2000, 6, 15),
        conversion={"pieces": [{"factor": 1, "plus": 0}]},
    ),
    Adoption(
        rulebook="fide-2024",
        from_day=date(2024, 3, 1),
        conversion={
            "pieces": [{"below": 2000, "factor": 0.6, "plus": 800}, {"factor": 1, "plus": 0}]
        },
        reason="one-time adjustment",
    ),
)
HUNGARIAN = (
    Adoption(rulebook="mgsz-2011", from_day=date(1990, 1, 1), reason="founding assembly"),
    Adoption(
        rulebook="egf-2021",
        from_day=date(2000, 5, 1),
        conversion=registered("egf-2021").conversions["mgsz-2011"],
        reason="joined the European list",
    ),
    Adoption(rulebook="egf-2021", from_day=date(2021, 4, 4), parameters={"reset_jump": 3}),
)
SUCCESSIONS: Mapping[str, Sequence[Adoption]] = {
    "german": GERMAN,
    "swedish": SWEDISH,
    "hungarian": HUNGARIAN,
}
"""By name; the first is that of the founding."""
_OF_GO = {"hungarian"}


def discipline_of(succession: str | None) -> str:
    """Return the game of a succession; without one chess, unless stated otherwise."""
    return "go" if succession in _OF_GO else "chess"
