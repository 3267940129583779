"""What is wrong with a card or a decision that is to be recorded for EGF 2021, all at once."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from ledger.events.messages import Message
from projections.rulebooks.egf_2021.classes import FACTOR
from projections.rulebooks.egf_2021.decisions import CLASS, RESET
from projections.rulebooks.egf_2021.scale import GRADES, LOWEST, rank_of
from projections.rulebooks.objection import Objection

Objections = Iterator[Objection]
KINDS = ("initial", "re-ranking", "carried-over", "correction")
_A_GRADE = Message("35k … 1k, 1d … 9d or 1p … 9p")
_A_GOR = Message("a number of at most three decimals, %(least)s or more", least=LOWEST)

_DECISIONS = Message(
    "%(edition)s knows decisions under %(one)s and %(other)s",
    edition="egf-2021",
    one=CLASS,
    other=RESET,
)
_ONE_TOURNAMENT = Message("name the tournament and nothing else")
_PLAYER_AND_TOURNAMENT = Message("name the player and the tournament and nothing else")


def objections_to_card(kind: str, card: Mapping[str, Any]) -> Objections:
    """What is wrong with the figures of a decision, and with its kind."""
    if kind not in KINDS:
        yield Objection(
            "kind", Message("egf-2021 knows the kinds %(kinds)s", kinds=", ".join(KINDS))
        )
    for name in sorted(set(card) - {"gor", "grade", "highest"}):
        yield Objection(
            f"card.{name}", Message("unknown; a card has %(fields)s", fields="gor, grade, highest")
        )
    if not _is_gor(card.get("gor")):
        yield Objection("card.gor", Message("give the GoR as %(form)s", form=_A_GOR))
    grade, highest = card.get("grade"), card.get("highest")
    if grade not in GRADES:
        yield Objection("card.grade", Message("give the grade as %(form)s", form=_A_GRADE))
    if highest is None:
        return
    if highest not in GRADES:
        message = Message("give the highest grade as %(form)s, or leave it out", form=_A_GRADE)
        yield Objection("card.highest", message)
    elif grade in GRADES and rank_of(highest) < rank_of(grade):
        message = Message(
            "%(highest)s is weaker than the grade %(grade)s", highest=highest, grade=grade
        )
        yield Objection("card.highest", message)


def objections_to_decision(rule: str, about: Mapping[str, Any], value: object) -> Objections:
    """What is wrong with a decision about a class or a start; other rules are not known here."""
    if rule not in {CLASS, RESET}:
        yield Objection("rule", _DECISIONS)
        return
    needed = {"tournament"} if rule == CLASS else {"tournament", "player"}
    if {name for name, named in about.items() if named is not None} != needed:
        yield Objection("about", _ONE_TOURNAMENT if rule == CLASS else _PLAYER_AND_TOURNAMENT)
    if rule == CLASS and not _holds_only("class", value, lambda name: name in FACTOR):
        known = ", ".join(FACTOR)
        message = Message(
            'give {"class": "B"}, one of %(known)s or null: not included', known=known
        )
        yield Objection("value", message)
    if rule == RESET and not _holds_only("gor", value, _is_gor):
        message = Message('give {"gor": 2100}, %(form)s, or null: no reset', form=_A_GOR)
        yield Objection("value", message)


def _holds_only(name: str, value: object, accepts: Any) -> bool:
    if not isinstance(value, Mapping) or set(value) != {name}:
        return False
    return value[name] is None or bool(accepts(value[name]))


def _is_gor(value: object) -> TypeGuard[float]:
    return type(value) in (int, float) and value >= LOWEST and round(value, 3) == value  # type: ignore[operator,call-overload]
