"""CSV writing and reading in which no cell is a formula to a spreadsheet.

A spreadsheet evaluates cells that begin with ``=``, ``+``, ``-`` or ``@``,
and a name may begin so.  An apostrophe before it makes it a text.  Numbers, whatever their sign,
a rating with its index (``-25-9``) and a single sign (results are written ``-`` and ``+``) are
left unchanged (decision 0046).
"""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

_NUMBER = r"[+-]?[0-9][0-9.,]*(?:-[0-9]+)?"
_FORMULA = re.compile(rf"'*(?!(?:{_NUMBER}|.)\Z)[=+\-@\t\r]", re.DOTALL)


class _Writable(Protocol):
    def write(self, text: str, /) -> object: ...


class CsvWriter:
    """Writes rows; texts are guarded, numbers, days and empty values are written unchanged."""

    def __init__(self, file: _Writable, *, delimiter: str = ",", line_end: str = "\n") -> None:
        self._rows = csv.writer(file, delimiter=delimiter, lineterminator=line_end)

    def row(self, cells: Iterable[Any]) -> None:
        """Write one row."""
        self._rows.writerow([guarded(each) if isinstance(each, str) else each for each in cells])

    def rows(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows."""
        for each in rows:
            self.row(each)


def guarded(text: str) -> str:
    """Return a text that remains one in a spreadsheet; :func:`unguarded` restores it."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(cell: str) -> str:
    """The text of a cell that may have been guarded."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell
