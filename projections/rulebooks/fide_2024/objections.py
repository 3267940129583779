"""What is wrong with a card or a decision that is to be recorded, all faults at once."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any

from projections.rulebooks.fide_2024 import decisions
from projections.rulebooks.fide_2024.p7_1_lists import lists_open_to
from projections.rulebooks.fide_2024.procedure import FLOOR_BEFORE
from projections.rulebooks.objection import Objection

Objections = Iterator[Objection]
_LARGEST = 9_999


def objections_to_card(card: Mapping[str, Any], floor: int = FLOOR_BEFORE) -> Objections:
    """A card is a rating, and where they are known games and peak."""
    for name in sorted(card.keys() - {"rating", "games", "peak"}):
        message = "unknown: a card of fide-2024 has rating, games and peak"
        yield Objection(f"card.{name}", message)
    if not _whole(card.get("rating"), floor):
        yield Objection("card.rating", f"give the rating as a whole number, {floor} or more")
    if card.get("games") is not None and not _whole(card["games"], 0):
        yield Objection("card.games", "give the games as a whole number, or leave them out")
    if card.get("peak") is not None and not _whole(card["peak"], 0):
        yield Objection("card.peak", "give the highest rating ever, or leave it out")


def objections_to_decision(rule: str, about: Mapping[str, Any], value: object) -> Objections:
    """A decision of a known rule names what it is about, and its value has the rule's form."""
    if rule not in _KNOWN:
        yield Objection("rule", f"fide-2024 knows decisions under {', '.join(sorted(_KNOWN))}")
        return
    subject, field, accepts, form = _KNOWN[rule]
    given = {name for name, named in about.items() if named is not None}
    for name in sorted(given - {subject}):
        yield Objection(f"about.{name}", "take it out: this rule's decisions are not about one")
    if not isinstance(about.get(subject), str) or not about[subject]:
        yield Objection(f"about.{subject}", f"name the {subject} by id")
    right = isinstance(value, Mapping) and value.keys() == {field} and accepts(value[field])
    if not right:
        yield Objection(f"value.{field}", f"give {form}")


def objections_to_list(rule: str, value: Mapping[str, Any], ended_on: date) -> Objections:
    """The list on which a tournament is rated is one that it may still be reported for (9.1)."""
    lists = lists_open_to(ended_on)
    if rule == decisions.LIST and date.fromisoformat(value["list"]) not in lists:
        *some, last = (each.isoformat() for each in lists)
        message = f"the tournament ended on {ended_on}: give {', '.join(some)} or {last}"
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
    decisions.LIST: ("tournament", "list", _is_list, 'a list: {"list": "2026-04-01"}'),
    decisions.GAME: ("game", "rate", _is_bool, '{"rate": false} or {"rate": true}'),
    decisions.WHOLE_MATCH: ("tournament", "rate_all", _is_bool, '{"rate_all": true} or false'),
    decisions.ACCEPTED: ("tournament", "evaluate", _is_bool, '{"evaluate": false} or true'),
}
