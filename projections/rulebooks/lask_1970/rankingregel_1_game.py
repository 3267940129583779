"""LASK Rankingregel 1 and Tabell 5: what one game is worth to each of its players."""

from bisect import bisect_right

from projections.rulebooks.figures import printed_table
from projections.rulebooks.lask_1970 import lask

_ROWS = printed_table(lask.package, "tabell_5_kompensation.csv")
_BAND_STARTS = tuple(int(row["skillnad"].partition("-")[0]) for row in _ROWS)
_K = tuple(int(row["K"]) for row in _ROWS)


@lask("Tabell 5")
def compensation(R: int) -> int:
    """The compensation K for a difference R ≥ 0 between two numbers."""
    return _K[bisect_right(_BAND_STARTS, R) - 1]


@lask("Rankingregel 1")
def change(own: int, opponent: int, points: float) -> int:
    """A win gives 16, a loss −16, a draw 0; the weaker player gets K more, the better K less."""
    k = compensation(abs(own - opponent))
    return int(32 * points) - 16 + (k if own < opponent else -k)


@lask.within("Rankingregel 1")
def expected_score(own: int, opponent: int) -> float:
    """The score at which nothing is won or lost: 32 points lie between a win and a loss."""
    k = compensation(abs(own - opponent))
    return (16 + (k if own > opponent else -k)) / 32
