"""DWZ 4.10: the right order in time, and first evaluations whose order is unknown."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.events.messages import Message
from projections.rulebooks.dwz_1995 import dwz
from projections.rulebooks.dwz_1995.card import DwzCard, Held, Undated
from projections.rulebooks.figures import whole
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Tournament

UNDATED = "undated"


@dwz.within("4.10")
def occasion_of(tournament: Tournament) -> TournamentEnded:
    """A tournament is evaluated as a whole, in its place: on the day of its last game."""
    return TournamentEnded(day=tournament.ended_on, tournament=tournament)


@dwz.within("4.10.1.3")
def evaluated_apart(card: DwzCard, figure: Held | None, tournament: Tournament) -> Undated | None:
    """What stood before the earliest of a player's undated first evaluations.

    From there a further one starts, as long as nothing else stands behind his DWZ.
    """
    if UNDATED not in tournament.flags or figure is None or figure.paragraph != "6.1.1":
        return None
    undated = None if card.figure is None else card.figure.undated
    if undated is not None:
        dwz.note(
            "4.10.1.3",
            "Among undated first evaluations each starts from before the earliest.",
            {"evaluations": list(undated.evaluations)},
            Message("unrated"),
        )
    return undated


@dwz("4.10.1.3")
def mean_of_first_evaluations(evaluations: Sequence[tuple[int, int]]) -> int:
    """Of first ratings in unknown order the mean holds, weighted by their numbers of games."""
    games = sum(n for _, n in evaluations)
    return whole(Fraction(sum(R * n for R, n in evaluations), games))
