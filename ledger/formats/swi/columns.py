"""The columns of an SWI table, taken from its line of template letters.

`` ttt. rrr nnnn… vvvv… lll ffff… pppp… gggg… eeee dddd  zzzzz mmmm  `` says where everything
stands; after it every round has six characters: a blank, result, colour, opponent in three.
"""

import re
from collections.abc import Mapping, Sequence

import attrs

_TEMPLATE = re.compile(r" ?ttt\. +r{1,4} +n{5,60} [a-zA-Z ]*")
_ROUND = 6


@attrs.frozen
class Columns:
    """Where the fields of a player stand, and where his rounds begin; ``line`` from 1."""

    line: int
    slices: Mapping[str, slice]
    rounds_at: int

    def field(self, letter: str, line: str) -> str:
        """A player's field by its letter; empty where the template has none."""
        where = self.slices.get(letter)
        return "" if where is None else line[where].strip()

    def round(self, number: int, line: str) -> str:
        """The five characters of a round, counted from 1; empty beyond the line's end."""
        at = self.column_of(number) - 1
        return line[at : at + _ROUND - 1]

    def column_of(self, number: int) -> int:
        """Where the result of a round stands, counted from 1."""
        return self.rounds_at + 1 + _ROUND * (number - 1)

    def rounds_in(self, line: str) -> int:
        """How many rounds a line has room for."""
        return max(0, len(line.rstrip()) - self.rounds_at + _ROUND - 1) // _ROUND


def find_columns(lines: Sequence[str]) -> Columns | None:
    """The columns by the template among the first lines; None where there is none."""
    for number, line in enumerate(lines[:20], start=1):
        if _TEMPLATE.fullmatch(line.rstrip()[:300] + " "):
            slices = {run[0][0]: slice(*run.span()) for run in re.finditer(r"([a-z])\1*", line)}
            end = max(where.stop for where in slices.values())
            return Columns(number, slices, end + 2)
    return None
