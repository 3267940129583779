"""What a document to be sent consists of, before it is written as HTML or Markdown."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs


@attrs.frozen
class Text:
    """A paragraph."""

    text: str


@attrs.frozen
class FieldList:
    """Facts with their names, one below the other."""

    fields: tuple[tuple[str, str], ...]


@attrs.frozen
class Table:
    """A table; ``numbers`` are the places of the columns that are read as numbers."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: frozenset[int]


@attrs.frozen
class Step:
    """A step of the working: paragraph, rule in words, given values, result."""

    rule: str
    text: str
    given: tuple[tuple[str, str], ...]
    result: str
    tables: tuple[Table, ...]


@attrs.frozen
class StepList:
    """The steps, numbered from one."""

    steps: tuple[Step, ...]


@attrs.frozen
class Part:
    """A part of the document under a heading."""

    heading: str
    blocks: tuple[Text | FieldList | Table | StepList, ...]


@attrs.frozen
class Document:
    """The whole document; ``data`` is the JSON that it carries along."""

    title: str
    player: str
    occasion: str
    before: str
    after: str
    parts: tuple[Part, ...]
    data: str


def table_of(
    rows: Sequence[Mapping[str, Any]], headings: Mapping[str, str] | None = None
) -> Table:
    """A table of mappings that have the same keys; columns without any value are left out."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    columns = [key for key in columns if any(row.get(key) is not None for row in rows)]
    numbers = {
        place
        for place, key in enumerate(columns)
        if all(isinstance(row.get(key), (int, float, type(None))) for row in rows)
    }
    names = headings or {}
    return Table(
        headings=tuple(names.get(key, key.replace("_", " ")) for key in columns),
        rows=tuple(tuple(_cell(row.get(key)) for key in columns) for row in rows),
        numbers=frozenset(numbers),
    )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)
