"""Tables drawn by hand, in the widths at which they change."""

import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from projections.interfaces.cli.layout import PLAIN, English, listing
from projections.queries.columns import (
    CHANGE,
    FIGURE,
    FIXED,
    ID,
    KEY,
    ORDINAL,
    PERCENT,
    PLACES,
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

WIDE = "Maximiliane von Hohenstein-Wallerstein"


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


NAMES = _of(("Name", PROSE, 0), ("No.", ORDINAL, 0))
TWO = [("Anna", 7), ("Bo", 12)]
FOUR = _of(("A", TEXT, 0), ("B", TEXT, 1), ("C", TEXT, 2), ("D", TEXT, 2))
WITH_ID = _of(("Id", ID, 0), ("Key", KEY, 0), ("Name", PROSE, 0), ("", TEXT, 0))
FOLDED = _of(("C", TEXT, 2), ("D", TEXT, 2))
LETTERS = [("aaaa", "bbbb", "cccc", "dddd")]


def _box(*widths: int) -> tuple[str, str, str]:
    """The lines above and below the headings, and below all."""
    edges = ("┏┳┓━", "┡╇┩━", "└┴┘─")
    return tuple(  # type: ignore[return-value]
        left + middle.join(line * (width + 2) for width in widths) + right
        for left, middle, right, line in edges
    )


LONG = [(WIDE, 7)]
TOP, UNDER, END = _box(4, 3)
TOP_16, UNDER_16, END_16 = _box(16, 3)
TOP_30, UNDER_30, END_30 = _box(30, 3)
IN_LINES = {"in_lines": True}


@every(
    ("columns", "rows", "width", "how", "expected"),
    [
        # 4 and 3 with lines around them are 14 wide, without them 9
        (
            NAMES,
            TWO,
            14,
            {},
            [TOP, "┃ Name ┃ No. ┃", UNDER, "│ Anna │   7 │", "│ Bo   │  12 │", END],
        ),
        (NAMES, TWO, 13, {}, ["Name  No.", "Anna    7", "Bo     12"]),
        (NAMES, TWO, 9, {}, ["Name  No.", "Anna    7", "Bo     12"]),
        (NAMES, TWO, 8, {}, ["Name", "Anna", "    No.:", "    7", "Bo", "    No.:", "    12"]),
        (NAMES, TWO[:1], 6, {}, ["Name", "Anna", "    No", "    .:", "    7"]),
        # a name is broken, within words only if they are longer than 16 and two thirds of the room
        (
            NAMES,
            LONG,
            40,
            {},
            [
                *(TOP_30, f"┃ {'Name':30} ┃ No. ┃", UNDER_30),
                *(f"│ {'Maximiliane von':30} │   7 │", f"│ {WIDE[16:]:30} │     │", END_30),
            ],
        ),
        (
            NAMES,
            LONG,
            26,
            {},
            [
                *(TOP_16, f"┃ {'Name':16} ┃ No. ┃", UNDER_16, "│ Maximiliane von  │   7 │"),
                *("│ Hohenstein-Walle │     │", "│ rstein           │     │", END_16),
            ],
        ),
        (NAMES, LONG, 25, {}, [f"{'Name':20}  No.", f"{WIDE[:15]:20}    7", WIDE[16:36], "in"]),
        (
            NAMES,
            LONG,
            21,
            {},
            [f"{'Name':16}  No.", f"{WIDE[:15]:16}    7", WIDE[16:32], "rstein"],
        ),
        (NAMES, LONG, 20, {}, ["Name", WIDE[:15], WIDE[16:36], "in", "    No.: 7"]),
        # in lines it ends in an ellipsis
        (NAMES, LONG, 40, IN_LINES, [f"{'Name':35}  No.", f"{WIDE[:34]}…    7"]),
        (NAMES, LONG, 21, IN_LINES, [f"{'Name':16}  No.", "Maximiliane von…    7"]),
        # columns that fold leave first, those of one number together; empty ones take no room
        (FOUR, LETTERS, 22, {}, ["A     B     C     D", "aaaa  bbbb  cccc  dddd"]),
        (FOUR, LETTERS, 21, {}, ["A     B", "aaaa  bbbb", "    C: cccc · D: dddd"]),
        (FOUR, LETTERS, 20, {}, ["A     B", "aaaa  bbbb", "    C: cccc", "    D: dddd"]),
        (FOUR, LETTERS, 11, {}, ["A     B", "aaaa  bbbb", "    C: cccc", "    D: dddd"]),
        (
            FOUR,
            LETTERS,
            9,
            {},
            ["A", "aaaa", *(f"    {it}" for it in ["B:", "bbbb", "C:", "cccc", "D:", "dddd"])],
        ),
        (FOUR, [("aaaa", "", "cccc", "")], 12, {}, ["A     C", "aaaa  cccc"]),
        (FOLDED, [("cccc", "dddd")], 7, {}, ["C   D", "cc  dd", "cc  dd"]),
        # an id is shown if it is asked for; a heading that is empty has no colon beneath a row
        (WITH_ID, [("i1", "k", "Anna", "x")], 8, {}, ["Name", "Anna  x", "    Key:", "    k"]),
        (
            WITH_ID,
            [("i1", "k", "Anna", "xxxx")],
            8,
            {"ids": True},
            ["Name", "Anna", "    Id:", "    i1", "    Key:", "    k", "    xxxx"],
        ),
        (NAMES, [], 20, {"title": "Nobody is here today"}, ["Nobody is here today", "(none)"]),
        (NAMES, [], 12, {"title": "Nobody is here"}, ["Nobody is", "here", "(none)"]),
        (NAMES, [], 13, {}, ["Name  No."]),
    ],
)
def test_a_table_changes_with_the_width(
    columns: Columns[Any], rows: Any, width: int, how: dict[str, Any], expected: list[str]
) -> None:
    """Lines around it if there is room, else plain, else with columns beneath the row."""
    assert drawn(columns, rows, width, **{"ids": False, **how}) == expected


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
        (PLACES, (3, 3), "3", (3, 3)),
        (PLACES, (3, 5), "3–5", (3, 5)),
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
