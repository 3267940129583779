"""A table as rows of texts: a CSV with any delimiter, a workbook's sheets, a web page."""

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import attrs

from ledger.events.messages import LargeNumber, Message, as_message
from ledger.events.problems import Refused
from ledger.importing.formats import archive
from ledger.importing.formats.html_tables import Row, is_page, read_page
from ledger.importing.formats.kit import File, Findings
from ledger.importing.formats.spreadsheet import WORKBOOKS, read_sheets
from ledger.importing.formats.text import LARGEST_FILE, MOST_CELLS, tidy

MOST_COLUMNS = 300
_DELIMITERS = ";,\t"
_COLOUR = re.compile(rb"<div[^<>]{1,99}\bFarbe([ws])T\b[^<>]{0,99}>", re.IGNORECASE)
_ADDRESS = re.compile(r"tnr([0-9]{1,9})\.aspx")
_NO_TITLE = re.compile(
    r"chess-results|last update|zuletzt aktualisiert|crosstable|tabelle|https?:|gamefile"
    r"|ranking|rangliste|sorted by|\.aspx",
    re.IGNORECASE,
)


@attrs.frozen
class Grid:
    """The rows of a file, the encoding it was read in, and the texts above a table of a page."""

    encoding: str
    rows: Sequence[Row]
    texts: Sequence[str] = ()

    def key(self) -> str | None:
        """Return the number of the tournament at chess-results."""
        for row in (*self.rows[:20], *self.rows[-20:]):
            for cell in row.cells:
                if match := _ADDRESS.search(cell[:300]):
                    return f"chess-results-{match[1]}"
        return None

    def title(self, end: int) -> str | None:
        """Return the first line before a row that is not about the list or its origin."""
        for row in self.rows[:end]:
            text = next((cell for each in row.cells if (cell := tidy(each[:300]))), "")
            if text and not _NO_TITLE.search(text):
                return text[:200]
        return None


def read_grids(file: File) -> Iterator[Grid]:
    """Yield the readings of a file as a table: one for each delimiter, sheet or table of a page.

    Nothing if there is no table.  An archive may have the pages of several rounds.
    """
    if pages := list(_packed_pages(file.content)):
        for page in pages:
            yield from _page_tables(page, file)
        return
    if file.content.startswith(WORKBOOKS):
        yield from _sheets(file.content, file)
        return
    if is_page(file.content):
        yield from _page_tables(file.content, file)
        return
    lines = file.lines()
    if b"\xc3\x82\xc2\xbd" in file.content:
        lines = [line.replace("Â½", "½") for line in lines]
    for delimiter in _DELIMITERS:
        if any(delimiter in line for line in lines):
            rows = list(_rows(csv.reader(lines, delimiter=delimiter), file))
            yield Grid(file.encoding, rows)


def _rows(reader: Any, findings: Findings) -> Iterator[Row]:
    """Yield the rows of a CSV; a quote left open ends the table, and so does one cell too many."""
    count = 0
    try:
        for written in reader:
            cells = written[:MOST_COLUMNS]
            count += len(cells)
            if count > MOST_CELLS:
                message = Message(
                    "the table has more than %(most)s cells: this is not a tournament",
                    most=LargeNumber(MOST_CELLS),
                )
                findings.error(message, reader.line_num)
                return
            yield Row(reader.line_num, cells)
    except csv.Error:
        return


def _sheets(content: bytes, findings: Findings) -> list[Grid]:
    """Return the sheets of a workbook; none (and an error) if it cannot be read."""
    try:
        sheets = read_sheets(content)
    except Refused as refused:
        for problem in refused.problems:
            findings.error(as_message(problem.message))
        return []
    return [
        Grid("workbook", [Row(number, cells) for number, cells in enumerate(sheet.rows, start=1)])
        for sheet in sheets
    ]


def _packed_pages(content: bytes) -> Iterator[bytes]:
    """Yield the pages in an archive, if they are no longer to read than one large page."""
    if not content.startswith(archive.BEGINNING):
        return
    with suppress(*archive.DAMAGED), archive.open_archive(content) as pack:
        names = [it for it in pack.namelist() if it.casefold().endswith((".htm", ".html"))]
        left = LARGEST_FILE // 4
        for name in names if archive.unpacked_size(pack) <= left else ():
            page = archive.read_member(pack, name)
            left -= len(page)
            if left < 0:
                return
            yield page


def _page_tables(content: bytes, findings: Findings) -> list[Grid]:
    """Return the tables of a page, each below the page's address and titles.

    A picture of a colour becomes ``(w)`` or ``(s)`` before the text beside it.
    """
    page = read_page(_COLOUR.sub(rb"\g<0>(\1)", content), findings)
    if page is None:
        return []
    above = [Row(1, [text]) for text in (page.address, *page.titles) if text]
    return [
        Grid(
            page.encoding,
            [*above, *table.rows],
            table.texts,
        )
        for table in page.tables
    ]
