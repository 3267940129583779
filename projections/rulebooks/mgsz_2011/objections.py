"""What is wrong with a card or a decision that is to be recorded for MGSZ 2011, all at once."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from ledger.events.messages import Message
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.p04_limits import GRADES, GRADES_OF_TABLE, rank_of
from projections.rulebooks.mgsz_2011.p05_grades import for_calculation_only, needed
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.objection import Objection

Objections = Iterator[Objection]
_DIGITS_OF_AN_ELO = 4
_MULTIPLIER = mgsz.cite("6 (2)")
_PARTS = mgsz.cite("6 (3)")


def objections_to_card(kind: str, card: Mapping[str, Any], readings: Readings) -> Objections:
    """What is wrong with the figures of a decision; all faults at once."""
    yield from _unknown_fields("card", card, {"elo", "grade", "attained"})
    elo, grade = card.get("elo"), card.get("grade")
    if not _whole(elo) or abs(elo) >= 10**_DIGITS_OF_AN_ELO:
        yield Objection(
            "card.elo", Message("give the Elo as a whole number of at most four digits")
        )
        elo = None
    if grade not in GRADES:
        yield Objection("card.grade", Message("give the grade as 35k … 1k or 1d … 9d"))
        grade = None
    if card.get("attained") is not None:
        yield from _objections_to_attained(card["attained"], grade)
    if kind == "newcomer":
        yield from _objections_to_newcomer(elo, grade, readings.new_player_max_elo)


@mgsz.within("5 (3)")
def _objections_to_newcomer(elo: int | None, grade: str | None, highest: int) -> Objections:
    """The manager gives at most 5 kyu; above that the committee decides."""
    rule = mgsz.cite("5 (3)")
    if elo is not None and elo > highest:
        message = Message(
            "a newcomer starts with an Elo of at most %(most)s (%(rule)s); above that the "
            "committee decides, with kind initial",
            most=highest,
            rule=rule,
        )
        yield Objection("card.elo", message)
    if grade is not None and for_calculation_only(grade):
        message = Message(
            "a newcomer starts with 5k at most (%(rule)s); above that the committee decides, "
            "with kind initial",
            rule=rule,
        )
        yield Objection("card.grade", message)


@mgsz.within("5 (4)")
def _objections_to_attained(attained: object, held: str | None) -> Objections:
    if not isinstance(attained, Mapping):
        yield Objection("card.attained", Message('give attainments by grade, such as {"3k": 1}'))
        return
    for grade, times in attained.items():
        if grade not in GRADES_OF_TABLE:
            yield Objection(
                f"card.attained.{grade}", Message("name a grade of table 1: 35k … 1k, 1d … 7d")
            )
        elif not _whole(times) or times < 0:
            yield Objection(f"card.attained.{grade}", Message("give the number of tournaments"))
        elif held and rank_of(grade) > rank_of(held) and times >= needed(grade):
            yield Objection(
                f"card.attained.{grade}",
                Message(
                    "so many attainments win the grade (%(rule)s): decide it as grade",
                    rule=mgsz.cite("5 (4)"),
                ),
            )


def objections_to_decision(
    rule: str, about: Mapping[str, Any], value: object, readings: Readings
) -> Objections:
    """What is wrong with a decision about a tournament; a rule not known here is refused."""
    if rule not in {_MULTIPLIER, _PARTS}:
        message = Message(
            "%(edition)s knows decisions under %(one)s and %(other)s",
            edition="mgsz-2011",
            one=_MULTIPLIER,
            other=_PARTS,
        )
        yield Objection("rule", message)
        return
    if {name for name, named in about.items() if named is not None} != {"tournament"}:
        yield Objection("about", Message("name the tournament and nothing else"))
    if rule == _MULTIPLIER:
        yield from _objections_to_multiplier(value, readings.split_limit)
    else:
        yield from _objections_to_parts(value)


@mgsz.within("6 (2)")
def _objections_to_multiplier(value: object, limit: int) -> Objections:
    """One round alone must stay below the limit of 6.§ (3), or no split could help."""
    C = _only("multiplier", value)
    if not _whole(C) or not 0 <= C < limit:
        yield Objection(
            "value",
            Message(
                'give {"multiplier": 25} with a whole number from 0 to %(most)s', most=limit - 1
            ),
        )


@mgsz.within("6 (3)")
def _objections_to_parts(value: object) -> Objections:
    """A tournament is cut into several parts of at least one round each."""
    parts = _only("parts", value)
    several = isinstance(parts, list | tuple) and len(parts) > 1
    if not several or not all(_whole(rounds) and rounds > 0 for rounds in parts):
        yield Objection(
            "value", Message('give {"parts": [3, 3, 2]}: the rounds of each of several parts')
        )


def _only(name: str, value: object) -> Any:
    return value.get(name) if isinstance(value, Mapping) and len(value) == 1 else None


def _unknown_fields(where: str, given: Mapping[str, Any], known: set[str]) -> Objections:
    for name in sorted(set(given) - known):
        yield Objection(
            f"{where}.{name}",
            Message("unknown; a card has %(fields)s", fields=", ".join(sorted(known))),
        )


def _whole(value: object) -> TypeGuard[int]:
    return type(value) is int
