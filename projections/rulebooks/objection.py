"""A rulebook's objections to submitted values, and the forms that most values have.

A card is a table of its entries.  A decision is a ruling: its subject, and its value.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from ledger.events.messages import Message


@attrs.frozen
class Objection:
    """A fault in a value submitted to a rulebook.

    ``field`` is the path inside the event's data (``card.rating``, ``parameters.expectancy``),
    ``message`` the fault with the remedy.
    """

    field: str
    message: str


Objections = Iterator[Objection]
Accepts = Callable[[Any], bool]

# --- a card --------------------------------------------------------------------------------------


@attrs.frozen
class Entry:
    """A field of a card: the test of its value, and the remedy for one that fails.

    ``may_lack``: it may be null or absent.
    """

    name: str
    accepts: Accepts
    remedy: Message
    may_lack: bool = False


def unknown_entries(
    card: Mapping[str, Any], entries: Sequence[Entry], remedy: Message, at: str = "card"
) -> Objections:
    """Return the fields of a card that are not among the entries, each with the remedy."""
    for name in sorted(card.keys() - {entry.name for entry in entries}):
        yield Objection(f"{at}.{name}", remedy)


def faulty_entries(
    card: Mapping[str, Any], entries: Sequence[Entry], at: str = "card"
) -> Objections:
    """Return the entries whose values in a card are missing or not accepted."""
    for entry in entries:
        value = card.get(entry.name)
        if not ((entry.may_lack and value is None) or entry.accepts(value)):
            yield Objection(f"{at}.{entry.name}", entry.remedy)


def faults_in(
    card: Mapping[str, Any], entries: Sequence[Entry], unknown: Message, at: str = "card"
) -> Objections:
    """Return the faults in a card that must have these entries and no others."""
    yield from unknown_entries(card, entries, unknown, at)
    yield from faulty_entries(card, entries, at)


def whole_between(least: float, most: float = float("inf")) -> Accepts:
    """Return the test of a whole number within bounds."""
    return lambda value: type(value) is int and least <= value <= most


def is_day(value: object) -> bool:
    """True if the value is a day such as ``2026-04-01``."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def is_bool(value: object) -> bool:
    """True if the value is true or false."""
    return type(value) is bool


# --- a decision ----------------------------------------------------------------------------------


@attrs.frozen
class Ruling:
    """The form of the decisions under a rule: their subject, and their value."""

    about: Callable[[Mapping[str, Any]], Objections]
    value: Callable[[Any], Objections]


def objections_to_ruling(
    rule: str, about: Mapping[str, Any], value: Any, rulings: Mapping[str, Ruling], edition: str
) -> Objections:
    """Return the faults in a decision of a rulebook with these rulings."""
    if rule in rulings:
        yield from rulings[rule].about(about)
        yield from rulings[rule].value(value)
    else:
        yield Objection("rule", _known(rule, list(rulings), edition))


def _known(rule: str, known: Sequence[str], edition: str) -> Message:
    match known:
        case []:
            return Message(
                "%(rulebook)s requires no decisions, so none under %(rule)s",
                {"rulebook": edition, "rule": rule},
            )
        case [one]:
            return Message(
                "%(edition)s requires decisions only under %(known)s, not under %(rule)s",
                {"edition": edition, "known": one, "rule": rule},
            )
        case [one, other]:
            return Message(
                "%(edition)s knows decisions under %(one)s and %(other)s",
                {"edition": edition, "one": one, "other": other},
            )
    return Message(
        "%(edition)s knows decisions under %(known)s",
        {"edition": edition, "known": ", ".join(sorted(known))},
    )


def just(*names: str, remedy: Message) -> Callable[[Mapping[str, Any]], Objections]:
    """Return the test that a decision is about these and nothing else."""

    def objections(about: Mapping[str, Any]) -> Objections:
        if {name for name, named in about.items() if named is not None} != {*names}:
            yield Objection("about", remedy)

    return objections


def by_id(*needed: str, optional: str = "") -> Callable[[Mapping[str, Any]], Objections]:
    """Return the test that a decision names each of these, and no others."""

    def objections(about: Mapping[str, Any]) -> Objections:
        given = {name: named for name, named in about.items() if named is not None}
        for name in sorted(given.keys() - {*needed, optional}):
            yield Objection(
                f"about.{name}", Message("take it out: this rule's decisions are not about one")
            )
        for name in sorted({*needed, *({optional} & given.keys())}):
            remedy = Message("name the %(subject)s by id", subject=Message(name))
            kind: type = str
            if name == "season":
                remedy, kind = Message("name the season by its first year, such as 1970"), int
            if type(given.get(name)) is not kind or given[name] == "":
                yield Objection(f"about.{name}", remedy)

    return objections


def object_of(
    faults: Callable[[Mapping[str, Any]], Objections], remedy: Message
) -> Callable[[Any], Objections]:
    """Return the test of a value that must be an object without these faults."""
    return lambda value: (
        faults(value) if isinstance(value, Mapping) else iter([Objection("value", remedy)])
    )


def fields_of(*entries: Entry, unknown: Message) -> Callable[[Mapping[str, Any]], Objections]:
    """Return the test that a value has these fields and no others."""
    return lambda value: faults_in(value, entries, unknown, "value")


def rows_of(
    accepts: Accepts,
    remedy: Message,
    *,
    empty: Message,
    named: tuple[Accepts, Message] | None = None,
) -> Callable[[Mapping[str, Any]], Objections]:
    """Return the test that a value has at least one row and that every row is accepted.

    ``named``: the test of a row's name, and the remedy for one that fails.
    """

    def objections(value: Mapping[str, Any]) -> Objections:
        if not value:
            yield Objection("value", empty)
        for name in sorted(value):
            if named is not None and not named[0](name):
                yield Objection(f"value.{name}", named[1])
            elif not accepts(value[name]):
                yield Objection(f"value.{name}", remedy)

    return objections


def only(
    name: str, accepts: Accepts, remedy: Message, *, at: str = "value"
) -> Callable[[Any], Objections]:
    """Return the test that a value is an object of one field that is accepted."""

    def objections(value: Any) -> Objections:
        if not (isinstance(value, Mapping) and value.keys() == {name} and accepts(value[name])):
            yield Objection(at, remedy)

    return objections


def true_or_false(name: str, *, at: str = "value") -> Callable[[Any], Objections]:
    """Return the test that a value states one thing as true or false."""
    remedy = Message('give {"%(name)s": true} or {"%(name)s": false}', name=name)
    return only(name, is_bool, remedy, at=at)


THE_TOURNAMENT = just("tournament", remedy=Message("name the tournament and nothing else"))
"""The test that a decision is about a tournament alone."""
