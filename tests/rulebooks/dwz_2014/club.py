"""The club of DWZ 1995 under the edition of 2014: the same ways to write cards and games."""

from pathlib import Path
from typing import Any

from projections.rulebooks.dwz.rulebook import Dwz2014
from tests.rulebooks.dwz_1995.club import Club, printed, tournaments_in

EXAMPLES = Path(__file__).parent / "examples"
_club = Club(Dwz2014)
edition, evaluate, report = _club.edition, _club.evaluate, _club.report
rows, left_out, steps = _club.rows, _club.left_out, _club.steps


def printed_steps() -> list[dict[str, str]]:
    """The rating card of the examples."""
    return printed("career_steps.csv", EXAMPLES)


def tournaments() -> list[dict[str, Any]]:
    """The tournaments of the examples."""
    return tournaments_in(EXAMPLES)
