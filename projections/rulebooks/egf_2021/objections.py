"""What is wrong with a card or a decision that is to be recorded for EGF 2021, all at once."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from projections.rulebooks.egf_2021.classes import FACTOR
from projections.rulebooks.egf_2021.decisions import CLASS, RESET
from projections.rulebooks.egf_2021.scale import GRADES, LOWEST, rank_of
from projections.rulebooks.objection import Objection

Objections = Iterator[Objection]
KINDS = ("initial", "re-ranking", "carried-over", "correction")
_A_GRADE = "35k … 1k, 1d … 9d or 1p … 9p"
_A_GOR = f"a number of at most three decimals, {LOWEST} or more"


def objections_to_card(kind: str, card: Mapping[str, Any]) -> Objections:
    """What is wrong with the figures of a decision, and with its kind."""
    if kind not in KINDS:
        yield Objection("kind", f"egf-2021 knows the kinds {', '.join(KINDS)}")
    for name in sorted(set(card) - {"gor", "grade", "highest"}):
        yield Objection(f"card.{name}", "unknown; a card has gor, grade, highest")
    if not _is_gor(card.get("gor")):
        yield Objection("card.gor", f"give the GoR as {_A_GOR}")
    grade, highest = card.get("grade"), card.get("highest")
    if grade not in GRADES:
        yield Objection("card.grade", f"give the grade as {_A_GRADE}")
    if highest is None:
        return
    if highest not in GRADES:
        yield Objection("card.highest", f"give the highest grade as {_A_GRADE}, or leave it out")
    elif grade in GRADES and rank_of(highest) < rank_of(grade):
        yield Objection("card.highest", f"{highest} is weaker than the grade {grade}")


def objections_to_decision(rule: str, about: Mapping[str, Any], value: object) -> Objections:
    """What is wrong with a decision about a class or a start; other rules are not known here."""
    if rule not in {CLASS, RESET}:
        yield Objection("rule", f"egf-2021 knows decisions under {CLASS} and {RESET}")
        return
    needed = {"tournament"} if rule == CLASS else {"tournament", "player"}
    if {name for name, named in about.items() if named is not None} != needed:
        yield Objection("about", f"name the {' and the '.join(sorted(needed))} and nothing else")
    if rule == CLASS and not _holds_only("class", value, lambda name: name in FACTOR):
        known = ", ".join(FACTOR)
        yield Objection("value", f'give {{"class": "B"}}, one of {known} or null: not included')
    if rule == RESET and not _holds_only("gor", value, _is_gor):
        yield Objection("value", f'give {{"gor": 2100}}, {_A_GOR}, or null: no reset')


def _holds_only(name: str, value: object, accepts: Any) -> bool:
    if not isinstance(value, Mapping) or set(value) != {name}:
        return False
    return value[name] is None or bool(accepts(value[name]))


def _is_gor(value: object) -> TypeGuard[float]:
    return type(value) in (int, float) and value >= LOWEST and round(value, 3) == value  # type: ignore[operator,call-overload]
