"""A spreadsheet as rows of texts, from any program: CSV, .xlsx, .xls or .ods.

The meaning of the columns is unknown here.  The encoding of a CSV follows from its bytes: a mark
at the beginning, the zeros of UTF-16, else as that of any text.  The delimiter cannot be
determined for certain.  A CSV is read with each of them, and the caller chooses.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from subprocess import TimeoutExpired
from zipfile import ZipFile

import attrs

from ledger.events.messages import LargeNumber, Message
from ledger.events.problems import refusal
from ledger.importing.formats import archive, workbook_process
from ledger.importing.formats.apart import read_apart
from ledger.importing.formats.text import (
    LARGEST_FILE,
    MOST_CELLS,
    MOST_LINES,
    UTF16,
    decode,
    tidy,
    tidy_all,
)

DELIMITERS = ";\t,"
MOST_COLUMNS = 200
MOST_UNPACKED = 10 * LARGEST_FILE
WORKBOOKS = (
    archive.BEGINNING,
    b"\xd0\xcf\x11\xe0",
)  # ZIP (.xlsx, .ods) and OLE (.xls)
_ZEROS_LOOKED_AT = 1_000
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"


@attrs.frozen
class Sheet:
    """The rows of a sheet, the first of which is row 1; cells are stripped.

    ``name``: that of the sheet of a workbook.
    """

    rows: Sequence[Sequence[str]]
    name: str = ""

    def cell(self, row: int, column: int) -> str:
        """Return a cell by row and column, both counted from 1; empty if there is none."""
        cells = self.rows[row - 1]
        return cells[column - 1] if column <= len(cells) else ""


def read_sheets(content: bytes) -> list[Sheet]:
    """Return every sheet of a workbook, or the readings of a CSV with each delimiter.

    Raises :class:`~ledger.events.problems.Refused` if the file is none of these.
    """
    if len(content) > LARGEST_FILE:
        raise _unreadable(Message("it has more than %(most)s MB", most=LARGEST_FILE // 1_000_000))
    if not content.strip():
        raise _unreadable(Message("it is empty"))
    if content.startswith(WORKBOOKS):
        return _workbook(content)
    return _csv_sheets(_decoded(content))


def with_formulas(sheets: Sequence[Sheet], content: bytes) -> list[Sheet]:
    """The sheets with :data:`FORMULA` in each cell that has a formula and no value.

    A program that only writes files, and computes nothing, leaves such cells.
    """
    if not content.startswith(archive.BEGINNING):
        return list(sheets)
    try:
        with archive.open_archive(content) as pack:
            found = [_formulas(archive.read_member(pack, part)) for part in _sheet_parts(pack)]
    except archive.DAMAGED as error:
        raise _damaged(str(error)) from None
    if len(found) != len(sheets):
        return list(sheets)
    return [
        attrs.evolve(sheet, rows=_marked(sheet.rows, cells)) if cells else sheet
        for sheet, cells in zip(sheets, found, strict=True)
    ]


FORMULA = "=…"
_SHEET = re.compile(rb"<sheet\b[^>]*?\br:id=[\"']([^\"']+)")
_PART = re.compile(rb"<Relationship\b[^>]*>")
_ATTRIBUTE = re.compile(rb"\b(Id|Target)=[\"']([^\"']+)")
_PLACE = re.compile(rb"\br=[\"']([A-Z]{1,3})([0-9]{1,7})[\"']")


def _sheet_parts(pack: ZipFile) -> list[str]:
    """The parts of an .xlsx that hold its sheets, in their order; none of another workbook."""
    names = set(pack.namelist())
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return []
    targets = {}
    for relation in _PART.findall(archive.read_member(pack, "xl/_rels/workbook.xml.rels")):
        attributes = dict(_ATTRIBUTE.findall(relation))
        targets[attributes.get(b"Id")] = attributes.get(b"Target", b"").decode(errors="replace")
    ids = _SHEET.findall(archive.read_member(pack, "xl/workbook.xml"))
    parts = [targets.get(id_, "") for id_ in ids]
    parts = [each.lstrip("/") if each.startswith("/") else f"xl/{each}" for each in parts]
    return parts if names.issuperset(parts) else []


def _formulas(sheet: bytes) -> set[tuple[int, int]]:
    """The row and column of each cell that has a formula and no value."""
    found: set[tuple[int, int]] = set()
    if b"<f" not in sheet:
        return found
    for cell in sheet.split(b"<c ")[1:]:
        tag, _, inside = cell.partition(b">")
        has_value = b"<v>" in inside and b"<v></v>" not in inside
        # A computed text may be empty.
        if b"<f" in inside and not has_value and b't="str"' not in tag:
            place = _PLACE.search(tag)
            if place is not None:
                found.add((int(place[2]), _column_number(place[1].decode())))
    return found


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _marked(rows: Sequence[Sequence[str]], cells: set[tuple[int, int]]) -> Sequence[Sequence[str]]:
    found = [list(row) for row in rows]
    for row, column in cells:
        if row <= len(found) and column <= MOST_COLUMNS:
            found[row - 1] += [""] * (column - len(found[row - 1]))
            found[row - 1][column - 1] = FORMULA
    return found


def column_letter(column: int) -> str:
    """A column as spreadsheets call it: A for 1, AA for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


