"""DWZ 1995, 2014 and 2026 for the checker: expectation, ratings, coefficient, counted events.

Written from the texts; a formula is listed under its number in every edition that has it.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from statistics import NormalDist

from projections.checking.document import Document, same
from projections.checking.formula import (
    CANNOT_BE,
    CANNOT_TELL,
    WHOLE,
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
_K0 = {  # starting at the first value of K0 from index 2, then in steps of 2 from index 3
    "young": [60, 60, *range(48, 33, -2), 32],
    "adult": [60, 60, *range(44, 29, -2), 28],
    "other": [60, 60, *range(41, 26, -2), 25],
}
EQUAL = 1e-9


def chance(difference: float, expectancy: str) -> float:
    """P(D): by the normal curve, the printed table or the approximation."""
    if expectancy == "normal":
        return 0.5 * (1 + math.erf(difference / 400))
    if expectancy == "logistic":
        return float(1 / (1 + 10 ** (-difference / 400)))
    hundredths = 50 + bisect_left(_BANDS, half_up(abs(difference)))
    return (hundredths if difference >= 0 else 100 - hundredths) / 100


def difference(share: float, expectancy: str) -> float:
    """D(P), with P limited to .01 to .99."""
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
    """Return the first approximation of a rating from these games alone."""
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


# --- 1995, and rules kept by later editions ------------------------------------------------------


formula("DWZ 4.4|DWZ 4.7.7|DWZ 2014 3.4.2|DWZ 2026 3.4.2", "games", free="games")(
    lambda g: len(g["games"])
)
formula("DWZ 4.6|DWZ 2014 3.3|DWZ 2026 3.3", "Ro|opponents|expectancy", "We", free="opponents")(
    lambda g: expected(g["Ro"], g["opponents"], g["expectancy"])
)
formula("DWZ 4.6|DWZ 2014 3.3|DWZ 2026 3.3", "games", free="games")(
    lambda g: math.fsum(game["expected"] for game in g["games"])
)
formula(
    "DWZ 4.7.2.1.1|DWZ 2014 3.4.4|DWZ 2026 3.4.4",
    "opponents|W|expectancy",
    "start",
    free="opponents|W",
)(
    lambda g: (
        started(g["opponents"], g["W"], g["expectancy"])
        if 0 <= g["W"] <= len(g["opponents"])
        else CANNOT_BE
    )
)
formula("DWZ 4.7.3.1|DWZ 4.7.3.2", "games|residual_games", free="games|residual_games")(
    lambda g: bool(g["games"] > 0 and g["games"] + g["residual_games"] >= 5)
)


# The earlier form: without the players in iteration.
formula("DWZ 4.7.4", "passes", "Rn|Ro", free="passes")(lambda g: int(g["passes"][-1]))
formula("DWZ 2014 3.4.4|DWZ 2026 3.4.4", "passes", "Ri|Ro", free="passes")(
    lambda g: int(g["passes"][-1])
)

JOINT = "opponents|newcomers|W|passes"
AT_REST = "until none changes any more."
ROOT = "the exact root"

Score = tuple[Sequence[float], float]


def passes_of(g: Given) -> object:
    """Return the last of the passes; each improves the one before against all at their values.

    ``newcomers`` have passes of their own, in step with these.
    """
    others, passes = g["newcomers"], g["passes"]
    is_completed = g[WHOLE]["rulebook"] == "dwz-2026"
    text = next(
        step["text"] for step in g[WHOLE]["steps"] if step["given"].get("passes") is passes
    )
    steps = len(passes) - (2 if ROOT in text else 1)
    if any(len(each["passes"]) != len(passes) for each in others):
        return CANNOT_BE
    for place in range(steps + 1 if text.endswith(AT_REST) else steps):
        met = [*g["opponents"], *(each["passes"][place] for each in others)]
        score = completed(met, g["W"]) if is_completed else (met, g["W"])
        found = improved(passes[place], score[0], score[1], g["expectancy"])
        if found != passes[min(place + 1, len(passes) - 1)]:
            return CANNOT_BE
    return passes[-1]


formula("DWZ 4.7.4", JOINT, "Rn|Ro", free=JOINT)(passes_of)
formula("DWZ 2014 3.4.4|DWZ 2026 3.4.4", JOINT, "Ri|Ro", free=JOINT)(passes_of)


@formula("DWZ 4.7.6", "Ro|W|We|n|threshold", "Rp")
def _special_1995(g: Given) -> int | None:
    above = 800 * (exact(g["W"]) - exact(g["We"])) / g["n"]
    return half_up(g["Ro"] + above) if above >= g["threshold"] else None


formula("DWZ 4.8", "opponents|W|expectancy", "Rh")(
    lambda g: performance_of(g["opponents"], g["W"], g["expectancy"])
)
formula("DWZ 2014 3.6", "opponents|W|expectancy", "Rh", free="opponents|W")(
    lambda g: performance_of(g["opponents"], g["W"], g["expectancy"])
)
formula("DWZ 4.8", "Rn", "Rh")(lambda g: int(g["Rn"]))
formula("DWZ 4.9.1", "Ro|W|We|E|n", "Rn")(
    lambda g: half_up(g["Ro"] + 800 * (exact(g["W"]) - exact(g["We"])) / (g["E"] + g["n"]))
)
formula("DWZ 4.9.2", "Ro|J", "E")(
    lambda g: half_up(Fraction(max(g["Ro"], 0) ** 4, 10**12)) + int(g["J"])
)
formula("DWZ 4.9.2", "E|index", "E")(
    lambda g: int(max(5, min(g["E"], 5 * max(g["index"], 1), 30)))
)
formula("DWZ 4.9.3|DWZ 2014 2.2.4|DWZ 2026 2.2.4", "index", "index after")(
    lambda g: g["index"] + 1
)
formula("DWZ 4.10.1.1", "Ro|We|n|expectancy", "Rc", free="Ro|We")(
    lambda g: float(g["Ro"] - difference(g["We"] / g["n"], g["expectancy"]))
)
formula("DWZ 4.10.1.1", "Rc|Ro|n|expectancy", "We")(
    lambda g: float(g["n"] * chance(g["Ro"] - g["Rc"], g["expectancy"]))
)


@formula("DWZ 4.10.1.3", "evaluations", "mean", free="evaluations")
def _mean_of_first(g: Given) -> OneOf:
    """Return the mean of first ratings, or the statement that they start before the earliest."""
    games = sum(n for _, n in g["evaluations"])
    total = sum(rating * n for rating, n in g["evaluations"])
    return OneOf((half_up(Fraction(total, games)), "unrated"))


# --- 2014 ----------------------------------------------------------------------------------------


@formula("DWZ 2014 3.4.1", "games|residual_games|W", free="games|residual_games|W")
def _joins_2014(g: Given) -> bool:
    n = g["games"] + g["residual_games"]
    return bool(g["games"] > 0 and n >= 5 and g["W"] not in {0, n})


formula("DWZ 2014 3.4.4", "Ri", "Rn")(
    lambda g: int(g["Ri"]) if g["Ri"] >= 800 else half_up(Fraction(5600 + g["Ri"], 8))
)
formula("DWZ 2014 3.5", "Ro|W|We|E|n", "Rn")(
    lambda g: half_up(g["Ro"] + 800 * (g["W"] - g["We"]) / (g["E"] + g["n"]))
)
formula("DWZ 2014 3.6|DWZ 2026 3.6", "Ri", "Rh")(lambda g: int(g["Ri"]))
formula("DWZ 2014 3.6.3|DWZ 2026 3.6.3", "Ro|Rh|threshold", "Rp")(
    lambda g: int(g["Rh"]) if g["Rh"] > g["Ro"] + g["threshold"] else None
)


@formula("DWZ 2014 Anhang 1.2", "Ro|J|W|We", "fB")
def _acceleration(g: Given) -> float:
    reached = g["W"] > g["We"] - EQUAL
    return sorted((0.5, g["Ro"] / 2000, 1.0))[1] if g["J"] == 5 and reached else 1.0


@formula("DWZ 2014 Anhang 1.2", "Ro|W|We", "SBr")
def _brake_2014(g: Given) -> float:
    missed = g["W"] <= g["We"] - EQUAL
    return math.exp((1300 - g["Ro"]) / 150) - 1 if missed and g["Ro"] < 1300 else 0.0


formula("DWZ 2014 Anhang 1.2", "Ro|J|fB|SBr", "E")(
    lambda g: half_up((max(g["Ro"] / 1000, 0) ** 4 + g["J"]) * g["fB"] + g["SBr"])
)


# For an adopted rating the index is 1 here and 6 in the row: see consistency_dwz.
@formula("DWZ 2014 Anhang 1.2", "E|index|SBr", "E", free="index")
def _bounded_coefficient_2014(g: Given) -> int:
    limits: Sequence[int] = (150,) if g["SBr"] > 0 else (30, 5 * max(g["index"], 1))
    return int(max(5, min(g["E"], *limits)))


# --- 2026 ----------------------------------------------------------------------------------------


def _display(value: Fraction) -> int | str:
    """A fraction as the steps show it."""
    return int(value) if value.denominator == 1 else str(value)


@formula("DWZ 2026 3.4.1", "games|residual_games|W|perfect_score", free="games|residual_games|W")
def _joins_2026(g: Given) -> bool:
    n = g["games"] + g["residual_games"]
    most = n if g["perfect_score"] == "draw" else n - 0.5
    return bool(g["games"] > 0 and n >= 5 and 0.5 <= g["W"] <= most)


@formula("DWZ 2026 3.6.2", "opponents|W", free="opponents|W")
def _fictitious_opponent(g: Given) -> int | str:
    won_all = g["W"] == len(g["opponents"])
    return int(completed(g["opponents"], g["W"])[0][-1]) if won_all else CANNOT_BE


def completed(opponents: Sequence[float], points: float) -> Score:
    """Return a score of only wins with a draw against the mean of the opponents (3.6.2)."""
    if points != len(opponents):
        return opponents, points
    mean = half_up(Fraction(sum(map(exact, opponents)), len(opponents)))
    return [*opponents, mean], points + 0.5


@formula("DWZ 2026 3.4.4", "Ri|r|minimum", "Rn")
def _corrected_2026(g: Given) -> int:
    Ri, r = g["Ri"], exact(g["r"])  # noqa: N806 - the document's own
    lifted = 1100 + r * 900 * Fraction(Ri, 1100) if Ri < 1100 else Ri + r * (2000 - Ri)
    return max(int(g["minimum"]), Ri if Ri >= 2000 else half_up(lifted))


@formula("DWZ 2026 3.5", "Ro|W|We|K|minimum", "Rn")
def _next_rating_2026(g: Given) -> int:
    change = exact(g["K"]) * (exact(g["W"]) - exact(g["We"]))
    return max(int(g["minimum"]), half_up(g["Ro"] + change))


@formula("DWZ 2026 3.6", "opponents|W|expectancy", "Rh", free="opponents|W")
def _performance_2026(g: Given) -> int | str:
    opponents, W = g["opponents"], g["W"]  # noqa: N806 - the document's own
    return performance_of(*completed(opponents, W), g["expectancy"]) if W else CANNOT_BE


@formula("DWZ 2026 Anhang 1.2", "Ro|index|A", "K0")
def _tabled(g: Given) -> int:
    young = g["A"] is not None and g["A"] <= 25
    row = "other" if g["Ro"] >= (2200 if young else 2000) else "young" if young else "adult"
    return int(_K0[row][max(1, min(g["index"], 11)) - 1])


@formula("DWZ 2026 Anhang 1.2", "Ro|W|We|u", "b")
def _brake_2026(g: Given) -> int | str:
    missed = g["W"] <= g["We"] - EQUAL
    below = Fraction(g["Ro"] + exact(g["u"]), 1600 + exact(g["u"]))
    return _display(below) if missed and g["Ro"] < 1600 else 1


@formula("DWZ 2026 Anhang 1.2", "Ro|W|We|t", "a")
def _youth_bonus(g: Given) -> int | str:
    met = g["W"] > g["We"] - EQUAL
    if g["A"] is None or g["A"] > 20:
        return CANNOT_BE
    return _display(Fraction(2000 - g["Ro"]) / exact(g["t"])) if met and g["Ro"] < 2000 else 0


@formula("DWZ 2026 Anhang 1.2", "Ro|W|We|a1_or_a2", "a")
def _low_bonus(g: Given) -> int | str:
    met, age = g["W"] > g["We"] - EQUAL, g["A"]
    if age is not None and age <= 20:
        return CANNOT_BE
    a = g["junior_bonus"] if age is not None and age <= 25 else g["adult_bonus"]
    if a != g["a1_or_a2"]:
        return CANNOT_BE
    return _display(exact(a)) if met and g["Ro"] < 1600 else 0


@formula("DWZ 2026 Anhang 1.2", "K0|b|a|k_max", "K")
def _coefficient_2026(g: Given) -> float:
    tenths = half_up(10 * (g["K0"] * Fraction(g["b"]) + Fraction(g["a"])))
    return min(float(g["k_max"]), tenths / 10)


@formula("DWZ 2026 Umstufung", "x|factor|plus|below", "Rn", free="x|factor|plus|below")
def _umstufung(g: Given) -> int | str:
    if g["below"] is not None and g["x"] >= g["below"]:
        return CANNOT_BE
    return half_up(exact(g["factor"]) * g["x"] + exact(g["plus"]))


_EXCEPTIONS = ("DWZ 6.2.1", "DWZ 2014 4.2.3", "DWZ 2026 4.2.3")
_YOUTH_1995 = {"U15": 60, "U13": 30, "U11": 30}


@formula("DWZ 6.2.1|DWZ 2014 4.2.3|DWZ 2026 4.2.3", "country|official_delegation|decided")
def _in_territory(g: Given) -> object:
    decided = [each["evaluate"] for each in g[WHOLE].decisions(*_EXCEPTIONS)]
    if decided:
        return decided[-1]
    return g["official_delegation"] or g["country"] in {None, "GER", "DEU"}


def _long_enough(g: Given, required: int) -> object:
    occasion = g[WHOLE].occasion
    if occasion is not None:
        time = occasion.get("thinking_time")
        minutes = time and time["minutes"] + (time.get("increment_seconds") or 0)
        if not (same(minutes, g["minutes"]) and required == g["required"]):
            return CANNOT_BE
    return g["stated"] if g["minutes"] is None else g["minutes"] >= g["required"]


def _youth_class(g: Given) -> str:
    return str((g[WHOLE].occasion or {}).get("youth_class") or "")


formula("DWZ 6.2.2", "minutes|required|stated")(
    lambda g: _long_enough(g, _YOUTH_1995.get(_youth_class(g), 120))
)


@formula("DWZ 2014 4.2|DWZ 2026 4.2", "minutes|required|stated")
def _long_enough_in_2014(g: Given) -> object:
    years = _youth_class(g).removeprefix("U")
    young = years.isdecimal() and int(years) <= 12
    return _long_enough(g, 60 if young else 90)


formula("DWZ 6.2.3.5|DWZ 2014 4.2.4|DWZ 2026 4.2.4", "unrated")(lambda g: not g["unrated"])
formula(
    "DWZ 6.1.1|DWZ 2014 4.1.1|DWZ 2026 4.1.1|DWZ 6.1.2|DWZ 2014 4.1.2|DWZ 2026 4.1.2",
    "rating|index|from|until|day",
    free="index",
)(lambda g: "valid" if g["until"] is None or g["day"] <= g["until"] else "lapsed")


@formula("DWZ 6.1.1|DWZ 2014 4.1.1|DWZ 2026 4.1.1", "games|day", free="games")
def _discarded_extremes(g: Given) -> str:
    """Of an unknown order, the residual games are those before the earliest (4.10.1.3)."""
    lapsed = {game["game"] for game in g[WHOLE]["residual_games"]["lapsed"]}
    known = is_undated(g[WHOLE]) or lapsed.issuperset(g["games"])
    return "thrown away" if known else CANNOT_BE


def is_undated(document: Document) -> bool:
    """True if the order of the tournament's day is unknown (4.10.1.3)."""
    return "undated" in ((document.occasion or {}).get("flags") or [])


