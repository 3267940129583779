"""DWZ 2026 for the checker: K by its parts, first ratings with a fictitious draw, the Umstufung.

Written from the rules, like :mod:`projections.checking.dwz`, whose curves and passes it shares;
paragraphs that stand as in 2014 have the formulas of :mod:`projections.checking.dwz_2014`.
"""

from fractions import Fraction

from projections.checking import dwz_2014
from projections.checking.dwz import performance_of
from projections.checking.formula import (
    CANNOT_BE,
    FORMULAS,
    Given,
    exact,
    formula,
    half_up,
)

# As in 2014, by their numbers there.
_UNCHANGED = {"2.2.4", "3.3", "3.4.2", "3.6.3", "4.1.1", "4.1.2"}
_OTHERS_UNCHANGED = {  # of paragraphs that changed in part
    ("3.4.4", frozenset({"opponents", "W", "expectancy"})),
    ("3.4.4", frozenset({"passes"})),
    ("3.6", frozenset({"Ri"})),
}
_EARLIER = "DWZ 2014 "
for (_rule, _symbols), _formula in list(FORMULAS.items()):
    _paragraph = _rule.removeprefix(_EARLIER)
    if _rule.startswith(_EARLIER) and (
        _paragraph in _UNCHANGED or (_paragraph, _symbols) in _OTHERS_UNCHANGED
    ):
        FORMULAS[f"DWZ 2026 {_paragraph}", _symbols] = _formula

EQUAL = dwz_2014.EQUAL
_TABLE = {  # by the first of K0 from index 2 on, then in steps of 2 from index 3 on
    "young": [60, 60, *range(48, 33, -2), 32],
    "adult": [60, 60, *range(44, 29, -2), 28],
    "other": [60, 60, *range(41, 26, -2), 25],
}


def _said(value: Fraction) -> int | str:
    """A fraction as the steps show it."""
    return int(value) if value.denominator == 1 else str(value)


@formula("DWZ 2026 3.4.1", "games|residual_games|W|perfect_score", free="games|W")
def _joins(g: Given) -> bool:
    n = g["games"] + g["residual_games"]
    most = n if g["perfect_score"] == "draw" else n - 0.5
    return bool(g["games"] > 0 and n >= 5 and 0.5 <= g["W"] <= most)


@formula("DWZ 2026 3.6.2", "opponents|W", free="opponents|W")
def _fictitious_opponent(g: Given) -> int | str:
    opponents = g["opponents"]
    if g["W"] != len(opponents):
        return CANNOT_BE
    return half_up(Fraction(sum(opponents), len(opponents)))


@formula("DWZ 2026 3.4.4", "Ri|r|minimum", "Rn")
def _corrected(g: Given) -> int:
    Ri, r = g["Ri"], exact(g["r"])  # noqa: N806 - the document's own
    lifted = 1100 + r * 900 * Fraction(Ri, 1100) if Ri < 1100 else Ri + r * (2000 - Ri)
    return max(int(g["minimum"]), Ri if Ri >= 2000 else half_up(lifted))


@formula("DWZ 2026 3.5", "Ro|W|We|K|minimum", "Rn")
def _next_rating(g: Given) -> int:
    change = exact(g["K"]) * (exact(g["W"]) - exact(g["We"]))
    return max(int(g["minimum"]), half_up(g["Ro"] + change))


@formula("DWZ 2026 3.6", "opponents|W|expectancy", "Rh", free="opponents|W")
def _performance(g: Given) -> int | str:
    opponents, W = g["opponents"], g["W"]  # noqa: N806 - the document's own
    if len(opponents) == W:
        mean = half_up(Fraction(sum(opponents), len(opponents)))
        return performance_of([*opponents, mean], W + 0.5, g["expectancy"])
    return performance_of(opponents, W, g["expectancy"]) if W else CANNOT_BE


@formula("DWZ 2026 Anhang 1.2", "Ro|index|A", "K0")
def _tabled(g: Given) -> int:
    young = g["A"] is not None and g["A"] <= 25
    row = "other" if g["Ro"] >= (2200 if young else 2000) else "young" if young else "adult"
    return int(_TABLE[row][max(1, min(g["index"], 11)) - 1])


@formula("DWZ 2026 Anhang 1.2", "Ro|W|We|u", "b")
def _brake(g: Given) -> int | str:
    missed = g["W"] <= g["We"] - EQUAL
    below = Fraction(g["Ro"] + exact(g["u"]), 1600 + exact(g["u"]))
    return _said(below) if missed and g["Ro"] < 1600 else 1


@formula("DWZ 2026 Anhang 1.2", "Ro|W|We|t", "a")
def _youth_bonus(g: Given) -> int | str:
    met = g["W"] > g["We"] - EQUAL
    if g["A"] is None or g["A"] > 20:
        return CANNOT_BE
    return _said(Fraction(2000 - g["Ro"]) / exact(g["t"])) if met and g["Ro"] < 2000 else 0


@formula("DWZ 2026 Anhang 1.2", "Ro|W|We|a1_or_a2", "a")
def _low_bonus(g: Given) -> int | str:
    met, age = g["W"] > g["We"] - EQUAL, g["A"]
    if age is not None and age <= 20:
        return CANNOT_BE
    a = g["junior_bonus"] if age is not None and age <= 25 else g["adult_bonus"]
    if a != g["a1_or_a2"]:
        return CANNOT_BE
    return _said(exact(a)) if met and g["Ro"] < 1600 else 0


@formula("DWZ 2026 Anhang 1.2", "K0|b|a|k_max", "K")
def _coefficient(g: Given) -> float:
    tenths = half_up(10 * (g["K0"] * Fraction(g["b"]) + Fraction(g["a"])))
    return min(float(g["k_max"]), tenths / 10)


@formula("DWZ 2026 Umstufung", "x|factor|plus|below", "Rn", free="x|factor|plus|below")
def _umstufung(g: Given) -> int | str:
    if g["below"] is not None and g["x"] >= g["below"]:
        return CANNOT_BE
    return half_up(exact(g["factor"]) * g["x"] + exact(g["plus"]))
