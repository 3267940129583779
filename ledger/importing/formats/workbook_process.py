"""A separate program that reads a workbook within limits, and ends when it reaches one.

A workbook of a kilobyte can make its reader request half a terabyte (one cell in the last row and
the last column), or keep it busy for minutes, and no code outside the library can tell in advance.
So it is read in a process of its own, in which the operating system limits memory and time.

The bytes come on standard input.  The rows go to standard output as lines, their cells divided by
:data:`CELL_END`; a line of :data:`SHEET_END` and its name follows each sheet.  It ends with
:data:`DAMAGED` and the reason if the bytes are not a workbook, with :data:`TOO_MANY_ROWS` or
:data:`TOO_LARGE` if there is too much in it, and with anything else if it was stopped.

This file is started by its path and imports as little as possible: the packages of the project,
and some of the standard library, take longer to load than most workbooks to read.
"""

from __future__ import annotations

import os
import sys
from datetime import date, datetime
from io import BytesIO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CELL_END, SHEET_END = "\x1f", "\x1d"
DAMAGED, TOO_MANY_ROWS, TOO_LARGE = 3, 4, 5
MOST_MEMORY = 512_000_000
MOST_SECONDS = 10
_BLANKED = str.maketrans(dict.fromkeys(f"{CELL_END}{SHEET_END}\n", " "))


class WorkbookTooLarge(Exception):
    """A workbook exceeds a limit; ``status`` says which."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(status)


class Limits:
    """The limits: rows of a sheet, cells and bytes of text of all sheets together.

    Of each row the first ``columns`` cells are read.
    """

    def __init__(self, rows: int, columns: int, cells: int, text: int) -> None:
        self.rows, self.columns, self.cells, self.text = rows, columns, cells, text

    def take(self, line: bytes, cells: int) -> bytes:
        """Return the line of a row, and count it."""
        self.cells -= cells
        self.text -= len(line)
        if self.cells < 0 or self.text < 0:
            raise WorkbookTooLarge(TOO_LARGE)
        return line


def main(site: str, *limits: str) -> int:
    """Read a workbook as described above; return the exit status."""
    limit_process()
    content = BytesIO(sys.stdin.buffer.read())
    sys.path.append(site)
    try:
        written, status = b"".join(lines_of(content, Limits(*map(int, limits)))), 0
    except WorkbookTooLarge as too_much:
        return too_much.status
    except MemoryError:
        return TOO_LARGE
    except BaseException as error:
        written, status = str(error).encode(errors="replace"), DAMAGED
    # Written in one piece: every piece would wake the reader.
    sys.stdout.buffer.write(written)
    sys.stdout.buffer.flush()
    return status


def lines_of(content: BytesIO, limits: Limits) -> Iterator[bytes]:
    """The lines of all sheets of a workbook."""
    from python_calamine import CalamineWorkbook  # noqa: PLC0415 - found once its path is known

    workbook = CalamineWorkbook.from_filelike(content)
    for name in workbook.sheet_names:
        sheet = workbook.get_sheet_by_name(name)
        if sheet.total_height > limits.rows:
            raise WorkbookTooLarge(TOO_MANY_ROWS)
        before = [""] * sheet.start[1] if sheet.start else []
        above = _merged_upwards(sheet.merged_cell_ranges or (), limits)
        last: list[str] = []
        for number, cells in enumerate(sheet.iter_rows()):
            row = [_as_shown(each) for each in [*before, *cells][: limits.columns]]
            for column in above.get(number, ()):
                if column < len(row) and column < len(last):
                    row[column] = row[column] or last[column]
            last = row
            yield limits.take(_line(row), len(row))
        yield limits.take(SHEET_END.encode() + _line([name]), 1)


def _merged_upwards(
    ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]], limits: Limits
) -> dict[int, list[int]]:
    """The columns of each row whose cell is one with that above: it shows the same value."""
    found: dict[int, list[int]] = {}
    for (top, left), (bottom, right) in ranges:
        if left == right:  # a cell merged over several columns is a title
            for row in range(top + 1, min(bottom, limits.rows) + 1):
                found.setdefault(row, []).append(left)
    return found


def _line(cells: Sequence[str]) -> bytes:
    """Return a row; separators within a cell become blanks."""
    line = CELL_END.join(cells)
    if line.count(CELL_END) >= len(cells) or SHEET_END in line or "\n" in line:
        line = CELL_END.join(each.translate(_BLANKED) for each in cells)
    return f"{line}\n".encode()


def _as_shown(value: object) -> str:
    """Return a value as its cell shows it: whole numbers without a point, days as YYYY-MM-DD."""
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def limit_process() -> None:
    """Set the limits that the system enforces, if it supports any."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    # A core dump would contain the workbook's names.
    for limit, most in (
        (resource.RLIMIT_AS, MOST_MEMORY),
        (resource.RLIMIT_CPU, MOST_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(limit)
        lower = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(limit, (lower, hard))
        except (OSError, ValueError):  # macOS refuses limits below the memory already mapped
            continue


if __name__ == "__main__":
    # Exits without freeing what was read, which saves a tenth of the time.
    os._exit(main(*sys.argv[1:]))
