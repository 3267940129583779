"""What is wrong with a card or a decision that is to be recorded, all faults at once."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.lask_1970 import decisions
from projections.rulebooks.objection import Objection

Objections = Iterator[Objection]
_LARGEST = 999_999
_KINDS_OF_ABOUT = {"tournament": str, "player": str, "club": str, "game": str, "season": int}


def objections_to_card(card: Mapping[str, Any]) -> Objections:
    """A LASK card is a number and nothing else."""
    for name in card.keys() - {"rating"}:
        yield Objection(f"card.{name}", Message("unknown: a card of lask-1970 has a rating only"))
    if not _whole(card.get("rating"), -_LARGEST):
        yield Objection(
            "card.rating", Message("give the rating as a whole number of at most six digits")
        )


def objections_to_decision(rule: str, about: Mapping[str, Any], value: object) -> Objections:
    """A decision of a known rule names what it is about, and its value has the rule's form."""
    if rule not in _KNOWN:
        yield Objection("rule", _decisions_known())
        return
    needed, optional, objections_to_value = _KNOWN[rule]
    yield from _objections_to_about(about, needed, optional)
    if isinstance(value, Mapping):
        yield from objections_to_value(value)
    else:
        yield Objection("value", Message("give an object, as the contract shows it for this rule"))


def _objections_to_about(
    about: Mapping[str, Any], needed: frozenset[str], optional: frozenset[str]
) -> Objections:
    given = {name: named for name, named in about.items() if named is not None}
    for name in sorted(given.keys() - needed - optional):
        yield Objection(
            f"about.{name}", Message("take it out: this rule's decisions are not about one")
        )
    for name in sorted(needed | (optional & given.keys())):
        kind = _KINDS_OF_ABOUT[name]
        if type(given.get(name)) is not kind or given[name] == "":
            message = Message("name the %(subject)s by id", subject=Message(name))
            if kind is int:
                message = Message("name the season by its first year, such as 1970")
            yield Objection(f"about.{name}", message)


def _long(value: Mapping[str, Any]) -> Objections:
    yield from _only_true_or_false("long", value)


def _bonus(value: Mapping[str, Any]) -> Objections:
    yield from _only_true_or_false("bonus", value)


def _only_true_or_false(name: str, value: Mapping[str, Any]) -> Objections:
    if value.keys() != {name} or type(value[name]) is not bool:
        message = Message('give {"%(name)s": true} or {"%(name)s": false}', name=name)
        yield Objection(f"value.{name}", message)


def _mean(value: Mapping[str, Any]) -> Objections:
    if value.keys() != {"mean"} or not _decimal(value["mean"]):
        yield Objection(
            "value.mean", Message('give {"mean": 1950}: a number with at most three decimals')
        )


def _addition(value: Mapping[str, Any]) -> Objections:
    for name in sorted(value.keys() - {"S", "N", "M"}):
        yield Objection(f"value.{name}", Message("unknown: the report has S, N and M"))
    S, N = value.get("S"), value.get("N")
    if S is not None and not _whole(S, -_LARGEST):
        yield Objection(
            "value.S", Message("give the points won as a whole number, or null: as booked")
        )
    if N is not None and not _whole(N, 0):
        yield Objection("value.N", Message("give the games as a whole number, or null: as booked"))
    if not _whole(value.get("M"), 0):
        yield Objection("value.M", Message("give the number of the club's members, 0 or more"))


def _class_means(value: Mapping[str, Any]) -> Objections:
    if not value:
        yield Objection(
            "value", Message('give the means by class, such as {"I": 1950, "II": 1775}')
        )
    for name in sorted(value):
        if not _decimal(value[name]):
            yield Objection(
                f"value.{name}", Message("give the mean as a number with at most three decimals")
            )


def _deductions(value: Mapping[str, Any]) -> Objections:
    if not value:
        yield Objection(
            "value", Message('give the deductions by games, such as {"0": 27, "1": 20}')
        )
    for games in sorted(value):
        if not _is_row(games):
            yield Objection(
                f"value.{games}", Message("name a number of games from 0 to 99; 6+ is 6")
            )
        elif not _whole(value[games], 0):
            yield Objection(
                f"value.{games}", Message("give the deduction as a whole number, 0 or more")
            )


def _is_row(games: str) -> bool:
    number = games.removesuffix("+")
    return number.isascii() and number.isdigit() and str(int(number)) == number and len(number) < 3


def _whole(value: object, least: int) -> bool:
    return type(value) is int and least <= value <= _LARGEST


def _decimal(value: object) -> bool:
    if type(value) not in {int, float}:
        return False
    number: float = value  # type: ignore[assignment]
    return abs(number) <= _LARGEST and round(number, 3) == number


def _decisions_known() -> Message:
    known = ", ".join(sorted(_KNOWN))
    return Message("%(edition)s knows decisions under %(known)s", edition="lask-1970", known=known)


def _about(*needed: str, optional: str = "") -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(needed), frozenset(optional.split())


_KNOWN: Mapping[
    str, tuple[frozenset[str], frozenset[str], Callable[[Mapping[str, Any]], Objections]]
] = {
    decisions.LONG_GAME: (*_about("game"), _long),
    decisions.MEAN: (*_about("tournament", optional="player"), _mean),
    decisions.BONUS: (*_about("player", "season"), _bonus),
    decisions.ADDITION: (*_about("club", "season"), _addition),
    decisions.CLASS_MEANS: (*_about("season"), _class_means),
    decisions.DEDUCTIONS: (*_about("season"), _deductions),
}
