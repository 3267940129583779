"""DWZ 4.7.4: the overall iteration, all first ratings of a tournament at once."""

from collections.abc import Mapping

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Iteration, Score
from projections.rulebooks.dwz_1995.p4_07_2_first_value import (
    correction,
    extreme_value,
    improved_value,
    is_extreme,
)
from projections.rulebooks.dwz_1995.readings import Expectancy
from projections.rulebooks.figures import whole

PASSES = 100
SWEEPS = 1000
STILL = 1e-9
_SURE = 6  # decimals of a root; STILL leaves the last ones open, and a half decides


@dwz.within("4.7.4")
def overall_iteration(
    start: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy
) -> Iteration:
    """All first ratings improved together until the units stay the same."""
    passes = passes_from(start, scores, expectancy, PASSES)
    if len(passes) <= PASSES:
        return Iteration(passes=passes, end="constant")
    root = joint_root(passes[-1], scores, expectancy)
    if root is not None:
        return Iteration(passes=[*passes, root], end="root")
    further = passes_from(passes[-1], scores, expectancy, SWEEPS)
    return Iteration(passes=[*passes, *further[1:]], end="no root")


def passes_from(
    start: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy, most: int
) -> list[Mapping[str, int]]:
    """Pass after pass, each from the values of the one before, until no value changes.

    The start comes first; ``most`` passes follow if the values do not come to rest.
    """
    passes = [start]
    for _ in range(most):
        values = passes[-1]
        improved = {
            player: improved_value(values[player], score.opponents(values), score.W, expectancy)
            for player, score in scores.items()
        }
        if improved == values:
            break
        passes.append(improved)
    return passes


def joint_root(
    values: Mapping[str, int], scores: Mapping[str, Score], expectancy: Expectancy
) -> dict[str, int] | None:
    """The values at which W = We for all at once, rounded; None where there are none.

    The same correction without rounding, one player after the other: this comes to rest where
    correcting all in whole steps at once only swings about the root.
    """
    roots: dict[str, float] = dict(values)
    for _ in range(SWEEPS):
        before = dict(roots)
        for player in sorted(scores):
            roots[player] = _exactly_improved(roots[player], scores[player], roots, expectancy)
        if all(abs(roots[player] - before[player]) < STILL for player in roots):
            return {player: whole(round(root, _SURE)) for player, root in roots.items()}
    return None


def _exactly_improved(
    R: float, score: Score, values: Mapping[str, float], expectancy: Expectancy
) -> float:
    opponents = score.opponents(values)
    if is_extreme(score.W, score.n):
        return extreme_value(opponents, score.W)
    return R + correction(R, opponents, score.W, expectancy)
