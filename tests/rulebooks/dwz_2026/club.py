"""The club of DWZ 1995 under the edition of 2026: the same ways to write cards and games."""

from pathlib import Path
from typing import Any

from projections.rulebooks.dwz.rulebook import Dwz2026
from tests.rulebooks.dwz_1995.club import Club, tournaments_in

_club = Club(Dwz2026)
edition, evaluate, rows, steps = _club.edition, _club.evaluate, _club.rows, _club.steps


def tournaments() -> list[dict[str, Any]]:
    """The tournaments of the examples."""
    return tournaments_in(Path(__file__).parent / "examples")
