"""EGF scope: which tournaments the system is for."""

import attrs

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.tournament import Tournament

FIRST_YEAR = 1996
BOARD = 19


@attrs.frozen
class Excluded:
    """Why a whole tournament is not rated, with the rule."""

    reason: str


@egf.within("scope")
def out_of_scope(tournament: Tournament) -> Excluded | None:
    """Go on 19×19, one against one, that ended in 1996 or later; no decision brings in others."""
    if tournament.discipline != "go":
        return Excluded(egf.because("scope", "only go tournaments are rated"))
    if tournament.ended_on.year < FIRST_YEAR:
        return Excluded(egf.because("scope", "the database begins with %(year)s", year=FIRST_YEAR))
    if tournament.board not in {None, BOARD}:
        return Excluded(egf.because("scope", "only 19×19 boards are rated"))
    if tournament.format == "pairs":
        return Excluded(egf.because("scope", "pair tournaments are not rated"))
    return None
