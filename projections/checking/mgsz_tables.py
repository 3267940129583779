"""MGSZ 2011 for the checker: grades, time categories, importance, the multiplier and the parts."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from projections.checking.formula import CANNOT_BE, WHOLE, Given, formula
from projections.checking.mgsz import LIMITS
from projections.checking.question import events, occasion_of
from projections.checking.values import same, value_of

GRADES = [*(f"{kyu}k" for kyu in range(35, 0, -1)), *(f"{dan}d" for dan in range(1, 10))]
# Table 2: category, least basic time, least extended time, multiplier.
_CATEGORIES = [("A", 90, 110, 20), ("B", 60, 80, 15), ("C", 40, 55, 10)]
_CATEGORIES += [("D", 20, 30, 5), ("E", 10, 20, 0)]
_TIME = {letter: times for letter, _, _, times in _CATEGORIES}


def _rank(grade: str) -> int:
    return GRADES.index(grade)


@formula("MGSZ 5 (1)", "E|grade|attained", "attained", free="E|attained")
def _attained(g: Given) -> list[Any]:
    times = dict(g["attained"])
    for grade, limit in zip(GRADES, LIMITS, strict=False):
        if _rank(grade) > _rank(g["grade"]) and limit <= g["E"]:
            times[grade] = times.get(grade, 0) + 1
    return [[grade, times[grade]] for grade in sorted(times, key=_rank)]


def _won(g: Given) -> tuple[str, int]:
    """The best grade attained as often as needed, and how often that is."""
    needed = {grade: 2 if _rank(grade) >= _rank("3k") else 1 for grade in GRADES}
    won = [grade for grade, times in g["attained"] if times >= needed[grade]]
    best = max([g["grade"], *won], key=_rank)
    return best, needed[best]


@formula("MGSZ 5 (2)", "grade|attained", "grade")
def _won_by_one(g: Given) -> str:
    best, needed = _won(g)
    return best if needed == 1 else CANNOT_BE


@formula("MGSZ 5 (4)", "grade|attained", "grade")
def _won_by_two(g: Given) -> str:
    best, needed = _won(g)
    return best if needed == 2 else CANNOT_BE


@formula("MGSZ 6 (1) step 2", "guest|entry_grade", free="guest|entry_grade")
def _guest(g: Given) -> Any:
    occasion = occasion_of(g[WHOLE])
    if occasion is not None:
        entered = {
            (each["player"], each.get("entry_grade"))
            for each in value_of(occasion, "entrants", [])
        }
        if (g["guest"], g["entry_grade"]) not in entered:
            return CANNOT_BE
    return LIMITS[min(_rank(g["entry_grade"]), len(LIMITS) - 1)]


@formula("MGSZ 6 (2)", "decision|by|reason", "C")
def _decided(g: Given) -> Any:
    for each in g[WHOLE].get("inputs", []):
        data = each["data"]
        if each["what"] == "decision" and data is not None and each["id"] == g["decision"]:
            said = (data["rule"], data["by"], data["reason"])
            if said == ("MGSZ 6 (2)", g["by"], g["reason"]):
                return data["value"]["multiplier"]
    return CANNOT_BE


def _board(g: Given) -> Any:
    return value_of(occasion_of(g[WHOLE]) or {}, "board", 19)


@formula("MGSZ 6 (1) step 1", "board", "C")
def _small_board(g: Given) -> Any:
    return 5 if g["board"] == 13 and _board(g) in {13, 19} else CANNOT_BE


@formula("MGSZ 6 (1) step 1", "category|time|importance", "C")
def _multiplier(g: Given) -> Any:
    if g["time"] != _TIME[g["category"]]:
        return CANNOT_BE
    if g["category"] == "E" and not g["category_e_bonus"] and g["importance"]:
        return CANNOT_BE
    return g["time"] + g["importance"]


def _extended(time: Mapping[str, Any], fischer_moves: int | None) -> Fraction | None:
    basic = Fraction(str(time["minutes"]))
    match value_of(time, "overtime", "none"):
        case "japanese":
            return basic + 45 * Fraction(str(time["seconds"])) / 60
        case "canadian":
            return basic + Fraction(60, time["stones"]) * Fraction(str(time["overtime_minutes"]))
        case "fischer" if fischer_moves is not None:
            return basic + fischer_moves * Fraction(str(time["seconds"])) / 60
        case "none":
            return basic
    return None


@formula("MGSZ table 2", "basic|extended", "category", free="basic|extended")
def _category(g: Given) -> Any:
    occasion = occasion_of(g[WHOLE])
    if occasion is not None:
        time = occasion["thinking_time"]
        extended = _extended(time, g["fischer_moves"])
        shown = (Fraction(str(time["minutes"])), extended)
        if extended is None or not all(map(same, shown, (g["basic"], g["extended"]))):
            return CANNOT_BE
    both = all if g["time_rule"] == "and" else any
    for letter, least, least_extended, _ in _CATEGORIES:
        if both((g["basic"] >= least, g["extended"] >= least_extended)):
            return letter
    return CANNOT_BE


@formula("MGSZ table 3", "flags|participants", "importance", free="flags|participants")
def _importance(g: Given) -> Any:
    occasion = occasion_of(g[WHOLE])
    if occasion is not None:
        present = value_of(occasion, "participants", g["participants"])
        shown = (sorted(value_of(occasion, "flags", [])), present)
        if shown != (g["flags"], g["participants"]):
            return CANNOT_BE
    flags = set(g["flags"])
    invited = 5 if flags & {"invitational", "national-championship"} else 0
    title = 10 if "continental-or-world-championship" in flags else 0
    event = invited + title if g["importance_stacking"] else max(invited, title)
    return event + (5 if g["participants"] > 80 else 0) + (10 if "no-handicap" in flags else 0)


@formula("MGSZ 6 (3)", "C|rounds|limit", "parts")
def _parts(g: Given) -> Any:
    document, limit = g[WHOLE], g["limit"]
    if limit != g["split_limit"] or not g["C"] < limit <= g["C"] * g["rounds"]:
        return CANNOT_BE
    decided = [
        each["value"]["parts"]
        for each in events(document, "decision")
        if each["rule"] == "MGSZ 6 (3)"
        and each["about"].get("tournament") == document["tournament"]
    ]
    if decided:
        return decided[-1] if sum(decided[-1]) == g["rounds"] else CANNOT_BE
    return _even(g["C"], g["rounds"], limit) if g["split_policy"] == "even" else _greedy(g)


def _even(C: int, rounds: int, limit: int) -> Sequence[int]:  # noqa: N803 - the document's own
    number = -(-rounds // ((limit - 1) // C))
    return [rounds // number + (part < rounds % number) for part in range(number)]


def _greedy(g: Given) -> Sequence[int]:
    longest, lengths, left = (g["limit"] - 1) // g["C"], [], g["rounds"]
    while left > 0:
        lengths.append(min(longest, left))
        left -= longest
    return lengths
