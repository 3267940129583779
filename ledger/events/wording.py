"""Results and fields in words, for previews and explanations."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.events.messages import Message, joined

POINT_SIGNS: Mapping[float, str] = {1.0: "1", 0.5: "½", 0.0: "0"}


def result(game: Mapping[str, Any]) -> str:
    """The points of both sides of a game, given by its data: ``½ : ½``."""
    return " : ".join(POINT_SIGNS[game[f"{side}_points"]] for side in ("white", "black"))


def why_unplayed(game: Mapping[str, Any]) -> str | None:
    """Return the reason that a game, given by its data, was not played; None: it was."""
    return None if game.get("played", True) else game.get("reason") or "not played"


def field_name(name: str) -> str:
    """The name of a field as people read it."""
    return name.replace("_", " ")


def named(things: Sequence[str], most: int = 5) -> Message:
    """Return some of the things by name, and the number of the others."""
    shown_ones = joined(", ", things[:most])
    if len(things) <= most:
        return shown_ones
    more = len(things) - most
    return Message("%(things)s and %(more)s more", things=shown_ones, more=more)
