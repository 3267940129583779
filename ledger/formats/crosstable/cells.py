"""What stands in a crosstable's cell: ``17b1`` is Black against the player of row 17, and won."""

import re
from collections.abc import Mapping
from functools import lru_cache

import attrs

from ledger.formats.mirrored_cells import Colour
from ledger.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)

_PAIRING = re.compile(r"([0-9]{1,4})([A-Za-z])(1|0|½|=|\+|-|0[.,]5|1/2)?")
_OF_TEAMS = re.compile(r"[0-9]{1,4}[A-Za-z]?(?:[0-9]{1,2}[½.,]?5?|½)|[0-9]{1,2}/[0-9]{1,4}[a-z]")
RESULTS: Mapping[str, SideResult] = {
    "1": WIN,
    "½": DRAW,
    "=": DRAW,
    "0.5": DRAW,
    "0,5": DRAW,
    "1/2": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}
_BYES: Mapping[str, float] = {"-1": 1.0, "-½": 0.5, "-0": 0.0, "0": 0.0, "": 0.0, "--": 0.0}
# w and b in English, s in German, z in Dutch.
COLOURS: Mapping[str, Colour] = {"w": "w", "b": "b", "s": "b", "z": "b"}


@attrs.frozen
class Cell:
    """A cell that is read: opponent and result (None: still open), or the points of a bye."""

    opponent: str | None
    letter: str = ""
    result: SideResult | None = None
    points: float = 0.0


@lru_cache(maxsize=20_000)  # of all tournaments together there are not many more
def read_cell(text: str) -> Cell | None:
    """The meaning of a cell's text; None where it has none."""
    match = _PAIRING.fullmatch(text)
    if match is None:
        text = text.replace(" ", "").replace("\xa0", "")[:20]
        if text in _BYES:
            return Cell(None, points=_BYES[text])
        match = _PAIRING.fullmatch(text)
    if match is None:
        return None
    opponent, letter, result = match.groups()
    if not int(opponent):
        return None
    return Cell(
        opponent.lstrip("0"), letter.casefold(), None if result is None else RESULTS[result]
    )


def is_of_teams(text: str) -> bool:
    """Whether a cell that is no player's looks like that of a team, which may win 2½ points."""
    return _OF_TEAMS.fullmatch(text.replace(" ", "")[:20]) is not None
