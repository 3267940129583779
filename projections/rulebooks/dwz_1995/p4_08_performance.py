"""DWZ 4.8: Rh, the performance in one tournament, whatever the rating before it was."""

from collections.abc import Sequence

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.p4_07_2_first_value import start_value
from projections.rulebooks.dwz_1995.p4_07_4_iteration import Score, overall_iteration
from projections.rulebooks.dwz_1995.readings import Expectancy


@dwz("4.8")
def performance(opponents: Sequence[int], W: float, expectancy: Expectancy) -> int:
    """Rh is the rating at which just these points were to be expected, as in a first DWZ."""
    start = {"Rh": start_value(opponents, W, expectancy)}
    score = {"Rh": Score(fixed=opponents, W=W)}
    return overall_iteration(start, score, expectancy).values["Rh"]
