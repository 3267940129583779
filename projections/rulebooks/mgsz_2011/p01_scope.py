"""MGSZ 1.§ and 3.§: the tournaments in scope, and the committee's decisions."""

from collections.abc import Mapping

import attrs

from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_grades import Attained, rank_of, remaining_attainments
from projections.rulebooks.occasion import RatingDecided
from projections.rulebooks.tournament import Tournament

# --- 1.§: the scope ------------------------------------------------------------------------------

FULL_BOARD = 19
SMALL_BOARD = 13


@attrs.frozen
class Excluded:
    """The reason that a whole tournament is not rated, with the paragraph."""

    reason: str


@mgsz.within("1 (2)")
@mgsz.within("1 (3)")
def out_of_scope(tournament: Tournament) -> Excluded | None:
    """Return the reason unless it is go on 19×19 or 13×13 lines, one against one.

    Team matches of single boards are in scope.
    """
    if tournament.discipline != "go":
        return Excluded(mgsz.because("1 (2)", "only go tournaments are rated"))
    if board_of(tournament) not in {FULL_BOARD, SMALL_BOARD}:
        return Excluded(mgsz.because("1 (2)", "only 19×19 and 13×13 boards are rated"))
    if tournament.format == "pairs":
        return Excluded(mgsz.because("1 (3)", "pair tournaments are not rated"))
    return None


def board_of(tournament: Tournament) -> int:
    """Return the lines of the board; 19 if none are stated."""
    return FULL_BOARD if tournament.board is None else tournament.board


# --- 3.§: what the manager and the Rating Committee decide ---------------------------------------
# The manager gives a newcomer his starting figures (6.§ (1), step 2), the committee changes the
# figures of anybody (3.§ (3)), the multiplier (6.§ (2)) and the parts of a tournament (6.§ (3)).


@mgsz.within("3 (3)")
def decided_card(decision: RatingDecided, before: MgszCard | None) -> MgszCard:
    """The figures as decided; attainments that the decision does not state stay as they are."""
    grade: str = decision.card["grade"]
    stated: Mapping[str, int] | None = decision.card.get("attained")
    attained: Attained = before.attained if before else ()
    if stated is not None:
        attained = tuple(sorted(stated.items(), key=lambda counted: rank_of(counted[0])))
    return MgszCard(
        elo=decision.card["elo"],
        grade=grade,
        attained=tuple(kept for kept in remaining_attainments(grade, attained) if kept[1]),
        on=decision.day,
        source=decision.event,
    )
