"""FIDE 2024 for the checker: first ratings, changes, K, the rounding of a period, decisions."""

from bisect import bisect_right
from fractions import Fraction
from typing import Any

from projections.checking.formula import CANNOT_BE, WHOLE, Given, exact, formula, half_up
from projections.checking.values import value_of

# Table 8.1.2: the first difference of every band from .50 on; each is a hundredth more.
_FROM = [0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146]
_FROM += [154, 163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316]
_FROM += [329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620, 736]
# Table 8.1.1 from .50 up; below it the signs are turned.
_DP = [0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149]
_DP += [158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322]
_DP += [336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800]


@formula("FIDE 8.3.1", "own|opponent|exempt_from", "D", free="own|opponent|exempt_from")
def _difference(g: Given) -> int:
    apart: int = g["own"] - g["opponent"]
    if g["exempt_from"] is not None and g["own"] >= g["exempt_from"]:
        return apart
    return sorted((-400, apart, 400))[1]


@formula("FIDE 8.3.2", "points|D", free="points")
def _change_of_a_game(g: Given) -> Fraction:
    step = bisect_right(_FROM, abs(g["D"])) - 1
    expected = 50 + step if g["D"] >= 0 else 50 - step
    return 100 * exact(g["points"]) - expected


@formula("FIDE 8.3.3", "peak|height|games|age|k_order", "K", free="peak|height|games|age")
def base_k(g: Given) -> int:
    """K before the limit of 700."""
    young = g["age"] is not None and g["age"] < 19 and g["height"] < 2300
    ten = g["peak"] >= 2400
    if ten and (g["k_order"] == "peak_first" or not (young or g["games"] < 30)):
        return 10
    return 40 if young or g["games"] < 30 else 20


@formula("FIDE 8.3.3", "games|n", free="games|n")
def _games_counted(g: Given) -> Any:
    return g["games"] + g["n"]


@formula("FIDE 8.3.3", "peak|rating", free="peak|rating")
def _highest(g: Given) -> Any:
    return max(g["peak"], g["rating"])


@formula("FIDE 8.3.3", "K|n", "K", free="n")
def _limited_k(g: Given) -> int:
    return int(min(g["K"], 700 // g["n"]) if g["n"] else g["K"])


@formula("FIDE 8.3.4", "K|deltas|rounding_unit", "change", free="deltas")
def _change_of_the_period(g: Given) -> int:
    units = [g["deltas"]] if g["rounding_unit"] == "period" else [[one] for one in g["deltas"]]
    total = 0
    for unit in units:
        points = Fraction(g["K"] * sum(unit), 100)
        total += half_up(points) if points > 0 else -half_up(-points)
    return total


@formula("FIDE 7.1", "base|change", "rating", free="base")
def _new_rating(g: Given) -> Any:
    return g["base"] + g["change"]


@formula("FIDE 7.2.1", "rating|the_list", free="rating|the_list")
def _below_the_floor(g: Given) -> bool:
    return bool(g["rating"] < floor_on(g["the_list"]))


def floor_on(day: str) -> int:
    """The lowest rating that is published."""
    return 1400 if day >= "2024-03-01" else 1000


@formula("FIDE 8.2.1", "points|first_event", free="points|first_event")
def _disregarded(g: Given) -> bool:
    return bool(g["first_event"]) and g["points"] == 0


@formula("FIDE 8.2.2", "opponents", "Ra", free="opponents")
def _mean(g: Given) -> str:
    return str(Fraction(sum([*g["opponents"], 1800, 1800]), len(g["opponents"]) + 2))


@formula("FIDE 8.2.2", "W|n", "p", free="W|n")
def _share(g: Given) -> int:
    return half_up(100 * (exact(g["W"]) + 1) / (g["n"] + 2))


def performance(mean: int, points: float, games: int) -> int:
    """The mean of the opponents and dp for the share of the points."""
    return mean + _dp(half_up(100 * exact(points) / games))


def _dp(p: int) -> int:
    return _DP[abs(p - 50)] * (1 if p >= 50 else -1)


@formula("FIDE 8.2.3", "Ra|p")
def _first_rating(g: Given) -> int:
    return min(2200, half_up(Fraction(g["Ra"]) + _dp(g["p"])))


@formula("FIDE 7.1.4", "results|the_list|pool_months", free="results|the_list")
def _pool(g: Given) -> list[object]:
    year, month = int(g["the_list"][:4]), int(g["the_list"][5:7])
    now = 12 * year + month
    return [
        result
        for result in g["results"]
        if now - 12 * int(result["listed_on"][:4]) - int(result["listed_on"][5:7])
        < g["pool_months"]
    ]


@formula("FIDE 0", "kind|by|reason")
def _decided(g: Given) -> Any:
    data = given_by(g[WHOLE], "decided rating")
    said = data is not None and all(data[name] == g[name] for name in ("kind", "by", "reason"))
    return data["card"]["rating"] if data is not None and said else CANNOT_BE


@formula("FIDE 0", "list|verified")
def _adopted(g: Given) -> Any:
    data = given_by(g[WHOLE], "adopted rating")
    said = data is not None and (data["list_date"], data["verified"]) == (g["list"], g["verified"])
    return data["figure"] if data is not None and said else CANNOT_BE


@formula("FIDE 0", "before|figure|factor|plus", free="figure|factor|plus")
def _converted(g: Given) -> int:
    return half_up(exact(g["factor"]) * exact(g["figure"]) + exact(g["plus"]))


def given_by(document: Given, *kinds: str) -> Any:
    """The data of the event of some kinds that gave the card after; None where it is none."""
    event = value_of(document, "card_after", {}).get("last_event")
    found = [each for each in document["inputs"] if each["id"] == event and each["what"] in kinds]
    return found[0]["data"] if found else None
