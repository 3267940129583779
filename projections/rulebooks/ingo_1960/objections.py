"""What is wrong with a card or a decision that is recorded for INGO 1960."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

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
        yield Objection(f"card.{name}", "unknown: an Ingo card has number, count and mark")
    if not _is_number(card.get("number"), places):
        decimals = f" with at most {places} decimals" if places else ""
        kind = "a decimal" if places else "a whole number"
        yield Objection(
            "card.number", f"give the Ingo number as {kind} of at most four digits{decimals}"
        )
    count = card.get("count")
    if type(count) is not int or not 1 <= count <= 9999:
        yield Objection("card.count", "give the number of evaluations, 1 or more")
    if card.get("mark") not in (None, *MARKS):
        yield Objection("card.mark", f"use {' or '.join(map(repr, MARKS))}, or leave it out")


def _is_number(number: object, places: int) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    return abs(number) < 10_000 and (Fraction(str(number)) * 10**places).denominator == 1


def objections_to_decision(
    rule: str, about: Mapping[str, Any], value: object
) -> Iterator[Objection]:
    """Two decisions are known; each is about something and answered with yes or no."""
    if rule not in _KNOWN:
        yield Objection("rule", f"ingo-1960 knows decisions under {' and '.join(_KNOWN)}")
        return
    subjects, answer = _KNOWN[rule]
    if {name for name, subject in about.items() if subject is not None} != subjects:
        named = " and the ".join(sorted(subjects, reverse=True))
        yield Objection("about", f"name the {named} and nothing else")
    given = value if isinstance(value, Mapping) else {}
    if given.keys() != {answer} or not isinstance(given[answer], bool):
        yield Objection("value", f'give {{"{answer}": true}} or {{"{answer}": false}}')
