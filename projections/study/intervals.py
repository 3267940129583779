"""How sure a mean over games is: bootstrap intervals that draw whole tournaments.

Games of one tournament have players and days in common, so they are drawn together or not at all.
"""

import attrs
import numpy as np
from numpy.typing import NDArray

DRAWS = 1_000
AT_ONCE = 50
SEED = 1
LEVEL = 0.95


@attrs.frozen
class Interval:
    """A mean with the bounds between which 95 of 100 drawn means lie."""

    value: float
    low: float
    high: float

    def document(self) -> dict[str, float]:
        """The three as JSON."""
        return attrs.asdict(self)


def interval_of_mean(
    losses: NDArray[np.float64], tournament: NDArray[np.int64], *, draws: int = DRAWS
) -> Interval | None:
    """The mean loss of a game with its interval; ``tournament`` says which game belongs to which.

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
