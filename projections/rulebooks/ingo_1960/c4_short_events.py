"""INGO C IV and C V: short tournaments with their protective limit, and individual matches."""

from ledger.events.messages import Message
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.degrees import exact, plain, weighted


@ingo.within("C IV")
def is_too_short(scored: int, least: int) -> bool:
    """Whether the player has fewer scored games than the rules begin with, three (R11)."""
    if scored < least:
        text = Message("Too few scored games: the number stays as it is.")
        ingo.note("C IV", text, {"scored": scored, "least": least}, None)
    return scored < least


@ingo.within("C V")
def is_too_short_match(played: int, least: int) -> bool:
    """Whether fewer than four games of a match were played; any number may be scored (R11)."""
    if played < least:
        text = Message("Too few games for a match: the number stays as it is.")
        ingo.note("C V", text, {"played": played, "least": least}, None)
    return played < least


SHORT_EVENTS = {3: (7, 4), 4: (5, 5), 5: (4, 6)}
"""Scored games: times the old F counts beside H, and degrees by which F may change (R10)."""


@ingo("C IV")
def short_event_number(F: float, H: float, games: int, places: int) -> float:
    """3, 4, 5 games: (7 F + H) / 8, (5 F + H) / 6, (4 F + H) / 5, by at most 4, 5, 6 degrees.

    The limit holds for the rounded number (R12).
    """
    times, most = SHORT_EVENTS[games]
    old, new = exact(F), exact(weighted(F, times, H, 1, places))
    return plain(min(max(new, old - most), old + most))


@ingo("C V")
def match_number(F: float, H: float, places: int) -> float:
    """An individual match of at least four games: (7 F + H) / 8."""
    return weighted(F, 7, H, 1, places)
