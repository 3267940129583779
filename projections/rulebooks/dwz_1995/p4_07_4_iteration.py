"""DWZ 4.7.4: the overall iteration, all first ratings of a tournament at once."""

from collections.abc import Mapping

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.chapters import Iteration, Score
from projections.rulebooks.dwz_1995.p4_07_2_first_value import improved_value
from projections.rulebooks.dwz_1995.p4_07_4_joint_root import joint_root
from projections.rulebooks.dwz_1995.readings import Expectancy

PASSES = 100
FURTHER_PASSES = 1000


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
    further = passes_from(passes[-1], scores, expectancy, FURTHER_PASSES)
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
