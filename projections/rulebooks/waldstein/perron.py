"""The limit itself: the one positive solution of λ t = R t, Σ t = 1, to the last bit.

Floating-point iteration finds the solution to about twelve digits.  The remaining error is then
measured in integers of 256 bits and corrected until it is zero.  So t (down to 1e-50 or so, far
below any share that matters) is the number nearest to the true limit, whatever the machine, its
linear algebra, or the order of the players.

Large tables are valued by the paper's own iteration, which needs no matrix.  Small ones, and those
on which it converges slowly, take Noda's, which solves a system of equations at every step.
"""

from collections.abc import Callable, Mapping, Sequence

import attrs
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Rows = Sequence[Mapping[int, int]]
Correction = Callable[[Array], Array]
"""Return the additions to t and λ from the residuals of λ t = R t and Σ t = 1."""

ONE = 1 << 256
"""The unit of the whole-number arithmetic; no t is shown smaller, for none of them is 0."""
ENOUGH = 1 << 32
"""A remainder below this many units, 2 to the -224, counts as zero."""
NEAR = 1e-12
"""The relative distance of the bounds of λ at which the exact correction takes over."""
LARGE = 64
"""The number of players from which on equations cost more than operations."""
PATIENCE = 400
"""Steps after which an iteration is given up."""


@attrs.frozen(kw_only=True, eq=False)
class Scores:
    """All scores: the scorer, the opponent, the points; ``n`` players."""

    winner: NDArray[np.intp]
    loser: NDArray[np.intp]
    points: Array
    n: int

    @classmethod
    def of(cls, rows: Rows) -> "Scores":
        """The scores of a table."""
        entries = [(i, j, points) for i, row in enumerate(rows) for j, points in row.items()]
        winner, loser, points = np.array(entries, dtype=np.intp).T
        return cls(winner=winner, loser=loser, points=points.astype(np.float64), n=len(rows))

    def valued(self, t: Array) -> Array:
        """R t: one operation."""
        weights = self.points * t[self.loser]
        sums = np.bincount(self.winner, weights=weights, minlength=self.n)
        return sums.astype(np.float64, copy=False)

    def matrix(self) -> Array:
        """R."""
        R = np.zeros((self.n, self.n))
        R[self.winner, self.loser] = self.points
        return R

    def shift(self) -> float:
        """A quarter of the average score: enough that no iteration swings."""
        return float(self.points.sum()) / self.n / 4


def strength_of(rows: Rows) -> float:
    """λ of one linked class, to about twelve digits."""
    scores = Scores.of(rows)
    t = _iterated(scores)
    return _strength(scores, _by_noda(scores) if t is None else t)


def limit(rows: Rows) -> tuple[tuple[float, ...], float]:
    """Return t and λ of a group of players whose t are all positive and determine each other."""
    scores = Scores.of(rows)
    t = _iterated(scores)
    if t is None:
        t = _by_noda(scores)
        return _corrected(rows, scores, t, _correction_by_inverse(scores, t))
    return _corrected(rows, scores, t, _correction_by_iteration(scores, t))


def _strength(scores: Scores, t: Array) -> float:
    return float(scores.valued(t).sum())


def _agree(bounds: Array) -> bool:
    """True if the smallest and the largest of (R t) / t, between which λ lies, are near."""
    return bool(bounds.max() - bounds.min() <= NEAR * bounds.max())


def _iterated(scores: Scores) -> Array | None:
    """Return t by the paper's iteration; None for a small table, or if it converges slowly."""
    if scores.n <= LARGE:
        return None
    t = np.full(scores.n, 1 / scores.n)
    shift = scores.shift()
    for _ in range(PATIENCE):
        s = scores.valued(t)
        if _agree(s / t):
            return t
        t = s + shift * t
        t /= t.sum()
    return None


def _by_noda(scores: Scores) -> Array:
    """Return t by Noda's iteration, which takes the upper bound of λ as a shift."""
    R, unit = scores.matrix(), np.eye(scores.n)
    t = np.full(scores.n, 1 / scores.n)
    for _ in range(PATIENCE):
        bounds = scores.valued(t) / t
        if _agree(bounds):
            break
        t = np.linalg.solve(bounds.max() * (1 + 1e-15) * unit - R, t)
        t /= t.sum()
    return t


def _correction_by_inverse(scores: Scores, t: Array) -> Correction:
    """Newton's correction."""
    n = scores.n
    border = np.zeros((n + 1, n + 1))
    border[:n, :n] = scores.matrix() - _strength(scores, t) * np.eye(n)
    border[:n, n] = -t
    border[n, :n] = 1
    inverse = np.linalg.inv(border)
    return lambda missing: -inverse @ missing


def _correction_by_iteration(scores: Scores, t: Array) -> Correction:
    """Return the same by iteration: residuals are passed on until nothing changes."""
    strength, shift = _strength(scores, t), scores.shift()

    def correction(missing: Array) -> Array:
        change = -missing[-1] * t
        for _ in range(PATIENCE):
            error = scores.valued(change) - strength * change + missing[:-1]
            growth = error.sum()
            error -= growth * t
            change += error / (strength + shift)
            if np.abs(error).max() <= NEAR:
                break
        return np.append(change, growth)

    return correction


def _corrected(
    rows: Rows, scores: Scores, t: Array, correction: Correction
) -> tuple[tuple[float, ...], float]:
    """t and λ corrected until λ t = R t and Σ t = 1 hold in whole numbers."""
    whole = [_whole(float(number)) for number in (*t, _strength(scores, t))]
    for _ in range(PATIENCE):
        missing = _missing(rows, whole)
        largest = max(map(abs, missing))
        if largest < ENOUGH:
            return tuple(max(number, 1) / ONE for number in whole[:-1]), whole[-1] / ONE
        change = correction(np.array([number / largest for number in missing]))
        for i, part in enumerate(change):
            whole[i] += _whole(float(part)) * largest // ONE
    raise ArithmeticError("no limit was reached: the table is not one group")


def _whole(number: float) -> int:
    """``number`` in units, exactly."""
    numerator, denominator = number.as_integer_ratio()
    return numerator * ONE // denominator


def _missing(rows: Rows, whole: Sequence[int]) -> list[int]:
    """Return the residuals in units: R t − λ t of every player, and Σ t − 1."""
    strength = whole[-1]
    missing = [
        sum(points * whole[j] for j, points in row.items()) - strength * whole[i] // ONE
        for i, row in enumerate(rows)
    ]
    return [*missing, sum(whole[:-1]) - ONE]
