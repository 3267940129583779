"""An evaluation as the federation prints it: its columns, and what they say beside the row."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.rulebooks.evaluation import PrintedColumn

Row = Mapping[str, Any]

_KINDS = {"first": "first DWZ", "residual": "residual games", "none": "not evaluated"}


def printed_columns(coefficient: str) -> Sequence[PrintedColumn]:
    """The columns in the symbols of the document; ``coefficient``: that of development."""
    return (
        PrintedColumn("Age", "age_class", is_number=False),
        PrintedColumn("Ro", "before"),
        PrintedColumn("W", "points", 1),
        PrintedColumn("n", "games"),
        PrintedColumn("We", "expected"),
        PrintedColumn(coefficient, "coefficient", 1),
        PrintedColumn("Rc", "opponents_mean", 1),
        PrintedColumn("Rh", "performance"),
        PrintedColumn("Rn", "after"),
        PrintedColumn("+/−", "change"),
        PrintedColumn("Remark", "remark", is_number=False),
    )


def change(row: Row) -> str:
    """By how much the figure changed, with its sign."""
    before, after = row.get("rating_before"), row.get("rating_after")
    return "" if before is None or after is None else f"{after - before:+}"


def remark(row: Row) -> str:
    """Remarks on the kind of evaluation, comma-separated."""
    return ", ".join(_remarks(row))


def _remarks(row: Row) -> Iterator[str]:
    if row.get("status") in _KINDS:
        yield _KINDS[row["status"]]
    if row.get("special") is not None:
        yield f"opponents evaluated against {row['special']}"
