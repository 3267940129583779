"""The shapes of predictions and comparisons; shares are from 0 to 1, days ISO text."""

from math import inf
from typing import Any, Literal, TypedDict

from projections.queries.answer_types import NamedPlayer, SpreadRow


class Interval(TypedDict):
    """A mean, and the bounds of its 95 % interval over resampled tournaments."""

    value: float
    low: float
    high: float


Band = TypedDict(
    "Band", {"from": float, "to": float, "games": int, "expected": float, "scored": float}
)
"""Favourites who were expected to score ``from`` to ``to``, and their score."""


class Group(TypedDict):
    """The scores over the games of one group."""

    group: str
    games: int
    expected: float
    scored: float
    log_loss: float | None
    brier: float | None
    accuracy: float | None


class Losses(TypedDict):
    """The mean scores over some games, None without games."""

    log_loss: Interval | None
    brier: Interval | None
    accuracy: Interval | None


class Forecaster(Losses):
    """The quality of the forecasts of a rulebook or a baseline over its own games.

    ``without_figure`` counts the games without an expectation.  ``common``: the scores over the
    common games, None unless it forecasts all of these.
    ``groups``: by ``year``, ``strength``, ``experience`` and ``colour``.
    """

    forecaster: str
    games: int
    without_figure: int
    common: Losses | None
    calibration: list[Band]
    groups: dict[str, list[Group]]


class Difference(Losses):
    """The scores of the first less those of the second, over the games that both forecast."""

    first: str
    second: str
    games: int


Prediction = TypedDict(
    "Prediction",
    {
        "pool": str,
        "on": str | None,
        "known_at": int,
        "from": str | None,
        "to": str | None,
        "games": int,
        "common_games": int,
        "forecasters": list[Forecaster],
        "compared": list[Difference],
    },
)
"""Forecasters side by side; ``games``: all games on the days ``from`` to ``to``;
``common_games``: those that every rulebook forecasts.
"""


def ranked(found: Prediction) -> list[Forecaster]:
    """Return the forecasters, the least log loss over the common games first."""

    def cost(row: Forecaster) -> float:
        loss = row["common"] and row["common"]["log_loss"]
        return loss["value"] if loss else inf

    return sorted(found["forecasters"], key=cost)


class YearEndRow(TypedDict):
    """The figures valid at the end of a year: number, mean and quartiles."""

    year: int
    rulebook: str
    players: int
    mean: float
    lower: float
    upper: float


class SideRow(TypedDict):
    """A rulebook on the history of a pool.

    ``players`` and ``mean`` of the figures valid on the day; ``changes``: the number of changes of
    a figure, ``mean_change`` their mean size; ``reversals``: the share of
    changes opposite to the player's last one; ``spread``: the figures then and now.
    """

    rulebook: str | None
    parameters: dict[str, Any]
    players: int
    mean: float | None
    changes: int
    mean_change: float | None
    reversals: float | None
    years: list[YearEndRow]
    spread: list[SpreadRow]


class ComparedRow(NamedPlayer):
    """A player under both; a ``difference`` above 0: better under the second."""

    first: float
    second: float
    first_place: int
    second_place: int
    difference: float


class ReasonRow(NamedPlayer):
    """The reasons that a player's figure differs, in sentences, the first cause first."""

    told: list[str]


class MeanOfGroup(TypedDict):
    """The mean difference of a group of players."""

    group: str
    players: int
    mean: float


class Comparison(TypedDict):
    """Two lists of one day; ``rows``: the players on both, in the order of the first.

    ``kendall`` (τ-b) and ``spearman``: the similarity of the orders, None without an order;
    ``difference_of``: ``figures`` of one scale, or ``places``; ``why``: for the players who gain
    and lose most, as many as requested.
    """

    pool: str
    on: str
    known_at: int
    sides: list[SideRow]
    players: int
    only_first: int
    only_second: int
    kendall: float | None
    spearman: float | None
    difference_of: Literal["figures", "places"]
    differences: dict[str, float] | None
    by_age: list[MeanOfGroup]
    by_strength: list[MeanOfGroup]
    rows: list[ComparedRow]
    why: list[ReasonRow]


class SeasonRow(TypedDict):
    """The setting chosen on all seasons before, and its score in this one.

    ``own_log_loss``, ``own_brier``: of the rulebook's own setting on the same games.
    """

    season: int
    chosen: dict[str, Any]
    games: int
    log_loss: float
    own_log_loss: float
    brier: float
    own_brier: float


class TrialRow(TypedDict):
    """The loss of a setting in a season; ``difference``: its log loss less the rulebook's own."""

    season: int
    setting: dict[str, Any]
    chosen: bool
    games: int
    log_loss: float
    brier: float
    difference: float


class Choice(TypedDict):
    """Mean losses over all seasons that were scored; ``difference``: chosen less own."""

    chosen: Interval | None
    own: Interval | None
    difference: Interval | None


class SweepAnswer(TypedDict):
    """A sweep over ``settings``; ``games``: of the seasons scored, forecast by all of them.

    ``trials``: every setting in every season; only a chosen one was chosen in advance.
    """

    pool: str
    rulebook: str
    known_at: int
    settings: int
    seasons: list[SeasonRow]
    trials: list[TrialRow]
    games: int
    log_loss: Choice
    brier: Choice
