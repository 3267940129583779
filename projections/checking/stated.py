"""What a document states and nobody recomputes, each with the reason: the reader must know it."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Stated, checker_of, stated_because

Document = Mapping[str, Any]
NAMES = stated_because("names can be erased, so the log has only a salted commitment to them")
EARLIER = stated_because("the outcome of earlier events: the audit of each recomputes it")
QUESTION = stated_because("what was asked")
WORDING = stated_because("how the rule is put into words")
LEFT_OUT = stated_because("why a game does not count, in words")
NO_CHECKER = stated_because("no independent checker knows the rulebook")
_EVERYWHERE: tuple[Stated, ...] = (
    (("name",), NAMES),
    (("opponents", "*", "name"), NAMES),
    (("as_of",), QUESTION),
    (("known_at",), QUESTION),
    (("what_if",), QUESTION),
    (("steps", "*", "text"), WORDING),
    (("not_counted", "*", "reason"), LEFT_OUT),
    (("card_before",), EARLIER),
    (("opponents", "*", "card"), EARLIER),
    (("opponents", "*", "figure"), EARLIER),
    (("opponents", "*", "last_event"), EARLIER),
    (("opponents", "*", "valid_until"), EARLIER),
    (("opponents", "*", "status"), EARLIER),
)


def stated(document: Document) -> list[dict[str, Any]]:
    """What is stated and not recomputed: its place, ``*`` for every item, and why."""
    return [{"place": list(place), "why": why} for place, why in _stated(document)]


def _stated(document: Document) -> Iterator[Stated]:
    yield from _EVERYWHERE
    checker = checker_of(document)
    if checker is not None:
        try:
            yield from checker.stated(document)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return  # the form is wrong, which is said elsewhere
    elif document.get("rulebook") is not None:
        for part in ("parameters", "row", "rows", "card_after", "steps", "residual_games"):
            yield (part,), NO_CHECKER


def lacking(document: Document) -> list[str]:
    """What a document written before lacks of what is checked today, in words."""
    inputs = document.get("inputs")
    found = []
    if not inputs or not all(isinstance(each, dict) for each in inputs):
        found.append("the events that it rests on")
    elif not all("previous_hash" in each for each in inputs):
        found.append("what the hashes of its events are made of")
    if "what_if" not in document:
        found.append("whether it was asked under other rules")
    if "stated" not in document:
        found.append("what it only states")
    return found
