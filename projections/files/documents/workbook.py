"""Tables for people as a workbook that a spreadsheet program opens (.xlsx)."""

import io
import re
from collections.abc import Sequence
from datetime import UTC, datetime, time
from importlib import import_module
from typing import Any

import attrs

from projections.files.documents.heading import FileHeading

_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\']")
_LONGEST_NAME = 31


@attrs.frozen
class Sheet:
    """A sheet: the headings with their widths in characters, and the rows below."""

    name: str
    columns: Sequence[tuple[str, int]]
    rows: Sequence[Sequence[Any]]


def as_workbook(
    heading: FileHeading, title: str, about: Sequence[str], sheets: Sequence[Sheet]
) -> bytes:
    """The sheets, each with the title and the sentences about it above its headings."""
    file = io.BytesIO()
    book = import_module("xlsxwriter").Workbook(file, {"in_memory": True})
    made = datetime.combine(heading.day, time(), UTC)
    book.set_properties({"title": title, "created": made})
    bold = book.add_format({"bold": True})
    large = book.add_format({"bold": True, "font_size": 14})
    for number, given in enumerate(sheets, start=1):
        sheet = book.add_worksheet(_name_of(given.name, number if len(sheets) > 1 else None))
        sheet.write_string(0, 0, " – ".join(filter(None, (title, heading.site.name))), large)
        sheet.write_string(1, 0, " · ".join(about))
        for column, (name, width) in enumerate(given.columns):
            sheet.write_string(2, column, name, bold)
            sheet.set_column(column, column, width)
        for line, row in enumerate(given.rows, start=3):
            _write_line(sheet, line, row)
        sheet.freeze_panes(3, 2)
        sheet.repeat_rows(2)
        sheet.fit_to_pages(1, 0)
    book.close()
    return file.getvalue()


def _name_of(name: str, number: int | None) -> str:
    """The name of a sheet, of which a workbook has no two, without signs that are not allowed."""
    end = "" if number is None else f" {number}"
    return _NOT_IN_A_NAME.sub(" ", name)[: _LONGEST_NAME - len(end)] + end


def _write_line(sheet: Any, line: int, cells: Sequence[Any]) -> None:
    for column, value in enumerate(cells):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            sheet.write_number(line, column, value)
        elif value:
            sheet.write_string(line, column, str(value))
