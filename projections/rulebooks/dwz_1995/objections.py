"""What is wrong with a card or a decision before it enters the log, and what would be right."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.events.messages import Message
from projections.rulebooks.dwz_1995.p6_02_events import EXCEPTION
from projections.rulebooks.objection import Objection

HIGHEST = 9999


def objections_to_card(card: Mapping[str, Any], edition: str) -> Sequence[Objection]:
    """A card of DWZ is a rating and an index, both whole numbers, and nothing else."""
    objections = []
    if not (_is_whole(card.get("rating")) and abs(card["rating"]) <= HIGHEST):
        objections.append(
            Objection(
                "card.rating",
                Message("must be a whole number from -%(most)s to %(most)s", most=HIGHEST),
            )
        )
    if not (_is_whole(card.get("index")) and card["index"] >= 0):
        objections.append(Objection("card.index", Message("must be a whole number, 0 or more")))
    unknown = sorted(card.keys() - {"rating", "index"})
    return objections + [
        Objection(
            f"card.{field}",
            Message(
                "a card of %(edition)s has a rating and an index; leave it out", edition=edition
            ),
        )
        for field in unknown
    ]


def objections_to_decision(
    rule: str, about: Mapping[str, Any], value: Any, edition: str
) -> Sequence[Objection]:
    """DWZ knows one decision: an exception of 6.2.1 granted to a tournament, or refused."""
    if rule != EXCEPTION:
        message = Message(
            "%(edition)s calls for no decision but %(known)s, not %(rule)s",
            edition=edition,
            known=EXCEPTION,
            rule=rule,
        )
        return [Objection("rule", message)]
    objections = []
    if set(about) != {"tournament"} or not isinstance(about["tournament"], str):
        objections.append(
            Objection(
                "about",
                Message('must name the tournament and nothing else: {"tournament": "id"}'),
            )
        )
    if not _is_choice(value):
        objections.append(
            Objection(
                "value", Message('must be {"evaluate": true}, or false to refuse the tournament')
            )
        )
    return objections


def _is_whole(number: object) -> bool:
    return type(number) is int


def _is_choice(value: object) -> bool:
    match value:
        case {"evaluate": bool(), **others}:
            return not others
        case _:
            return False
