"""What is wrong with a card or a decision that is recorded for INGO 1960."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.ingo_1960.card import MARKS
from projections.rulebooks.ingo_1960.decisions import CONSENT, NOT_EVALUATED
from projections.rulebooks.objection import Objection

_KNOWN = {
    NOT_EVALUATED: ({"tournament"}, "evaluate"),
    CONSENT: ({"tournament", "player"}, "apply"),
}
"""By decision: what it is about, and the name of its yes or no."""


def objections_to_card(card: Mapping[str, Any], places: int) -> Iterator[Objection]:
    """A card has a number of at most ``places`` decimals, a count from 1 on, perhaps a mark."""
    for name in sorted(card.keys() - {"number", "count", "mark"}):
        yield Objection(
            f"card.{name}", Message("unknown: an Ingo card has number, count and mark")
        )
    if not _is_number(card.get("number"), places):
        message = Message("give the Ingo number as a whole number of at most four digits")
        if places:
            message = Message(
                "give the Ingo number as a decimal of at most four digits with at most "
                "%(places)s decimals",
                places=places,
            )
        yield Objection("card.number", message)
    count = card.get("count")
    if type(count) is not int or not 1 <= count <= 9999:
        yield Objection("card.count", Message("give the number of evaluations, 1 or more"))
    if card.get("mark") not in (None, *MARKS):
        one, other = map(repr, MARKS)
        message = Message("use %(one)s or %(other)s, or leave it out", one=one, other=other)
        yield Objection("card.mark", message)


def _is_number(number: object, places: int) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    return abs(number) < 10_000 and (Fraction(str(number)) * 10**places).denominator == 1


def objections_to_decision(
    rule: str, about: Mapping[str, Any], value: object
) -> Iterator[Objection]:
    """Two decisions are known; each is about something and answered with yes or no."""
    if rule not in _KNOWN:
        one, other = _KNOWN
        message = Message(
            "%(edition)s knows decisions under %(one)s and %(other)s",
            edition="ingo-1960",
            one=one,
            other=other,
        )
        yield Objection("rule", message)
        return
    subjects, answer = _KNOWN[rule]
    if {name for name, subject in about.items() if subject is not None} != subjects:
        message = Message("name the tournament and nothing else")
        if "player" in subjects:
            message = Message("name the tournament and the player and nothing else")
        yield Objection("about", message)
    given = value if isinstance(value, Mapping) else {}
    if given.keys() != {answer} or not isinstance(given[answer], bool):
        message = Message('give {"%(name)s": true} or {"%(name)s": false}', name=answer)
        yield Objection("value", message)
