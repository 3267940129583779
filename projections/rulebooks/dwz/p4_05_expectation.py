"""DWZ 4.5 and 4.6; 2014, 2026: 3.3: the expected score of a game, P(D), and of all games, We."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from math import erf, fsum, log, log10, sqrt
from statistics import NormalDist

import attrs

from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.readings import Expectancy
from projections.rulebooks.figures import printed_table, whole


@attrs.frozen
class Curve:
    """One reading of the winning expectation: P(D) and its inverse D(P).

    ``slope``: the derivative of P; None: P rises in printed steps.
    """

    P: Callable[[float], float]
    D: Callable[[float], float]
    slope: Callable[[float], float] | None


_NORMAL = NormalDist(0, 200 * sqrt(2))


@dwz.within("4.5")
def _normal_chance(D: float) -> float:
    """P(D) = ½ (1 + erf(D/400)): the normal distribution with σ = 200·√2 (R4)."""
    # Not NormalDist.cdf: its formula differs between Python versions in the last digit.
    return 0.5 * (1 + erf(D / 400))


_BANDS = printed_table(__package__, "anhang_2_1_probability.csv", "1995")
_LAST_OF_BAND = [int(row["DWZ-Diff."].rpartition("-")[2]) for row in _BANDS[:-1]]
_BETTER = [float(row["P(D) besser"]) for row in _BANDS]
_WORSE = [float(row["P(D) schlechter"]) for row in _BANDS]
_DIFFERENCES = {
    whole(100 * float(row["P"])): int(row["D"])
    for row in printed_table(__package__, "anhang_2_2_difference.csv", "1995")
}


@dwz.within("Anhang 2.1")
def _table_chance(D: float) -> float:
    """P(D) of the printed two-digit table, |D| a whole number."""
    band = bisect_left(_LAST_OF_BAND, whole(abs(D)))
    return _BETTER[band] if D >= 0 else _WORSE[band]


@dwz.within("Anhang 2.2")
def _table_difference(P: float) -> float:
    """D(P) of the printed inverse, P rounded to hundredths."""
    # Sums of printed hundredths can miss an exact half by one ulp; rounding to six decimals fixes
    # it.
    return _DIFFERENCES[whole(round(100 * P, 6))]


@dwz.within("Anhang 2.1")
def _logistic_chance(D: float) -> float:
    """P(D) = 1/(1 + 10^(−D/400)), the approximation given below the table."""
    return float(1 / (1 + 10 ** (-D / 400)))


def _logistic_difference(P: float) -> float:
    return 400 * log10(P / (1 - P))


def _logistic_slope(D: float) -> float:
    P = _logistic_chance(D)
    return log(10) / 400 * P * (1 - P)


CURVES: Mapping[Expectancy, Curve] = {
    "normal": Curve(_normal_chance, _NORMAL.inv_cdf, _NORMAL.pdf),
    "table": Curve(_table_chance, _table_difference, None),
    "logistic": Curve(_logistic_chance, _logistic_difference, _logistic_slope),
}


class _Chances(dict[float, float]):
    """Cache of P(D) by whole difference; the same few thousand values recur."""

    def __init__(self, P: Callable[[float], float]) -> None:
        super().__init__()
        self._P = P

    def __missing__(self, D: float) -> float:
        chance = self._P(D)
        if isinstance(D, int):
            self[D] = chance
        return chance


_CHANCES = {expectancy: _Chances(curve.P) for expectancy, curve in CURVES.items()}


@dwz.within("4.5")
def chance(D: float, expectancy: Expectancy) -> float:
    """P(D): the expected score of a player who is ``D`` stronger."""
    return CURVES[expectancy].P(D)


@dwz.within("4.5")
def difference(P: float, expectancy: Expectancy) -> float:
    """D(P): the difference for the expected score ``P``, limited to 0.01 to 0.99."""
    return CURVES[expectancy].D(min(max(P, 0.01), 0.99))


@dwz("4.6")
def expected_points(Ro: int, opponents: Sequence[int], expectancy: Expectancy) -> float:
    """We is the sum of the expectations P(D) of the single games."""
    return sum_of_expectations(Ro, opponents, expectancy)


@dwz.within("4.6")
def sum_of_expectations(R: float, opponents: Sequence[float], expectancy: Expectancy) -> float:
    """We = Σ P(R − opponent), for a player with rating ``R``."""
    P = _CHANCES[expectancy]
    return fsum([P[R - opponent] for opponent in opponents])
