"""Reads the tables that a command prints for people."""

import csv
import io
import re
from collections.abc import Sequence
from html import unescape

import attrs


@attrs.frozen
class PrintedTable:
    """A table as printed: the line above it, its headings, and its rows.

    ``flush``: the headings of the columns that end at the right.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    flush: Sequence[str]

    def column(self, heading: str) -> list[str]:
        """The cells below a heading."""
        at = self.headings.index(heading)
        return [row[at] for row in self.rows]


def tables_in(lines: Sequence[str]) -> list[PrintedTable]:
    """The tables with lines around them, each row in one line."""
    found = []
    for number, line in enumerate(lines):
        if line.startswith("┏"):
            headings = _cells(lines[number + 1], "┃")
            end = next(at for at in range(number, len(lines)) if lines[at].startswith("└"))
            rows = [_cells(each, "│") for each in lines[number + 3 : end]]
            raw = [lines[number + 1].replace("┃", "│"), *lines[number + 3 : end]]
            columns = zip(*(each.strip().split("│")[1:-1] for each in raw), strict=True)
            flush = [
                cells[0].strip()
                for cells in columns
                if any(it.startswith("  ") for it in cells if it.strip())
            ]
            found.append(PrintedTable(lines[number - 1].rstrip(), headings, rows, flush))
    return found


def _cells(line: str, border: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip(border).split(border)]


def html_rows(page: str) -> list[list[str]]:
    """The rows of the tables of a page, without markup."""
    return [
        [unescape(re.sub("<[^>]+>", "", cell)).strip() for cell in _CELL.findall(row)]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.DOTALL)
    ]


def html_flush(page: str) -> list[str]:
    """The headings at the right of each table, whose cells end there in every row."""
    found = []
    for table in re.findall("<table.*?</table>", page, re.DOTALL):
        rows = [
            re.findall(r"<t[dh]([^>]*)>(.*?)</t[dh]>", it, re.DOTALL) for it in table.split("<tr")
        ]
        (right,) = {tuple('class="n' in it for it, _ in row) for row in rows if row}
        headings = [unescape(re.sub("<[^>]+>", "", text)) for _, text in rows[1]]
        found.append(
            " ".join(it for it, is_right in zip(headings, right, strict=True) if is_right)
        )
    return found


_CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>", re.DOTALL)


def csv_rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows of a CSV by their headings."""
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))
