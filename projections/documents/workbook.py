"""A rating list as a workbook that a spreadsheet program opens (.xlsx).

Names and ids are texts and figures are numbers, each in a cell of its kind: nothing that stands
in a name is calculated with.
"""

import io
from collections.abc import Sequence
from datetime import UTC, datetime, time
from importlib import import_module
from typing import Any

from projections.documents.printed_list import ListedPlayer, PrintedList

_TEXTS = {"Name": 28, "Club": 24, "Id": 16, "Change": 8, "Valid until": 12}
"""The columns that are texts, and how wide each is, in characters."""


def list_as_workbook(printed: PrintedList) -> bytes:
    """One sheet: a line that says what the list is, the headings, a row for each player."""
    file = io.BytesIO()
    book = import_module("xlsxwriter").Workbook(file, {"in_memory": True})
    made = datetime.combine(printed.day, time(), UTC)
    book.set_properties({"title": f"Rating list {printed.pool}", "created": made})
    sheet = book.add_worksheet("Rating list")
    bold = book.add_format({"bold": True})
    sheet.write_string(0, 0, _title(printed), bold)
    fields = list(printed.players[0].card) if printed.players else []
    headings = ("Place", "Name", "Club", *fields, "Change", "Valid until", "Id")
    for column, heading in enumerate(headings):
        sheet.write_string(2, column, heading, bold)
        sheet.set_column(column, column, _TEXTS.get(heading, 9))
    for line, player in enumerate(printed.players, start=3):
        _write_line(sheet, line, [*_cells(player, fields)])
    sheet.freeze_panes(3, 2)
    sheet.repeat_rows(2)
    sheet.fit_to_pages(1, 0)
    book.close()
    return file.getvalue()


def _title(printed: PrintedList) -> str:
    since = "" if printed.since is None else f", changes since {printed.since}"
    rulebook = "" if printed.rulebook is None else f", {printed.rulebook}"
    return f"Rating list {printed.pool}, as of {printed.day}{rulebook}{since}"


def _cells(player: ListedPlayer, fields: Sequence[str]) -> Sequence[Any]:
    own = [player.card[field] for field in fields]
    return (
        player.place,
        player.name,
        player.club,
        *own,
        player.change,
        player.valid_until,
        player.player,
    )


def _write_line(sheet: Any, line: int, cells: Sequence[Any]) -> None:
    for column, value in enumerate(cells):
        if isinstance(value, (int, float)):
            sheet.write_number(line, column, value)
        elif value:
            sheet.write_string(line, column, str(value))