# --- CSV -------------------------------------------------------------------------------------


def _decoded(content: bytes) -> str:
    if content.startswith(UTF16):
        return _as_text(content, "utf-16")
    head = content[:_ZEROS_LOOKED_AT]
    if b"\0" in head[1::2] and b"\0" not in head[::2]:
        return _as_text(content, "utf-16-le")
    if b"\0" in head[::2] and b"\0" not in head[1::2]:
        return _as_text(content, "utf-16-be")
    if b"\0" in content:
        raise _unreadable(Message("it is neither a text nor a workbook"))
    text, _, _ = decode(content)
    return text


def _as_text(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        message = Message(
            "it begins as %(encoding)s, but is not valid %(encoding)s", encoding=encoding
        )
        raise _unreadable(message) from None


def _csv_sheets(text: str) -> list[Sheet]:
    """Return the readings by delimiter; a wrong one may find misplaced quotes."""
    if max(map(text.count, _LINE_ENDS)) > MOST_LINES:
        raise _too_many_rows()
    lines = text.splitlines(keepends=True)
    if len(lines) > MOST_LINES:
        raise _too_many_rows()
    sheets: list[Sheet] = []
    faults, cells = [], 0
    for delimiter in DELIMITERS:
        try:
            rows = []
            for row in csv.reader(lines, delimiter=delimiter, strict=True):
                cells += len(row[:MOST_COLUMNS])
                if cells > MOST_CELLS:
                    most = LargeNumber(MOST_CELLS)
                    raise _unreadable(Message("it has more than %(most)s cells", most=most))
                rows.append(tidy_all(row[:MOST_COLUMNS]))
            sheets.append(Sheet(rows))
        except csv.Error as error:
            faults.append(str(error))
    if not sheets:
        raise _unreadable(Message("its quotes do not match (%(why)s)", why=faults[0]))
    return sheets


# --- workbooks -------------------------------------------------------------------------------


def _workbook(content: bytes) -> list[Sheet]:
    """Return the sheets of a workbook, read in a process that the system stops at its limits."""
    if content.startswith(archive.BEGINNING):
        _require_limited_archive(content)
    status, output = _read_apart(content)
    if status == 0:
        return list(_sheets(output))
    if status == workbook_process.DAMAGED:
        raise _damaged(output.decode(errors="replace"))
    if status == workbook_process.TOO_MANY_ROWS:
        raise _too_many_rows()
    raise _too_expensive()


def _require_limited_archive(content: bytes) -> None:
    """Refuse an archive that would fill the memory."""
    try:
        with archive.open_archive(content) as pack:
            unpacked = archive.unpacked_size(pack)
    except archive.DAMAGED as error:
        raise _damaged(str(error)) from None
    if unpacked > MOST_UNPACKED:
        most = MOST_UNPACKED // 1_000_000
        raise _unreadable(Message("it unpacks to more than %(most)s MB", most=most))


def _read_apart(content: bytes) -> tuple[int, bytes]:
    """Return exit status and output of :mod:`~ledger.importing.formats.workbook_process`."""
    limits = (MOST_LINES, MOST_COLUMNS, MOST_CELLS, LARGEST_FILE)
    try:
        return read_apart(workbook_process.__file__, [_site(), *map(str, limits)], content)
    except TimeoutExpired:
        raise _too_expensive() from None
    except OSError as error:
        message = Message(
            "no process can be started to read the workbook (%(why)s)", why=str(error)
        )
        raise _unreadable(message) from None


@cache
def _site() -> str:
    """Return the folder of the library that reads workbooks; it is not loaded here."""
    found = find_spec("python_calamine")
    return str(Path(found.origin).parent.parent) if found is not None and found.origin else ""


def _sheets(output: bytes) -> Iterator[Sheet]:
    """The sheets as the process wrote them."""
    end = workbook_process.SHEET_END.encode()
    rows: list[Sequence[str]] = []
    for line in output.split(b"\n")[:-1]:
        if line.startswith(end):
            yield Sheet(rows, tidy(line.removeprefix(end).decode()))
            rows = []
        else:
            rows.append(tidy_all(line.decode().split(workbook_process.CELL_END)))


# --- refusals --------------------------------------------------------------------------------


def _damaged(why: str) -> Exception:
    return _unreadable(Message("the workbook is damaged (%(why)s)", why=tidy(why)[:200]))


def _too_expensive() -> Exception:
    message = Message(
        "the workbook asks for more memory or time than any list needs, as one cell far below or "
        "far to the right does: copy the table alone into a new workbook"
    )
    return _unreadable(message)


def _too_many_rows() -> Exception:
    return _unreadable(Message("it has more than %(most)s rows", most=LargeNumber(MOST_LINES)))


def _unreadable(why: Message) -> Exception:
    message = Message(
        "the file cannot be read: %(why)s; save the list as .xlsx, .ods or CSV (UTF-8)", why=why
    )
    return refusal("spreadsheet", message, "file")
