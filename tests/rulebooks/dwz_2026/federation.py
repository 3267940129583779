"""A pool that goes through the Umstufung, and the Umstufung by itself."""

from datetime import date
from typing import Any

from projections.rulebooks.occasion import RulebookBegan
from tests.projections.submissions import Event, adoption

DAY = date(2026, 6, 8)
PIECES: list[dict[str, Any]] = [
    {"below": 700, "factor": 0, "plus": 1100},
    {"below": 1000, "factor": 1, "plus": 400},
    {"below": 2110, "factor": 0.64, "plus": 760},
    {"factor": 1, "plus": 0},
]


def the_umstufung(residual_games: Any = "convert") -> RulebookBegan:
    """The beginning of the edition, as a rulebook is told of it."""
    return RulebookBegan(
        day=DAY,
        event="umstufung",
        before="dwz-2014",
        pieces=tuple(PIECES),
        count_plus=1,
        residual_games=residual_games,
    )


def umstufung(**more: Any) -> Event:
    """The adoption of the edition with its conversion."""
    conversion = {"pieces": PIECES, "count_plus": 1, **more}
    return adoption(DAY.isoformat(), rulebook="dwz-2026", conversion=conversion)


def only_2026(**parameters: Any) -> Event:
    """A pool that has lived by the edition of 2026 from the beginning."""
    return adoption("1990-01-01", rulebook="dwz-2026", parameters=parameters)
