"""The shapes of predictions and comparisons; shares are from 0 to 1, days ISO text."""

from typing import TypedDict


class Interval(TypedDict):
    """A mean, and the bounds of its 95 % interval over tournaments drawn again."""

    value: float
    low: float
    high: float


Band = TypedDict(
    "Band", {"from": float, "to": float, "games": int, "expected": float, "scored": float}
)
"""Favourites who were expected to score ``from`` to ``to``, and what they scored."""


class Group(TypedDict):
    """The scores over the games of one group."""

    group: str
    games: int
    expected: float
    scored: float
    log_loss: float | None
    brier: float | None
    accuracy: float | None


class Forecaster(TypedDict):
    """How good the forecasts of a rulebook or a baseline were.

    ``without_figure`` counts the games it expected nothing of; the scores are None without games.
    ``groups``: by ``year``, ``strength``, ``experience`` and ``colour``.
    """

    forecaster: str
    games: int
    without_figure: int
    log_loss: Interval | None
    brier: Interval | None
    accuracy: Interval | None
    calibration: list[Band]
    groups: dict[str, list[Group]]


class Difference(TypedDict):
    """The scores of the first less those of the second, over the games that both forecast."""

    first: str
    second: str
    games: int
    log_loss: Interval | None
    brier: Interval | None
    accuracy: Interval | None


Prediction = TypedDict(
    "Prediction",
    {
        "pool": str,
        "on": str | None,
        "known_at": int,
        "from": str | None,
        "to": str | None,
        "games": int,
        "forecasters": list[Forecaster],
        "compared": list[Difference],
    },
)
"""Forecasters side by side; ``games``: all that were played on the days ``from`` to ``to``."""
