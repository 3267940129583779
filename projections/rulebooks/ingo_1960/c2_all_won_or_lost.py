"""INGO C II: newcomers who won or lost all their games, and what becomes of their mark."""

from collections.abc import Mapping, Sequence

from ledger.events.messages import Message
from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.card import Mark
from projections.rulebooks.ingo_1960.degrees import weighted
from projections.rulebooks.ingo_1960.field import Side


@ingo.within("C II")
def all_won_or_lost(
    newcomers: frozenset[str], sides: Mapping[str, Sequence[Side]]
) -> frozenset[str]:
    """The newcomers whose H is only a bound, so that no opponent may use it or the result.

    Striking their games may leave others with nothing but wins or losses: pass by pass, until
    nobody is found.  Those of one pass are found first and struck together (R15).
    """
    unbounded: frozenset[str] = frozenset()
    while found := {
        player
        for player in newcomers - unbounded
        if _only_wins_or_losses([s for s in sides[player] if s.opponent not in unbounded])
    }:
        unbounded |= found
    for player in sorted(unbounded):
        _note_struck(player, len(sides[player]))
    return unbounded


def _only_wins_or_losses(remaining: Sequence[Side]) -> bool:
    points = {side.points for side in remaining}
    return points in ({0}, {1})


def _note_struck(player: str, games: int) -> None:
    with concerning(player):
        ingo.note(
            "C II",
            "Without a number and with nothing but wins or losses.",
            {"games": games},
            Message("struck for the opponents"),
        )


@ingo("C II")
def mark_of(points: float, games: int) -> Mark:
    """All won: the number is this "or better"; all lost: "or worse"."""
    return "or better" if points == games else "or worse"


@ingo("C II")
def counts_as_first(F: float, marked: Mark, H: float) -> bool:
    """Whether H goes beyond the bound, and therefore counts as first number again."""
    return H > F if marked == "or worse" else H < F


@ingo("C II")
def after_mark(F: float, H: float, places: int) -> float:
    """Otherwise as is usual for a second number: (F + H) / 2, whatever the count."""
    return weighted(F, 1, H, 1, places)


@ingo("C II")
def mark_kept(marked: Mark, bound: Mark | None, keep: bool) -> Mark | None:
    """The mark stays where the same extreme is reached again; the other bounds from both sides.

    ``bound``: what this event would mark a first number with; ``keep``: the reading R16.
    """
    return marked if keep and bound == marked else None
