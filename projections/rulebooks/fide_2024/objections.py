"""What is wrong with a card or a decision that is to be recorded, all faults at once."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.fide_2024 import decisions
from projections.rulebooks.fide_2024.p7_1_lists import lists_open_to
from projections.rulebooks.fide_2024.procedure import FLOOR_BEFORE
from projections.rulebooks.objection import Objection

Objections = Iterator[Objection]
_LARGEST = 9_999


def objections_to_card(card: Mapping[str, Any], floor: int = FLOOR_BEFORE) -> Objections:
    """A card is a rating, and where they are known games and peak."""
    for name in sorted(card.keys() - {"rating", "games", "peak"}):
        message = Message("unknown: a card of fide-2024 has rating, games and peak")
        yield Objection(f"card.{name}", message)
    if not _whole(card.get("rating"), floor):
        message = Message("give the rating as a whole number, %(least)s or more", least=floor)
        yield Objection("card.rating", message)
    if card.get("games") is not None and not _whole(card["games"], 0):
        yield Objection(
            "card.games", Message("give the games as a whole number, or leave them out")
        )
    if card.get("peak") is not None and not _whole(card["peak"], 0):
        yield Objection("card.peak", Message("give the highest rating ever, or leave it out"))


def objections_to_decision(rule: str, about: Mapping[str, Any], value: object) -> Objections:
    """A decision of a known rule names what it is about, and its value has the rule's form."""
    if rule not in _KNOWN:
        known = ", ".join(sorted(_KNOWN))
        message = Message(
            "%(edition)s knows decisions under %(known)s", edition="fide-2024", known=known
        )
        yield Objection("rule", message)
        return
    subject, field, accepts, form = _KNOWN[rule]
    given = {name for name, named in about.items() if named is not None}
    for name in sorted(given - {subject}):
        message = Message("take it out: this rule's decisions are not about one")
        yield Objection(f"about.{name}", message)
    if not isinstance(about.get(subject), str) or not about[subject]:
        message = Message("name the %(subject)s by id", subject=Message(subject))
        yield Objection(f"about.{subject}", message)
    right = isinstance(value, Mapping) and value.keys() == {field} and accepts(value[field])
    if not right:
        yield Objection(f"value.{field}", Message("give %(form)s", form=form))


def objections_to_list(rule: str, value: Mapping[str, Any], ended_on: date) -> Objections:
    """The list on which a tournament is rated is one that it may still be reported for (9.1)."""
    lists = lists_open_to(ended_on)
    if rule == decisions.LIST and date.fromisoformat(value["list"]) not in lists:
        *some, last = (each.isoformat() for each in lists)
        message = Message(
            "the tournament ended on %(day)s: give %(some)s or %(last)s",
            day=ended_on,
            some=", ".join(some),
            last=last,
        )
        yield Objection("value.list", message)


def _whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= _LARGEST


def _is_list(value: object) -> bool:
    """Whether it is the day of a list, the first of a month."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value[:8] + "01"
    except ValueError:
        return False


def _is_bool(value: object) -> bool:
    return type(value) is bool


_KNOWN: Mapping[str, tuple[str, str, Callable[[Any], bool], str]] = {
    decisions.LIST: ("tournament", "list", _is_list, Message('a list: {"list": "2026-04-01"}')),
    decisions.GAME: ("game", "rate", _is_bool, Message('{"rate": false} or {"rate": true}')),
    decisions.WHOLE_MATCH: (
        "tournament",
        "rate_all",
        _is_bool,
        Message('{"rate_all": true} or false'),
    ),
    decisions.ACCEPTED: (
        "tournament",
        "evaluate",
        _is_bool,
        Message('{"evaluate": false} or true'),
    ),
}
