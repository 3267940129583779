"""A table as rows of texts: a CSV with whatever delimiter, or the first sheet of an .xlsx."""

import csv
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import attrs

from ledger.formats.text import LARGEST_FILE, MOST_LINES, read_text, too_large
from ledger.formats.tournament_report import Findings

ZIP = b"PK\x03\x04"
MOST_COLUMNS = 300
_DELIMITERS = ";,\t"


@attrs.frozen
class Row:
    """A row of the table and its number in the file, counted from 1."""

    number: int
    cells: Sequence[str]

    def cell(self, index: int | None) -> str:
        """The text of a cell without blanks around it; empty where there is none."""
        if index is None or index >= len(self.cells):
            return ""
        return self.cells[index].strip()


@attrs.frozen
class Grid:
    """The rows of a file, and the encoding it was read in."""

    encoding: str
    rows: Sequence[Row]


def read_grids(content: bytes, findings: Findings) -> list[Grid]:
    """The readings of a file as a table, one for each delimiter; none where there is no table."""
    if content.startswith(ZIP):
        grid = _read_xlsx(content, findings)
        return [] if grid is None else [grid]
    text = read_text(content, findings)
    if text is None:
        return []
    lines = [line.replace("Â½", "½").replace("\x00", "") for line in text.lines]
    return [
        Grid(text.encoding, list(_rows(csv.reader(lines, delimiter=delimiter))))
        for delimiter in _DELIMITERS
        if any(delimiter in line for line in lines)
    ]


def _rows(reader: Any) -> Iterator[Row]:
    """The rows of a CSV; a quote left open ends the table."""
    try:
        for cells in reader:
            yield Row(reader.line_num, cells[:MOST_COLUMNS])
    except csv.Error:
        return


def _read_xlsx(content: bytes, findings: Findings) -> Grid | None:
    """The first sheet of a workbook that unpacks to no more than a file may have."""
    if too_large(content, findings):
        return None
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked > LARGEST_FILE:
            findings.error("the workbook unpacks to more than 20 MB: this is no tournament")
            return None
        rows = _sheet_rows(content)
    except Exception:  # a damaged workbook fails in openpyxl in many ways
        message = "the workbook cannot be read: open it, save it again as .xlsx or as CSV (UTF-8)"
        findings.error(message)
        return None
    return Grid("xlsx", rows)


def _sheet_rows(content: bytes) -> list[Row]:
    from openpyxl import load_workbook  # noqa: PLC0415 - seldom asked for

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles, which nobody looks at here
        workbook = load_workbook(BytesIO(content), read_only=True, data_only=True)
        sheet = workbook.worksheets[0]
        values = sheet.iter_rows(max_row=MOST_LINES, max_col=MOST_COLUMNS, values_only=True)
        return [Row(number, [_text(each) for each in row]) for number, row in enumerate(values, 1)]


def _text(value: object) -> str:
    """A cell as it is shown; whole numbers without a decimal point."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)[:1_000]
