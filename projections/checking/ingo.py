"""Ingo 1960 for the checker: level, percentage difference, performance and new number."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from projections.checking.formula import CANNOT_BE, Given, Printed, decimal, formula, half_up


def _to(places: int, value: Fraction) -> float:
    return half_up(value * 10**places) / float(10**places)


def _weighed(g: Given, old: int, new: int) -> float:
    return _to(g["places"], (old * decimal(g["F"]) + new * decimal(g["H"])) / (old + new))


def _ingo_mean(numbers: Sequence[float], of: int, places: int) -> float:
    return _to(places, sum(map(decimal, numbers), Fraction(0)) / of)


@formula("INGO B I", "F|newcomers_%d", "N", free="F|newcomers_%d")
def _level_of_the_rated(g: Given) -> Any:
    return (
        CANNOT_BE if g["newcomers_%d"] else _ingo_mean(g["F"], len(g["F"]), g["niveau_decimals"])
    )


@formula("INGO B II", "F|newcomers_%d", "N", free="F|newcomers_%d")
def _general_level(g: Given) -> Any:
    if not g["newcomers_%d"]:
        return CANNOT_BE
    return _ingo_mean([*g["F"], *g["newcomers_%d"]], len(g["F"]), g["niveau_decimals"])


@formula("INGO B III 1", "opponents|F", "N")
def _single_level(g: Given) -> float:
    numbers = [g["F"], *g["opponents"]]
    return _ingo_mean(numbers, len(numbers), g["niveau_decimals"])


@formula("INGO B III 2", "opponents|%d", "N")
def _newcomers_level(g: Given) -> float:
    return _ingo_mean([*g["opponents"], g["%d"]], len(g["opponents"]), g["niveau_decimals"])


@formula("INGO Tabelle", "games|points", "%d")
def _percent_difference(g: Given) -> Any:
    exact = 50 - Fraction(int(2 * g["points"]) * 50 + 50, g["games"] + 1)
    return exact if g["percent_mode"] == "formula" else Printed(exact)


@formula("INGO A", "N|%d", "H")
def _ingo_performance(g: Given) -> float:
    return _to(g["h_decimals"], decimal(g["N"]) + decimal(g["%d"]))


@formula("INGO C I", "H|places", "F after")
def _first_number(g: Given) -> float:
    return _to(g["places"], decimal(g["H"]))


@formula("INGO C IV", "F|H|games|places", "F after")
def _short_event(g: Given) -> float:
    times, most = {3: (7, 4), 4: (5, 5), 5: (4, 6)}[g["games"]]
    return float(min(max(_weighed(g, times, 1), g["F"] - most), g["F"] + most))


@formula("INGO B I 4", "F|H|places", "F after")
def _later_number(g: Given) -> float:
    return _weighed(g, 3, 1)


@formula("INGO Vorwort 6", "before|after")
def _considerable_change(g: Given) -> str:
    stated = (g["before"], g["after"]) == (g["F"], g["F after"])
    far = abs(decimal(g["after"]) - decimal(g["before"])) >= 15
    return "caution" if stated and far else CANNOT_BE


@formula("INGO C II", "points|games", "bound|mark")
def _bound(g: Given) -> str:
    return {g["games"]: "or better", 0: "or worse"}.get(g["points"], CANNOT_BE)


@formula("INGO C II", "F|marked|H")
def _beyond_the_mark(g: Given) -> bool:
    beyond = g["H"] - g["F"] if g["marked"] == "or worse" else g["F"] - g["H"]
    return bool(beyond > 0)


@formula("INGO C II", "F|H|places", "F after")
def _after_mark(g: Given) -> float:
    return _weighed(g, 1, 1)


@formula("INGO C II", "marked|bound|keep", "mark")
def _mark_kept(g: Given) -> str | None:
    same_extreme = bool(g["marked"] == g["bound"])
    return str(g["marked"]) if g["keep"] and same_extreme else None


@formula("INGO C III", "F|H|places", "F after")
def _doubled(g: Given) -> float:
    return _weighed(g, 1, 2)


@formula("INGO C V", "F|H|places", "F after")
def _match(g: Given) -> float:
    return _weighed(g, 7, 1)


@formula("INGO C I", "F|H|places", "F after")
def _second_or_third(g: Given) -> float:
    return _weighed(g, 2 if g["count"] == 2 else 1, 1)
