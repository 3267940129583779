"""INGO Vorwort 6: numbers that rest on few or old evaluations, or keep moving one way.

A level made of them is to be looked at with care; nothing else follows (R28).
"""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from ledger.events.messages import Message, joined
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.card import IngoCard

ENOUGH = 3
"""Evaluations from which on a number is one of many: the first three have weights of their own."""
OLD = 3
"""Full years after which an evaluation lies far back."""
STEADY = 3
"""Changes in one direction, one after the other, that are a drift."""
_WHY = {"few": Message("few"), "old": Message("old"), "drifting": Message("drifting")}


@ingo.within("Vorwort 6")
def unsafe(card: IngoCard, day: date) -> list[str]:
    """Why a number is to be used with care on ``day``; nothing where it is safe."""
    years = day.year - card.on.year - ((day.month, day.day) < (card.on.month, card.on.day))
    reasons = {
        "few": card.count < ENOUGH,
        "old": years >= OLD,
        "drifting": abs(card.drift) >= STEADY,
    }
    return [reason for reason, holds in reasons.items() if holds]


@ingo.within("Vorwort 6")
def drift_after(before: IngoCard | None, number: float) -> int:
    """How often in a row the number has moved the way it moves now."""
    if before is None or number == before.number:
        return 0
    step = 1 if number > before.number else -1
    return before.drift + step if before.drift * step >= 0 else step


@ingo.within("Vorwort 6")
def note_unsafe(players: Iterable[str], cards: Mapping[str, IngoCard | None], day: date) -> None:
    """The unsafe ones of the numbers that a level is made of, pointed out in the working."""
    found = []
    for player in sorted(set(players)):
        card = cards.get(player)
        if card is not None and (why := unsafe(card, day)):
            found.append(_line(player, card, why))
    if found:
        text = Message("Look with care at numbers of few, old or steadily drifting evaluations.")
        ingo.note("Vorwort 6", text, {"numbers": found}, Message("caution"))


def _line(player: str, card: IngoCard, why: list[str]) -> Mapping[str, Any]:
    return {
        "player": player,
        "number": card.number,
        "count": card.count,
        "since": card.on.isoformat(),
        "drift": card.drift,
        "why": joined(", ", [_WHY[each] for each in why]),
    }
