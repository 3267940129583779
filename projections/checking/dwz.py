"""DWZ 1995 for the checker: expectation, performance, first and next ratings."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

from projections.checking.formula import (
    CANNOT_BE,
    CANNOT_TELL,
    Given,
    OneOf,
    exact,
    formula,
    half_away,
    half_up,
)

# Anhang 2.1: the last difference of every band, from P = .50 up in steps of .01.
_BANDS = [3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145]
_BANDS += [153, 162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315]
_BANDS += [328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735]
# Anhang 2.2: the difference for P = .50, .51 … .99.
_DIFFERENCES = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133]
_DIFFERENCES += [141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284]
_DIFFERENCES += [296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677]
_CURVE = NormalDist(0, 200 * math.sqrt(2))


def chance(difference: float, expectancy: str) -> float:
    """P(D): by the normal curve, the printed table or the approximation."""
    if expectancy == "normal":
        return 0.5 * (1 + math.erf(difference / 400))
    if expectancy == "logistic":
        return float(1 / (1 + 10 ** (-difference / 400)))
    hundredths = 50 + bisect_left(_BANDS, half_up(abs(difference)))
    return (hundredths if difference >= 0 else 100 - hundredths) / 100


def difference(share: float, expectancy: str) -> float:
    """D(P), P being taken within .01 and .99."""
    share = min(max(share, 0.01), 0.99)
    if expectancy == "normal":
        return _CURVE.inv_cdf(share)
    if expectancy == "logistic":
        return 400 * math.log10(share / (1 - share))
    hundredths = half_up(round(100 * share, 6))
    size = _DIFFERENCES[abs(hundredths - 50)]
    return size if hundredths >= 50 else -size


def expected(rating: float, opponents: Sequence[float], expectancy: str) -> float:
    """We: the sum of the chances against all opponents."""
    return math.fsum(chance(rating - opponent, expectancy) for opponent in opponents)


def improved(rating: int, opponents: Sequence[float], points: float, expectancy: str) -> int:
    """One pass of the iteration, for an extreme result its value against the mean."""
    n = len(opponents)
    if points in {0, n}:
        return half_up(math.fsum(opponents) / n + (677 if points else -677))
    missing = (points - expected(rating, opponents, expectancy)) / n
    return rating + half_away(difference(missing + 0.5, expectancy))


def started(opponents: Sequence[float], points: float, expectancy: str) -> int:
    """The first approximation of a rating from nothing but these games."""
    mean, n = math.fsum(opponents) / len(opponents), len(opponents)
    if points in {0, n}:
        return half_up(mean + (677 if points else -677))
    return half_up(mean) + half_away(difference(points / n, expectancy))


def performance_of(opponents: Sequence[float], points: float, expectancy: str) -> int | str:
    """The rating at which the passes over these games end, else that of their exact root."""
    value = started(opponents, points, expectancy)
    for _ in range(100):
        before, value = value, improved(value, opponents, points, expectancy)
        if value == before:
            return value
    return CANNOT_TELL if expectancy == "table" else half_up(_root(opponents, points, expectancy))


def _root(opponents: Sequence[float], points: float, expectancy: str) -> float:
    """The rating at which just these points are expected, found by halving."""
    low, high = min(opponents) - 3000.0, max(opponents) + 3000.0
    for _ in range(80):
        middle = (low + high) / 2
        if expected(middle, opponents, expectancy) < points:
            low = middle
        else:
            high = middle
    return high


@formula("DWZ 6.1.1", "rating|index|from|until|day", free="index")
@formula("DWZ 6.1.2", "rating|index|from|until|day", free="index")
def _still_holds(g: Given) -> str:
    return "valid" if g["until"] is None or g["day"] <= g["until"] else "lapsed"


@formula("DWZ 6.1.2", "before|figure|factor|plus|below", free="figure|factor|plus|below")
def _converted(g: Given) -> int | str:
    if g["below"] is not None and g["figure"] >= g["below"]:
        return CANNOT_BE
    return half_up(exact(g["factor"]) * g["figure"] + exact(g["plus"]))


@formula("DWZ 4.4", "games", free="games")
@formula("DWZ 4.7.7", "games", free="games")
def _residual_games(g: Given) -> int:
    return len(g["games"])


@formula("DWZ 4.6", "Ro|opponents|expectancy", "We", free="opponents")
def _we(g: Given) -> float:
    return expected(g["Ro"], g["opponents"], g["expectancy"])


@formula("DWZ 4.6", "games", free="games")
def _we_of_games(g: Given) -> float:
    return math.fsum(game["expected"] for game in g["games"])


@formula("DWZ 4.7.2.1.1", "opponents|W|expectancy", "start", free="opponents|W")
def _start(g: Given) -> int:
    return started(g["opponents"], g["W"], g["expectancy"])


@formula("DWZ 4.7.3.1", "games|residual_games", free="games")
@formula("DWZ 4.7.3.2", "games|residual_games", free="games")
def _joins(g: Given) -> bool:
    return bool(g["games"] > 0 and g["games"] + g["residual_games"] >= 5)


@formula("DWZ 4.7.4", "passes", "Rn|Ro", free="passes")
def _iterated(g: Given) -> int:
    return int(g["passes"][-1])


@formula("DWZ 4.7.6", "Ro|W|We|n|threshold", "Rp")
def _special(g: Given) -> int | None:
    above = 800 * (exact(g["W"]) - exact(g["We"])) / g["n"]
    return half_up(g["Ro"] + above) if above >= g["threshold"] else None


@formula("DWZ 4.8", "opponents|W|expectancy", "Rh")
def _performance(g: Given) -> int | str:
    return performance_of(g["opponents"], g["W"], g["expectancy"])


@formula("DWZ 4.8", "Rn", "Rh")
def _first_is_performance(g: Given) -> int:
    return int(g["Rn"])


@formula("DWZ 4.9.1", "Ro|W|We|E|n", "Rn")
def _next_rating(g: Given) -> int:
    return half_up(g["Ro"] + 800 * (exact(g["W"]) - exact(g["We"])) / (g["E"] + g["n"]))


@formula("DWZ 4.9.2", "Ro|J", "E")
def _coefficient(g: Given) -> int:
    return half_up(Fraction(max(g["Ro"], 0) ** 4, 10**12)) + int(g["J"])


@formula("DWZ 4.9.2", "E|index", "E")
def _bounded_coefficient(g: Given) -> int:
    return int(max(5, min(g["E"], 5 * max(g["index"], 1), 30)))


@formula("DWZ 4.9.3", "index", "index after")
def _next_index(g: Given) -> int:
    return int(g["index"]) + 1


@formula("DWZ 4.10.1.1", "Ro|We|n|expectancy", "Rc", free="Ro|We")
def _level(g: Given) -> float:
    return float(g["Ro"] - difference(g["We"] / g["n"], g["expectancy"]))


@formula("DWZ 4.10.1.1", "Rc|Ro|n|expectancy", "We")
def _we_against_level(g: Given) -> float:
    return float(g["n"] * chance(g["Ro"] - g["Rc"], g["expectancy"]))


@formula("DWZ 4.10.1.3", "evaluations", "mean", free="evaluations")
def _mean_of_first(g: Given) -> OneOf:
    """The mean of first ratings; that they start from before the earliest is said alike."""
    games = sum(n for _, n in g["evaluations"])
    total = sum(rating * n for rating, n in g["evaluations"])
    return OneOf((half_up(Fraction(total, games)), "unrated"))