@formula("DWZ 6.1.1|DWZ 2014 4.1.1|DWZ 2026 4.1.1", "by|reason|from")
def _set_by_decision(g: Given) -> object:
    for decided in g[WHOLE].events("decided rating"):
        if (decided["player"], decided["from_day"]) == (g[WHOLE]["player"], g["from"]):
            return f"{decided['card']['rating']}-{decided['card']['index']}"
    return CANNOT_BE


@formula("DWZ 6.1.2|DWZ 2014 4.1.2|DWZ 2026 4.1.2", "system|list")
def _adopted(g: Given) -> object:
    figures = {
        each["figure"]
        for each in g[WHOLE].events("adopted rating")
        if (each["system"], each["list_date"]) == (g["system"], g["list"])
    }
    return figures.pop() if len(figures) == 1 else g[WHOLE].card("after").get("rating")


@formula(
    "DWZ 6.1.2|DWZ 2014 4.1.2|DWZ 2026 4.1.2",
    "before|figure|factor|plus|below",
    free="figure|factor|plus|below",
)
def _converted(g: Given) -> object:
    """factor · figure + plus, of the piece prescribed in the adoption."""
    piece = g[WHOLE].piece(g["figure"])
    prescribed = all(same(piece.get(it), g.get(it)) for it in ("factor", "plus", "below"))
    value = exact(g["factor"]) * exact(g["figure"]) + exact(g["plus"])
    return half_up(value) if prescribed else CANNOT_BE


@formula("DWZ 4.10.1.2", "Ro|W|We|n", "Rn")
def _as_recorded(g: Given) -> object:
    known = g[WHOLE].known_evaluation or {}
    fields = {"Ro": "rating_before", "W": "points", "We": "expected", "n": "games"}
    agrees = all(same(known.get(field), g[symbol]) for symbol, field in fields.items())
    return known["rating_after"] if agrees else CANNOT_BE
