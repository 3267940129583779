"""What FIDE's officers decide, found by the rule that calls for it and what it is about.

Of several decisions about one thing the last in the order of the log holds.
"""

from collections.abc import Sequence
from datetime import date

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.tournament import Decision

LIST, GAME = fide.cite("7.1.3"), fide.cite("5.1")
WHOLE_MATCH, ACCEPTED = fide.cite("6.2"), fide.cite("0.2")

Decisions = Sequence[Decision]


def list_decided(decisions: Decisions) -> date:
    """The list on which a tournament is rated (7.1.3); the first day of all where none is."""
    found = [one.value["list"] for one in decisions if one.rule == LIST]
    return date.fromisoformat(found[-1]) if found else date.min


def is_accepted(decisions: Decisions) -> bool:
    """Whether a tournament is accepted (0.2): it is, if nothing else was decided."""
    found = [bool(one.value["evaluate"]) for one in decisions if one.rule == ACCEPTED]
    return found[-1] if found else True


def counts_whole(decisions: Decisions) -> bool:
    """Whether all games of a match are rated (6.2)."""
    found = [bool(one.value["rate_all"]) for one in decisions if one.rule == WHOLE_MATCH]
    return found[-1] if found else False


def games_excluded(decisions: Decisions) -> frozenset[str]:
    """The games that are not rated (5.1)."""
    rated = {one.about["game"]: one.value["rate"] for one in decisions if one.rule == GAME}
    return frozenset(game for game, rate in rated.items() if not rate)
