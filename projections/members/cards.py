"""A figure as a list has it, as a card of the rulebook: ``1700-20`` is a rating and an index."""

import re
from collections.abc import Mapping
from typing import Any

from projections.members.entries import Member
from projections.registry import AnyRulebook

CARRIED_OVER = "carried-over"
_NO_FIGURE = {"", "-", "–", "0", "?", "rest", "restp", "none", "ohne", "n/a"}
_BETWEEN = re.compile(r"\s*[-–−/]\s*|\s+")


def card_of(member: Member, book: AnyRulebook) -> Mapping[str, Any] | str | None:
    """The card of a member, what is wrong with its figure, or None where he has none."""
    if member.rating.casefold() in _NO_FIGURE:
        return None
    parts = [*_BETWEEN.split(member.rating), *([member.index] if member.index else [])]
    if len(parts) > len(book.card_fields):
        return f"has more in it than {' and '.join(book.card_fields)}"
    card = {field: _number(part) for field, part in zip(book.card_fields, parts, strict=False)}
    objections = book.objections_to_card(CARRIED_OVER, card)
    if not objections:
        return card
    wrong = "; ".join(f"{each.field.removeprefix('card.')} {each.message}" for each in objections)
    remedy = ""
    if lacking := book.card_fields[len(parts) :]:
        whole = "-".join(book.card_fields)
        remedy = (
            f": write it as {whole}, or say which column has it (--column {lacking[0]}=HEADING)"
        )
    return f"is no figure of {book.name}: {wrong}{remedy}"


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() else text
