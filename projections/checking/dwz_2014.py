"""DWZ 2014 for the checker: what its steps are by the numbers of that edition.

Written from the text, like :mod:`projections.checking.dwz`, whose curves and passes it shares.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from projections.checking.dwz import JOINT, expected, passes_of, performance_of, started
from projections.checking.formula import Given, formula, half_up

EQUAL = 1e-9


@formula("DWZ 2014 2.2.4", "index", "index after")
def _next_index(g: Given) -> Any:
    return g["index"] + 1


@formula("DWZ 2014 3.3", "Ro|opponents|expectancy", "We", free="opponents")
def _we(g: Given) -> float:
    return expected(g["Ro"], g["opponents"], g["expectancy"])


@formula("DWZ 2014 3.3", "games", free="games")
def _we_of_games(g: Given) -> float:
    return math.fsum(game["expected"] for game in g["games"])


@formula("DWZ 2014 3.4.1", "games|residual_games|W", free="games|residual_games|W")
def _joins(g: Given) -> bool:
    n = g["games"] + g["residual_games"]
    return bool(g["games"] > 0 and n >= 5 and g["W"] not in {0, n})


@formula("DWZ 2014 3.4.2", "games", free="games")
def _residual_games(g: Given) -> int:
    return len(g["games"])


@formula("DWZ 2014 3.4.4", "opponents|W|expectancy", "start", free="opponents|W")
def _start(g: Given) -> int:
    return started(g["opponents"], g["W"], g["expectancy"])


@formula("DWZ 2014 3.4.4", "passes", "Ri|Ro", free="passes")
def _iterated(g: Given) -> int:
    return int(g["passes"][-1])


@formula("DWZ 2014 3.4.4", JOINT, "Ri|Ro", free=JOINT)
def _iterated_together(g: Given) -> Any:
    return passes_of(g)


@formula("DWZ 2014 3.4.4", "Ri", "Rn")
def _corrected(g: Given) -> int:
    return int(g["Ri"]) if g["Ri"] >= 800 else half_up(Fraction(5600 + g["Ri"], 8))


@formula("DWZ 2014 3.5", "Ro|W|We|E|n", "Rn")
def _next_rating(g: Given) -> int:
    return half_up(g["Ro"] + 800 * (g["W"] - g["We"]) / (g["E"] + g["n"]))


@formula("DWZ 2014 3.6", "opponents|W|expectancy", "Rh", free="opponents|W")
def _performance(g: Given) -> int | str:
    return performance_of(g["opponents"], g["W"], g["expectancy"])


@formula("DWZ 2014 3.6", "Ri", "Rh")
def _first_is_performance(g: Given) -> int:
    return int(g["Ri"])


@formula("DWZ 2014 3.6.3", "Ro|Rh|threshold", "Rp")
def _special(g: Given) -> int | None:
    return int(g["Rh"]) if g["Rh"] > g["Ro"] + g["threshold"] else None


@formula("DWZ 2014 Anhang 1.2", "Ro|J|W|We", "fB")
def _acceleration(g: Given) -> float:
    reached = g["W"] > g["We"] - EQUAL
    return sorted((0.5, g["Ro"] / 2000, 1.0))[1] if g["J"] == 5 and reached else 1.0


@formula("DWZ 2014 Anhang 1.2", "Ro|W|We", "SBr")
def _brake(g: Given) -> float:
    missed = g["W"] <= g["We"] - EQUAL
    return math.exp((1300 - g["Ro"]) / 150) - 1 if missed and g["Ro"] < 1300 else 0.0


@formula("DWZ 2014 Anhang 1.2", "Ro|J|fB|SBr", "E")
def _coefficient(g: Given) -> int:
    E0 = max(g["Ro"] / 1000, 0) ** 4 + g["J"]  # noqa: N806 - the document's own
    return half_up(E0 * g["fB"] + g["SBr"])


# Of an adopted figure the index is 1 here and 6 in the row: see fitting_dwz.
@formula("DWZ 2014 Anhang 1.2", "E|index|SBr", "E", free="index")
def _bounded_coefficient(g: Given) -> int:
    limits: Sequence[int] = (150,) if g["SBr"] > 0 else (30, 5 * max(g["index"], 1))
    return int(max(5, min(g["E"], *limits)))
