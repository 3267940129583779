"""Whether what a document is about is what its events say: player, tournament, day, rulebook."""

from collections.abc import Iterator, Mapping
from typing import Any

from projections.checking.checker import Checker
from projections.checking.days import day_of
from projections.checking.values import differing, same, value_of

Document = Mapping[str, Any]


def events(document: Document, *kinds: str) -> list[Mapping[str, Any]]:
    """The data that stand of the events of some kinds, in their order."""
    return [
        each["data"]
        for each in document.get("inputs", [])
        if each["what"] in kinds and each["data"] is not None
    ]


def occasion_of(document: Document) -> Mapping[str, Any] | None:
    """The tournament, or the known evaluation, that a document is about."""
    about = document["tournament"]
    found = events(document, "tournament", "known evaluation")
    return next((data for data in found if data["tournament"] == about), None)


def fitting_question(document: Document, checker: Checker | None) -> Iterator[str]:
    """What does not fit, in words."""
    if not document.get("inputs"):
        return
    if document["player"] not in {each["player"] for each in events(document, "registration")}:
        yield f"{document['player']} was never registered"
    yield from _day(document, checker)
    yield from _rulebook(document)
    if checker is not None:
        yield from _parameters(document, checker)


def _day(document: Document, checker: Checker | None) -> Iterator[str]:
    """The day is that of the tournament, or of an event or calendar that takes effect on it."""
    if document["tournament"] is None:
        day, after = document["ended_on"], value_of(document, "card_after", {})
        subjects = {each["id"] for each in document["inputs"]}
        subjects |= {value_of(document, "card_before", {}).get("last_event")}
        days = {day_of(document, subject) for subject in subjects}
        if day not in days and not (checker is not None and checker.is_own_day(day)):
            yield f"nothing takes effect on {day}"
        of_events = {data["tournament"] for data in events(document, "tournament")}
        if after.get("last_event") not in subjects | of_events | {None}:
            yield f"{after['last_event']} is none of the events"
        return
    occasion = occasion_of(document)
    if occasion is None:
        yield f"{document['tournament']} was never handed in"
    else:
        yield from differing([("the day", occasion["ended_on"], document["ended_on"])])


def _asked_under(document: Document) -> Mapping[str, Any]:
    found: Mapping[str, Any] = value_of(document, "what_if", {"rulebook": None, "parameters": {}})
    return found


def _adopted(document: Document) -> Mapping[str, Any] | None:
    """The adoption that was in force on the day, by the events shown."""
    adoptions = events(document, "rulebook")
    begun = [each for each in adoptions if each["from_day"] <= document["ended_on"]]
    return max(begun, key=lambda each: str(each["from_day"]), default=None)


def _rulebook(document: Document) -> Iterator[str]:
    adopted, asked = _adopted(document), _asked_under(document)["rulebook"]
    if document["rulebook"] is None:
        if document["row"] is not None or document["card_after"] is not None:
            yield "no rulebook rates anything"
        return
    if adopted is None:
        yield f"no event adopts {document['rulebook']}"
        return
    yield from differing(
        [
            ("the pool", adopted["pool"], document["pool"]),
            ("the rulebook", asked or adopted["rulebook"], document["rulebook"]),
        ]
    )


def _parameters(document: Document, checker: Checker) -> Iterator[str]:
    """The readings are those of the rulebook, as its adoption or the question sets them."""
    adopted, asked = _adopted(document), _asked_under(document)
    own = value_of(adopted or {}, "parameters", {})
    if asked["rulebook"] not in {None, value_of(adopted or {}, "rulebook", None)}:
        own = {}
    expected = {**checker.defaults, **own, **asked["parameters"]}
    if not same(expected, document["parameters"]):
        names = sorted(expected.keys() | document["parameters"].keys())
        yield from differing(
            [
                (f"parameter {name}", expected.get(name), document["parameters"].get(name))
                for name in names
            ]
        )
