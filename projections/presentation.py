"""How answers are put for people, whatever the medium: terminal, page or file."""

from collections.abc import Mapping
from typing import Any

from projections.registry import SHELF

WITHHELD = "(withheld)"


def shown(name: str | None) -> str:
    """A name as people read it."""
    return WITHHELD if name is None else name


def spelt(card: Mapping[str, Any] | None) -> str:
    """A card as people write it: a DWZ as 1873-42, each system in its own way."""
    if card is None:
        return ""
    for book in SHELF.values():
        if set(card) == set(book.card_fields):
            return book.spelt(card)
    return ", ".join(f"{key} {value}" for key, value in card.items())
