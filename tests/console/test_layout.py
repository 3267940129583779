"""Tables drawn by hand, in the widths at which they change."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from projections.interfaces.cli.layout import PLAIN, English, listing
from projections.queries.columns import (
    BOARDS,
    CHANGE,
    FIGURE,
    FIXED,
    ID,
    KEY,
    ORDINAL,
    PERCENT,
    PLACE,
    POINTS,
    PROSE,
    RESULT,
    SCORE,
    SIGNED,
    TEXT,
    TREND,
    VALUE,
    WHOLE,
    YES_OR_NO,
    Column,
    Columns,
    Kind,
)
from tests.tables import every


def drawn(
    columns: Columns[Any], rows: Sequence[Any], width: int, *, ids: bool, **how: Any
) -> list[str]:
    """A table on a terminal of so many columns."""
    console = Console(width=width, file=io.StringIO(), highlight=False)
    console.ids = ids  # type: ignore[attr-defined]
    console.print(listing(columns, rows, **how))
    assert isinstance(console.file, io.StringIO)
    return [it.rstrip() for it in console.file.getvalue().splitlines()]


def _of(*columns: tuple[str, Kind, int]) -> Columns[Any]:
    """Columns under their headings, which take their values from a row in this order."""

    def value(place: int) -> Any:
        return lambda row: row[place]

    return Columns(
        *(
            Column(str(place), heading, value(place), kind, folds=folds)
            for place, (heading, kind, folds) in enumerate(columns)
        )
    )


COLUMNS = {
    "NAMES": _of(("Name", PROSE, 0), ("No.", ORDINAL, 0)),
    "FOUR": _of(("A", TEXT, 0), ("B", TEXT, 1), ("C", TEXT, 2), ("D", TEXT, 2)),
    "FOLDED": _of(("C", TEXT, 2), ("D", TEXT, 2)),
    "WITH_ID": _of(("Id", ID, 0), ("Key", KEY, 0), ("Name", PROSE, 0), ("", TEXT, 0)),
}
TABLES = Path(__file__).with_name("tables.txt").read_text("utf-8").split("\n== ")[1:]


@every("table", TABLES, ids=lambda table: table.partition("\n")[0])
def test_a_table_changes_with_the_width(table: str) -> None:
    """Lines around it if there is room, else plain, else with columns beneath the row."""
    asked, given, *expected = table.rstrip().splitlines()
    width, columns, *options = asked.split()
    rows, _, title = given.partition("|")
    how = {"ids": "ids" in options, "in_lines": "in_lines" in options, "title": title}
    values = [row.split(",") for row in rows.split(";") if row]
    assert drawn(COLUMNS[columns], values, int(width), **how) == expected


@every(
    ("kind", "value", "shown", "cell"),
    [
        (FIGURE, 1500.0, "1500", 1500.0),
        (FIGURE, 12.3456, "12.346", 12.3456),
        (FIGURE, 0.0, "0", 0.0),
        (FIGURE, 1510, "1510", 1510),
        (WHOLE, 1500.6, "1501", 1500.6),
        (SIGNED, 5.845, "+5.845", 5.845),
        (SIGNED, -3.0, "-3", -3.0),
        (CHANGE, (0, None), "=", 0),
        (CHANGE, (-4, None), "-4", -4),
        (CHANGE, (None, None), "", None),
        (CHANGE, (None, "new"), "new", None),
        (TREND, [None, 1500.5, 1600], "– 1500.5 1600", " 1500.5 1600"),
        (PLACE, (3, 5), "3", (3, 5)),
        (BOARDS, (3, 3), "3", (3, 3)),
        (BOARDS, (3, 5), "3–5", (3, 5)),
        (RESULT, (1, 0), "1–0", (1, 0)),
        (SCORE, (2.5, 1), "2½ : 1", (2.5, 1)),
        (POINTS, 0.5, "½", 0.5),
        (PERCENT, 0.125, "12%", 0.125),
        (YES_OR_NO, 0, "no", 0),
        (YES_OR_NO, 1, "yes", 1),
        (FIXED, 2.0, "2", 2.0),
        (FIXED, 0.25, "0.250", 0.25),
        (VALUE, 1.1, "1.1", 1.1),
        (VALUE, "not_rated", "not_rated", "not_rated"),
        (VALUE, True, "yes", True),
    ],
)
def test_a_kind_writes_its_values(kind: Kind, value: Any, shown: str, cell: Any) -> None:
    """As people read them, and as a cell for programs; nothing is nothing."""
    column = Column[Any]("name", "Name", lambda row: row, kind)
    assert (column.text(value, PLAIN), column.cell(value)) == (shown, cell)
    assert (column.text(None, PLAIN), column.cell(None)) == ("", None)


def test_numbers_stand_at_the_right() -> None:
    """Of kinds that are numbers at times, in a column that has one."""
    both = _of(("fixed", FIXED, 0), ("value", VALUE, 0), ("signed", SIGNED, 0))
    shown = drawn(both, [(1.5, "x", 2), (None, None, 31)], 20, ids=False)
    assert shown == ["fixed  value  signed", "  1.5  x          +2", f"{'+31':>20}"]
    assert English().translate_text("not_rated") == "not rated"
