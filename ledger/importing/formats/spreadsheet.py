"""A spreadsheet as rows of texts, whatever program wrote it: CSV, .xlsx, .xls or .ods.

It knows nothing of what the columns mean.  The encoding of a CSV is told by its bytes: a mark at
the beginning, the zeros of UTF-16, else UTF-8 where all of it is, else cp1252.  The delimiter is
not told by anything certain, so a CSV is read with each, and whoever knows the columns chooses.
"""

import csv
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from io import BytesIO
from zipfile import BadZipFile, ZipFile

import attrs

from ledger.events.messages import LargeNumber, Message
from ledger.events.problems import refusal
from ledger.importing.formats.text import LARGEST_FILE, MOST_LINES

DELIMITERS = ";\t,"
MOST_COLUMNS = 200
MOST_UNPACKED = 10 * LARGEST_FILE
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods are ZIPs, .xls is older
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_ZEROS_LOOKED_AT = 1_000


@attrs.frozen
class Sheet:
    """The rows of a sheet, the first of which is row 1; cells without blanks around them."""

    rows: Sequence[Sequence[str]]

    def cell(self, row: int, column: int) -> str:
        """A cell by row and column, both counted from 1; empty where there is none."""
        cells = self.rows[row - 1]
        return cells[column - 1] if column <= len(cells) else ""


def read_sheets(content: bytes) -> list[Sheet]:
    """Every sheet of a workbook, or the readings of a CSV with each delimiter.

    Raises :class:`~ledger.events.problems.Refused` where the file is none of these.
    """
    if len(content) > LARGEST_FILE:
        raise _unreadable(Message("it has more than %(most)s MB", most=LARGEST_FILE // 1_000_000))
    if not content.strip():
        raise _unreadable(Message("it is empty"))
    if content.startswith(_WORKBOOKS):
        return [Sheet(rows) for rows in _workbook(content)]
    return _csv_sheets(_decoded(content))


def column_letter(column: int) -> str:
    """A column as spreadsheets call it: A for 1, AA for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


# --- CSV -------------------------------------------------------------------------------------


def _decoded(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _as_text(content, encoding)
    head = content[:_ZEROS_LOOKED_AT]
    if b"\0" in head[1::2] and b"\0" not in head[::2]:
        return _as_text(content, "utf-16-le")
    if b"\0" in head[::2] and b"\0" not in head[1::2]:
        return _as_text(content, "utf-16-be")
    if b"\0" in content:
        raise _unreadable(Message("it is no text and no workbook"))
    for encoding in ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def _as_text(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        message = Message("it begins as %(encoding)s and does not go on so", encoding=encoding)
        raise _unreadable(message) from None


def _csv_sheets(text: str) -> list[Sheet]:
    """The readings by delimiter; a wrong one may find quotes where none can stand."""
    lines = text.splitlines(keepends=True)
    if len(lines) > MOST_LINES:
        raise _unreadable(Message("it has more than %(most)s rows", most=LargeNumber(MOST_LINES)))
    sheets, faults = [], []
    for delimiter in DELIMITERS:
        try:
            sheets.append(Sheet(_csv_rows(lines, delimiter)))
        except csv.Error as error:
            faults.append(str(error))
    if not sheets:
        raise _unreadable(Message("its quotes do not match (%(why)s)", why=faults[0]))
    return sheets


def _csv_rows(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    return [[_tidy(each) for each in cells[:MOST_COLUMNS]] for cells in reader]


# --- workbooks -------------------------------------------------------------------------------


def _workbook(content: bytes) -> Iterator[list[list[str]]]:
    from python_calamine import (  # noqa: PLC0415 - only who reads a workbook waits for it
        CalamineError,
        CalamineWorkbook,
    )

    _must_unpack(content)
    try:
        workbook = CalamineWorkbook.from_filelike(BytesIO(content))
        for name in workbook.sheet_names:
            sheet = workbook.get_sheet_by_name(name)
            rows = sheet.to_python(skip_empty_area=False, nrows=MOST_LINES)
            yield [[_tidy(_as_shown(each)) for each in row[:MOST_COLUMNS]] for row in rows]
    except (CalamineError, OSError, ValueError) as error:
        raise _damaged(error) from None


def _must_unpack(content: bytes) -> None:
    """Refuse an archive that would fill the memory."""
    if not content.startswith(b"PK"):
        return
    try:
        with ZipFile(BytesIO(content)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
    except (BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise _damaged(error) from None
    if unpacked > MOST_UNPACKED:
        most = MOST_UNPACKED // 1_000_000
        raise _unreadable(Message("it unpacks to more than %(most)s MB", most=most))


def _as_shown(value: object) -> str:
    """A value as its cell shows it: whole numbers without a point, days as YYYY-MM-DD."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _tidy(text: str) -> str:
    printable = "".join(each if each.isprintable() else " " for each in text)
    return " ".join(printable.split())


def _damaged(error: Exception) -> Exception:
    return _unreadable(Message("the workbook is damaged (%(why)s)", why=str(error)))


def _unreadable(why: Message) -> Exception:
    message = Message(
        "the file cannot be read: %(why)s; save the list as .xlsx, .ods or CSV (UTF-8)", why=why
    )
    return refusal("spreadsheet", message, "file")
