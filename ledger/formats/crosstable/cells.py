"""What stands in a crosstable's cell: ``17b1`` is Black against the player of row 17, and won."""

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

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


class Cell(msgspec.Struct, frozen=True, gc=False):
    """A cell that is read: opponent and result (None: still open); without opponent a bye.

    ``colour`` is None where ``letter`` is none of those that are known.
    """

    opponent: str | None
    result: SideResult | None
    letter: str = ""
    colour: Colour | None = None


NOTHING = Cell(None, None)
"""What a cell says in which there is neither a game nor a point."""


@lru_cache(maxsize=20_000)  # of all tournaments together there are not many more
def read_cell(text: str) -> Cell | None:
    """The meaning of a cell's text, blanks around it or not; None where it has none."""
    text = text.strip()
    match = _PAIRING.fullmatch(text)
    if match is None:
        text = text.replace(" ", "").replace("\xa0", "")[:20]
        if text in _BYES:
            points = _BYES[text]
            return Cell(None, SideResult(points)) if points else NOTHING
        match = _PAIRING.fullmatch(text)
    if match is None:
        return None
    opponent, letter, result = match[1].lstrip("0"), match[2].casefold(), match[3]
    if not opponent:
        return None
    return Cell(opponent, None if result is None else RESULTS[result], letter, COLOURS.get(letter))


def is_of_teams(text: str) -> bool:
    """Whether a cell that is no player's looks like that of a team, which may win 2½ points."""
    return _OF_TEAMS.fullmatch(text.replace(" ", "")[:20]) is not None
