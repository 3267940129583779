"""Numbers of players by their rating, at two times and in the same classes."""

from collections.abc import Collection
from datetime import date
from math import floor

import attrs

from projections.queries.answer_types import SpreadRow

CLASSES = 25
STEPS = (1, 2, 5)


@attrs.frozen(kw_only=True)
class Spread:
    """``classes``: by lower bound, the number of players up to ``width`` above it."""

    on: date
    width: float
    classes: tuple[tuple[float, int], ...]

    def document(self) -> SpreadRow:
        """The spread as JSON."""
        return {
            "on": self.on.isoformat(),
            "width": self.width,
            "classes": [{"from": low, "players": players} for low, players in self.classes],
        }


def spreads(*times: tuple[date, Collection[float]]) -> list[Spread]:
    """Return one spread for each time with figures; about 25 classes hold them all."""
    every = [figure for _, figures in times for figure in figures]
    if not every:
        return []
    width = _width((max(every) - min(every)) / CLASSES)
    return [
        Spread(on=day, width=width, classes=_classes(figures, width))
        for day, figures in times
        if figures
    ]


def _width(least: float) -> float:
    """The next round number: 1, 2, 5, 10, 20 …"""
    magnitude = 1
    while True:
        for step in STEPS:
            if step * magnitude >= least:
                return step * magnitude
        magnitude *= 10


def _classes(figures: Collection[float], width: float) -> tuple[tuple[float, int], ...]:
    counts: dict[float, int] = {}
    for figure in figures:
        low = floor(figure / width) * width
        counts[low] = counts.get(low, 0) + 1
    return tuple(sorted(counts.items()))
