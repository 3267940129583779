"""Lists as people read them on a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

LONG_LIST = 500


def listing(
    rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], title: str
) -> Table | Text:
    """A list of any length: a table, or plain columns, which take a hundredth of the time."""
    if len(rows) > LONG_LIST:
        return _plain_columns(rows, columns, title)
    return table(rows, columns, title)


def table(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str], title: str) -> Table:
    """A table with a column per field of ``columns``, which gives the headings.

    What stands in the rows is shown as it is: an id like ``[red]`` is no instruction to rich.
    """
    rows = list(rows)
    rendered = Table(title=title, title_justify="left", title_style="bold")
    for field, heading in columns.items():
        numbers = any(isinstance(row.get(field), (int, float)) for row in rows)
        rendered.add_column(heading, justify="right" if numbers else "left")
    for row in rows:
        rendered.add_row(*(Text(_shown(row.get(field))) for field in columns))
    return rendered


def _plain_columns(
    rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], title: str
) -> Text:
    lines = [list(columns.values())]
    lines += [[_shown(row.get(field)) for field in columns] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    numbers = [any(isinstance(row.get(field), (int, float)) for row in rows) for field in columns]
    alignments = [">" if number else "<" for number in numbers]
    form = "  ".join(
        f"{{:{alignment}{width}}}" for alignment, width in zip(alignments, widths, strict=True)
    )
    return Text("\n".join([title, *(form.format(*line).rstrip() for line in lines)]))


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        short = (value * 2).is_integer() or round(value, 1) == value
        return f"{value:g}" if short else f"{value:.3f}"
    return str(value)
