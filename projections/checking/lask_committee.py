"""LASK 1970 for the checker: what the committees decide, take and add, and the lost Tabell 1."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from projections.checking.formula import CANNOT_BE, WHOLE, Given, formula, half_away, half_up
from projections.checking.question import events
from projections.checking.values import value_of

_CLASSES = {"I": 1950, "II": 1775}
_INFERRED = {"M": 2125, "III": 1600}
_DEDUCTIONS = [27, 20, 14, 9, 5, 2, 0]  # by the games booked from 1/9 to 31/5


def _decided_of_season(document: Mapping[str, Any], rule: str) -> Mapping[str, Any]:
    """The value of the last decision of a season under a rule; nothing without one."""
    inputs = [each for each in document.get("inputs", []) if each["what"] == "decision"]
    values = [
        each["data"]["value"]
        for each in sorted(inputs, key=lambda each: int(each["position"]))
        if each["data"] is not None and each["data"]["rule"] == rule
    ]
    return values[-1] if values else {}


@formula("LASK Tabell 1", "lask_class|means", "mean")
def _class_mean(g: Given) -> Any:
    inferred = _INFERRED if g["use_inferred_table1"] else {}
    expected = {**_CLASSES, **inferred, **_decided_of_season(g[WHOLE], "LASK Tabell 1")}
    if expected != g["means"]:
        return CANNOT_BE
    return (
        half_up(Fraction(str(expected[g["lask_class"]]))) if g["lask_class"] in expected else None
    )


@formula("LASK Regel 10", "mean", "mean", free="mean")
def _mean_of_the_committee(g: Given) -> Any:
    document = g[WHOLE]
    decided = [
        each["value"]["mean"]
        for each in events(document, "decision")
        if each["rule"] == "LASK Regel 10"
        and each["about"].get("tournament") == document["tournament"]
    ]
    return half_up(Fraction(str(g["mean"]))) if g["mean"] in decided else CANNOT_BE


@formula("LASK Regel 6", "games|table")
def _deduction(g: Given) -> Any:
    decided = _decided_of_season(g[WHOLE], "LASK Tabell 4")
    rows = dict(enumerate(_DEDUCTIONS)) | {
        int(games.removesuffix("+")): points for games, points in decided.items()
    }
    table = [rows[max(row for row in rows if row <= games)] for games in range(max(rows) + 1)]
    return table[min(g["games"], len(table) - 1)] if table == g["table"] else CANNOT_BE


@formula("LASK Regel 11 a", "larger_events|granted|per_event")
def _bonus(g: Given) -> Any:
    if g["per_event"] != g["summer_bonus_per_event"]:
        return CANNOT_BE
    larger_events = g["larger_events"]
    if g["granted"] is not None:
        larger_events = max(larger_events, 1) if g["granted"] else 0
    return 16 * (larger_events if g["per_event"] else min(larger_events, 1))


@formula("LASK Regel 11 b", "S|N|M")
def _general_addition(g: Given) -> int:
    if not (g["N"] and g["M"]):
        return 0
    return half_away(Fraction(10 * g["S"], g["N"]) - Fraction(g["S"], g["M"]))


@formula("LASK Utgångsrankingtal", "kind|by|reason", "running")
@formula("LASK Regel 8", "kind|by|reason", "running")
@formula("LASK Omranking", "kind|by|reason", "running")
def _decided(g: Given) -> Any:
    said = (g["kind"], g["by"], g["reason"])
    for each in events(g[WHOLE], "decided rating"):
        if (each["kind"], each["by"], each["reason"]) == said:
            return value_of(each, "card", {}).get("rating")
    return CANNOT_BE
