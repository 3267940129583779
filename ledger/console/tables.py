"""Lists as people read them on a terminal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from rich.table import Table
from rich.text import Text

from ledger.events.characters import visible

LONG_LIST = 500


def listing(
    rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], title: str
) -> Table | Text:
    """A list of any length: a table, or plain columns, which take a hundredth of the time."""
    if len(rows) > LONG_LIST:
        return _plain_columns(rows, columns, title)
    return table(rows, columns, title)


def long_listing(
    rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str], title: str
) -> Iterator[Table | Text]:
    """The same of any number of rows, in parts: the first ones say how wide the columns are."""
    remaining = iter(rows)
    first = list(islice(remaining, LONG_LIST + 1))
    if len(first) <= LONG_LIST:
        yield table(first, columns, title)
        return
    form = _form(first, columns)
    yield Text("\n".join([visible(title), *_lines([columns], columns, form)]))
    while first:
        yield Text("\n".join(_lines(first, columns, form)))
        first = list(islice(remaining, LONG_LIST))


def table(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str], title: str) -> Table:
    """A table with a column per field of ``columns``, which gives the headings.

    What stands in the rows is shown as it is: an id like ``[red]`` is no instruction to rich.
    """
    rows = list(rows)
    rendered = Table(title=visible(title), title_justify="left", title_style="bold")
    for field, heading in columns.items():
        numbers = any(isinstance(row.get(field), (int, float)) for row in rows)
        rendered.add_column(heading, justify="right" if numbers else "left")
    for row in rows:
        rendered.add_row(*(Text(_shown(row.get(field))) for field in columns))
    return rendered


def _plain_columns(
    rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], title: str
) -> Text:
    form = _form(rows, columns)
    return Text("\n".join([visible(title), *_lines([columns, *rows], columns, form)]))


def _form(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str]) -> str:
    """A line with a place for every column, as wide as the widest text; numbers on the right."""
    places = []
    for field, heading in columns.items():
        width = max(len(heading), *(len(_shown(row.get(field))) for row in rows))
        number = any(isinstance(row.get(field), (int, float)) for row in rows)
        places.append(f"{{:{'>' if number else '<'}{width}}}")
    return "  ".join(places)


def _lines(
    rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str], form: str
) -> Iterator[str]:
    for row in rows:
        yield form.format(*(_shown(row.get(field)) for field in columns)).rstrip()


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        short = (value * 2).is_integer() or round(value, 1) == value
        return f"{value:g}" if short else f"{value:.3f}"
    return visible(str(value))
