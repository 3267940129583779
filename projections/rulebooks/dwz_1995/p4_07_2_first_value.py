"""DWZ 4.7.2: the value of a result, whatever the player's own rating was."""

from collections.abc import Sequence
from math import fsum

from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.p4_05_expectation import difference, sum_of_expectations
from projections.rulebooks.dwz_1995.readings import Expectancy
from projections.rulebooks.figures import whole, whole_away

EXTREME = 677


@dwz("4.7.2.1.1")
def start_value(opponents: Sequence[int], W: float, expectancy: Expectancy) -> int:
    """First approximation: Rc + D(W/n), each rounded; Rc ± 677 for every point or none."""
    n = len(opponents)
    if is_extreme(W, n):
        return whole(extreme_value(opponents, W))
    return whole(mean(opponents)) + whole_away(difference(W / n, expectancy))


@dwz.within("4.7.2.1.2")
def is_extreme(W: float, n: int) -> bool:
    """0 % or 100 % of the points do not show how strong a player is."""
    return W in {0, n}


@dwz.within("4.7.2.1.2")
def extreme_value(opponents: Sequence[float], W: float) -> float:
    """Rc − 677 for no point at all, Rc + 677 for every point."""
    return mean(opponents) + (EXTREME if W else -EXTREME)


@dwz.within("4.7.2.1.3")
def improved_value(R: int, opponents: Sequence[float], W: float, expectancy: Expectancy) -> int:
    """R improved by a whole step (R6); for an extreme result its value against Rc as it is."""
    if is_extreme(W, len(opponents)):
        return whole(extreme_value(opponents, W))
    return R + whole_away(correction(R, opponents, W, expectancy))


@dwz.within("4.7.2.1.3")
def correction(R: float, opponents: Sequence[float], W: float, expectancy: Expectancy) -> float:
    """D of the average (W − We)/n + 0.5, by which R misses the points scored."""
    We = sum_of_expectations(R, opponents, expectancy)
    return difference((W - We) / len(opponents) + 0.5, expectancy)


@dwz.within("4.2")
def mean(opponents: Sequence[float]) -> float:
    """Rc, the mean of the opponents' ratings."""
    return fsum(opponents) / len(opponents)
