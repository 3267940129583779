"""Answers as flat rows for spreadsheets: one value in a cell, no JSON in any."""

from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def flat(row: Row, prefix: str = "") -> dict[str, Any]:
    """A row in which a group of fields stands in columns of its own: ``card_rating``.

    A list of single values is one text, with semicolons; a list of rows is left out: it is a table
    of its own.
    """
    found: dict[str, Any] = {}
    for field, value in row.items():
        name = f"{prefix}{field}"
        if isinstance(value, Mapping):
            found |= flat(value, f"{name}_")
        elif not isinstance(value, (list, tuple)):
            found[name] = value
        elif not any(isinstance(each, (Mapping, list, tuple)) for each in value):
            found[name] = "; ".join(map(str, value))
    return found


def flat_table(rows: Sequence[Row]) -> tuple[list[str], list[dict[str, Any]]]:
    """The columns of some rows, in the order in which they first come, and the rows themselves.

    A group of fields that one row has and another one lacks has the columns of the one.
    """
    grouped = {field for row in rows for field, value in row.items() if isinstance(value, Mapping)}
    table = [
        flat({k: v for k, v in row.items() if v is not None or k not in grouped}) for row in rows
    ]
    return list(dict.fromkeys(field for row in table for field in row)), table


def in_words(value: Any) -> Any:
    """What stands in one cell whatever it is: ``minutes 90, increment_seconds 30``."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {in_words(each)}" for name, each in value.items())
    if isinstance(value, (list, tuple)):
        return "; ".join(str(in_words(each)) for each in value)
    return value
