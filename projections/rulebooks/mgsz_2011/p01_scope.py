"""MGSZ 1.§: which tournaments the rules apply to."""

import attrs

from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.tournament import Tournament

FULL_BOARD = 19
SMALL_BOARD = 13


@attrs.frozen
class Excluded:
    """Why a whole tournament is not rated, with the paragraph."""

    reason: str


@mgsz.within("1 (2)")
@mgsz.within("1 (3)")
def out_of_scope(tournament: Tournament) -> Excluded | None:
    """Go on 19×19 or 13×13 lines, one against one; team matches of single boards are in scope."""
    if tournament.discipline != "go":
        return Excluded(mgsz.because("1 (2)", "only go tournaments are rated"))
    if board_of(tournament) not in {FULL_BOARD, SMALL_BOARD}:
        return Excluded(mgsz.because("1 (2)", "only 19×19 and 13×13 boards are rated"))
    if tournament.format == "pairs":
        return Excluded(mgsz.because("1 (3)", "pair tournaments are not rated"))
    return None


def board_of(tournament: Tournament) -> int:
    """The lines of the board; 19 where nothing is stated."""
    return FULL_BOARD if tournament.board is None else tournament.board
