"""Scores of forecasts: the loss of each game, and means over many games.

A draw counts as half a win and half a loss, so every score here takes shares of
the point, not wins: the forecast with the lowest loss is the average share scored.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import nan

import attrs
import numpy as np
from numpy.typing import NDArray

from projections.study.forecasts import Forecast

# --- bootstrap intervals of a mean over games, which draw whole tournaments ----------------------

DRAWS = 1_000
AT_ONCE = 50
SEED = 1
LEVEL = 0.95


@attrs.frozen
class Interval:
    """A mean with the bounds of 95 of 100 resampled means."""

    value: float
    low: float
    high: float

    def document(self) -> dict[str, float]:
        """The three as JSON."""
        return attrs.asdict(self)


def interval_of_mean(
    losses: NDArray[np.float64], tournament: NDArray[np.int64], *, draws: int = DRAWS
) -> Interval | None:
    """The mean loss of a game with its interval; ``tournament`` assigns games to tournaments.

    None without games.  The same games give the same interval.
    """
    if not len(losses):
        return None
    sums = np.bincount(tournament, weights=losses).astype(np.float64)
    counts = np.bincount(tournament).astype(np.float64)
    there = counts > 0
    means = _drawn_means(sums[there], counts[there], draws)
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(losses.mean()), float(low), float(high))


def _drawn_means(
    sums: NDArray[np.float64], counts: NDArray[np.float64], draws: int
) -> NDArray[np.float64]:
    dice = np.random.default_rng(SEED)
    tournaments = len(sums)
    chances = np.full(tournaments, 1 / tournaments)
    means = []
    for first in range(0, draws, AT_ONCE):
        times = dice.multinomial(tournaments, chances, size=min(AT_ONCE, draws - first))
        means.append((times @ sums) / (times @ counts))
    return np.concatenate(means)


Shares = NDArray[np.float64]
CERTAINTY = 0.01
"""Limit of shares for the log loss: a certain but wrong forecast would cost infinity."""


@attrs.frozen(eq=False)
class Games:
    """Forecasts as columns, a row a game: shares from White's side, and the values to group by.

    ``tournament`` numbers the tournaments; ``figure``: the mean of both figures, NaN without them;
    ``experience``: the games before of the player with fewer.
    """

    expected: Shares
    score: Shares
    tournament: NDArray[np.int64]
    year: NDArray[np.int64]
    figure: Shares
    experience: NDArray[np.int64]

    @classmethod
    def of(cls, forecasts: Sequence[Forecast]) -> "Games":
        """Return the forecasts that have an expectation."""
        made = [one for one in forecasts if one.expected is not None]
        numbers: dict[str, int] = {}
        return cls(
            expected=np.array([one.expected for one in made], dtype=float),
            score=np.array([one.score for one in made], dtype=float),
            tournament=np.array(
                [numbers.setdefault(one.tournament, len(numbers)) for one in made], dtype=int
            ),
            year=np.array([one.day.year for one in made], dtype=int),
            figure=np.array([_mean_figure(one) for one in made], dtype=float),
            experience=np.array([one.experience for one in made], dtype=int),
        )

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.expected)


def log_loss(expected: Shares, score: Shares) -> Shares:
    """−(s · ln E + (1 − s) · ln(1 − E)) of every game."""
    share = np.clip(expected, CERTAINTY, 1 - CERTAINTY)
    return np.asarray(-(score * np.log(share) + (1 - score) * np.log1p(-share)))


def brier(expected: Shares, score: Shares) -> Shares:
    """(s − E)² of every game."""
    return np.asarray((score - expected) ** 2)


def accuracy(expected: Shares, score: Shares) -> Shares:
    """1 if the favourite won, 0 if he lost; ½ for a draw, or without a favourite."""
    return np.asarray(0.5 + 0.5 * np.sign(expected - 0.5) * np.sign(score - 0.5))


SCORES = {"log_loss": log_loss, "brier": brier, "accuracy": accuracy}


def mean_scores(expected: Shares, score: Shares) -> dict[str, float | None]:
    """The mean of each score; None of no games at all."""
    if not len(expected):
        return dict.fromkeys(SCORES)
    return {name: float(of(expected, score).mean()) for name, of in SCORES.items()}


# --- calibration and groups ------------------------------------------------------------------

BAND = 0.05
EXPERIENCE = (0, 5, 20, 50)


def calibration(games: Games) -> list[dict[str, float | int]]:
    """Return the favourites' expectations in bands of 0.05 beside their scores."""
    is_white = games.expected >= 0.5
    expected = np.where(is_white, games.expected, 1 - games.expected)
    score = np.where(is_white, games.score, 1 - games.score)
    last = round(0.5 / BAND) - 1
    bands = np.minimum(((expected - 0.5) / BAND + 1e-9).astype(int), last)
    return [
        {
            "from": round(0.5 + band * BAND, 2),
            "to": round(0.5 + (band + 1) * BAND, 2),
            "games": int((bands == band).sum()),
            "expected": float(expected[bands == band].mean()),
            "scored": float(score[bands == band].mean()),
        }
        for band in sorted(set(bands.tolist()))
    ]


def grouped(games: Games) -> dict[str, list[dict[str, float | int | str | None]]]:
    """The scores by year, by strength (quarters of the mean figure), by colour, by experience."""
    if not len(games):
        return {"year": [], "strength": [], "experience": [], "colour": []}
    stage = np.searchsorted(EXPERIENCE, games.experience, side="right") - 1
    return {
        "year": _rows(games, games.year, {int(year): str(year) for year in set(games.year)}),
        "strength": [] if np.isnan(games.figure).any() else _by_strength(games),
        "experience": _rows(games, stage, _stage_names()),
        "colour": [
            _row("white", games.expected, games.score),
            _row("black", 1 - games.expected, 1 - games.score),
        ],
    }


def _mean_figure(one: Forecast) -> float:
    return nan if one.white is None or one.black is None else (one.white + one.black) / 2


def _by_strength(games: Games) -> list[dict[str, float | int | str | None]]:
    quarters = np.quantile(games.figure, [0.25, 0.5, 0.75])
    quarter = np.searchsorted(quarters, games.figure, side="right")
    return _rows(games, quarter, _quarter_names(quarters.tolist()))


def _quarter_names(quarters: Sequence[float]) -> Mapping[int, str]:
    low, middle, high = (f"{quarter:.0f}" for quarter in quarters)
    return {
        0: f"below {low}",
        1: f"{low} to {middle}",
        2: f"{middle} to {high}",
        3: f"from {high}",
    }


def _stage_names() -> Mapping[int, str]:
    names = [f"{first}-{after - 1}" for first, after in pairwise(EXPERIENCE)]
    return dict(enumerate([*names, f"{EXPERIENCE[-1]} and more"]))


def _rows(
    games: Games, group: NDArray[np.int64], names: Mapping[int, str]
) -> list[dict[str, float | int | str | None]]:
    return [
        _row(names[each], games.expected[group == each], games.score[group == each])
        for each in sorted(set(group.tolist()))
    ]


def _row(name: str, expected: Shares, score: Shares) -> dict[str, float | int | str | None]:
    return {
        "group": name,
        "games": len(expected),
        "expected": float(expected.mean()),
        "scored": float(score.mean()),
        **mean_scores(expected, score),
    }
