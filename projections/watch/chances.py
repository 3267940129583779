"""Exact chances of scores, and what several thousand questions at once do to them.

A rulebook expects a share of a point of each game.  With the share of draws that the pool has at
such an expectation, this gives the chances of a loss, a draw and a win; the distribution of a
score is their convolution, in half points.  Every probability below follows from that, and none
from a normal distribution, which is far off in the tails of a score of nine games.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import fsum, log, sqrt
from statistics import NormalDist, median

import attrs

_NORMAL = NormalDist()
_LEAST_CHANCE = 1e-300
"""A chance that is smaller, as of a result that a curve holds to be impossible, is this."""
_MEDIAN_OF_SQUARES = _NORMAL.inv_cdf(0.75) ** 2
"""The median of the squares of standard normal values."""
BANDS = 10
"""The expectations of the stronger side, from 0.5 to 1, are counted in so many bands."""
_PRIOR_GAMES = 20.0
"""A band counts as if it had so many games more, drawn as often as all."""

Chances = tuple[float, float, float]
"""Of a loss, a draw and a win."""


@attrs.frozen
class Outcomes:
    """The share of games that are drawn, by the band of the stronger side's expectation."""

    drawn: Sequence[float] = (0.0,) * BANDS

    @classmethod
    def counted(cls, games: Iterable[tuple[float, float]]) -> "Outcomes":
        """Return the shares among games, each with an expectation and a score of one side."""
        played, draws = [0] * BANDS, [0] * BANDS
        for expected, score in games:
            band = _band(expected)
            played[band] += 1
            draws[band] += score == 0.5
        overall = sum(draws) / max(1, sum(played))
        return cls(
            [
                (drawn + _PRIOR_GAMES * overall) / (count + _PRIOR_GAMES)
                for count, drawn in zip(played, draws, strict=True)
            ]
        )

    def of(self, expected: float) -> Chances:
        """Return the chances of a game with this expectation."""
        drawn = min(self.drawn[_band(expected)], 2 * expected, 2 * (1 - expected))
        win = expected - drawn / 2
        return 1 - win - drawn, drawn, win


def _band(expected: float) -> int:
    return min(BANDS - 1, int(abs(expected - 0.5) * 2 * BANDS))


def distribution(games: Iterable[Chances]) -> list[float]:
    """Return the chances of 0, ½, 1 … points out of independent games."""
    found = [1.0]
    for loss, draw, win in games:
        following = [0.0] * (len(found) + 2)
        for halves, chance in enumerate(found):
            following[halves] += chance * loss
            following[halves + 1] += chance * draw
            following[halves + 2] += chance * win
        found = following
    return found


def chance_of_count(chances: Iterable[float], least: int) -> float:
    """Return the chance that at least so many of independent events happen."""
    found = distribution((1 - chance, 0.0, chance) for chance in chances)
    return _within(sum(found[2 * least :]))


def at_least(found: Sequence[float], points: float) -> float:
    """Return the chance of a score of ``points`` or more."""
    return _within(sum(found[round(2 * points) :]))


def at_most(found: Sequence[float], points: float) -> float:
    """Return the chance of a score of ``points`` or less."""
    return _within(sum(found[: round(2 * points) + 1]))


def both(first: float, second: float) -> float:
    """Return the chance of two independent observations together (Fisher's method)."""
    product = max(first * second, _LEAST_CHANCE)
    return _within(product * (1 - log(product)))


def deviation(games: Sequence[Chances], points: float) -> float:
    """Return how many standard deviations a score lies above its expectation.

    0 if the games leave no room for another score.
    """
    expected = fsum(draw / 2 + win for _, draw, win in games)
    variance = fsum(draw / 4 + win - (draw / 2 + win) ** 2 for _, draw, win in games)
    return (points - expected) / sqrt(variance) if variance > 0 else 0.0


def deviation_of(chance: float) -> float:
    """Return the standard normal value that is exceeded with this chance."""
    return -_NORMAL.inv_cdf(max(_LEAST_CHANCE, min(chance, 1 - 1e-12)))


def exceeded(value: float) -> float:
    """Return the chance with which a standard normal value exceeds this one."""
    return max(_LEAST_CHANCE, _NORMAL.cdf(-value))


def dispersion(deviations: Sequence[float]) -> float:
    """Return the ratio of a pool's spread of results to the one that the expectations give.

    Ratings are estimates, so that even honest results scatter more widely than the rulebook
    expects.  The ratio is that of the medians of the squares, which a few extreme results do not
    move (Devlin and Roeder 1999, genomic control); never less than 1.
    """
    if not deviations:
        return 1.0
    return max(1.0, sqrt(median(each * each for each in deviations) / _MEDIAN_OF_SQUARES))


def false_discovery_rates(chances: Sequence[float], asked: int) -> list[float]:
    """Return for each chance the share of false alarms among those as small (q values).

    ``asked``: the number of questions, of which ``chances`` has the smallest answers.  After
    Benjamini and Hochberg (1995).
    """
    order = sorted(range(len(chances)), key=chances.__getitem__, reverse=True)
    raw = [
        chances[index] * asked / rank
        for rank, index in zip(range(len(order), 0, -1), order, strict=True)
    ]
    found = [0.0] * len(chances)
    for index, rate in zip(order, accumulate(raw, min), strict=True):
        found[index] = min(1.0, rate)
    return found


def _within(chance: float) -> float:
    return min(1.0, max(chance, _LEAST_CHANCE))
