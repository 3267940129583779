"""The parts of a document to be sent, before it is written as HTML or Markdown."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from ledger.events.messages import Absent, Message, Numeral, as_message, marked


@attrs.frozen
class Rounded:
    """A figure as it is shown, and with all its digits for who looks closer."""

    text: str
    full: str


Cell = str | Rounded
Subjects = Mapping[str, tuple[str, str]]
"""By heading: ``player`` or ``game``, and the id of it."""


@attrs.frozen
class Text:
    """A paragraph."""

    kind: ClassVar[str] = "text"
    text: str


@attrs.frozen
class FieldList:
    """Facts with their names, one below the other."""

    kind: ClassVar[str] = "fields"
    fields: tuple[tuple[str, str], ...]


@attrs.frozen
class Table:
    """A table; ``numbers`` are the places of the columns that are read as numbers.

    ``subjects`` has for each row what the cell under a heading is about, where that is known.
    """

    kind: ClassVar[str] = "table"
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: frozenset[int]
    subjects: tuple[Subjects, ...] = ()


@attrs.frozen
class Step:
    """A step of the working: paragraph, rule in words, given values, result."""

    rule: str
    text: str
    given: tuple[tuple[str, Cell], ...]
    result: Cell
    tables: tuple[Table, ...]


@attrs.frozen
class StepList:
    """The steps, numbered from one."""

    kind: ClassVar[str] = "steps"
    steps: tuple[Step, ...]


@attrs.frozen
class Part:
    """A part of the document under a heading."""

    heading: str
    blocks: tuple[Text | FieldList | Table | StepList, ...]


@attrs.frozen
class Document:
    """The whole document; ``data`` is the JSON that it carries along.

    ``of_list``: the title of the list that it belongs to, "" if it has none.
    """

    title: str
    player: str
    occasion: str
    before: str
    after: str
    parts: tuple[Part, ...]
    data: str
    of_list: str = ""
    language: str = "en"


def table_of(
    rows: Sequence[Mapping[str, Any]],
    headings: Mapping[str, str] | None = None,
    subjects: Iterable[Subjects] = (),
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
        subjects=tuple(subjects),
    )


def _cell(value: Any) -> Cell:
    return "" if value is None else value_cell(value)


def value_cell(value: Any) -> Cell:
    """A value as text; where digits are left out, all of them beside it."""
    text, full = _text(value, _in_short), _text(value, _in_full)
    return text if text == full else Rounded(text, full)


def value_text(value: Any) -> str:
    """A value as text with all digits; lists in brackets."""
    return _text(value, _in_full)


def _text(value: Any, number: Callable[[float], str]) -> str:
    if isinstance(value, bool) or value is None:
        return {True: _YES, False: _NO, None: _NONE}[value]
    if isinstance(value, float):
        return Numeral(number(value).replace("-", "−"))
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if isinstance(value, Mapping):
        return joined_parts([_entry(*each, number) for each in value.items()]) or _NONE
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = joined_parts([_text(item, number) for item in value])
        return Message("(%(items)s)", items=items)
    return str(value)


def _entry(name: str, value: Any, number: Callable[[float], str]) -> str:
    return Message("%(name)s %(value)s", name=as_message(name), value=_text(value, number))


def joined_parts(parts: Sequence[str]) -> str:
    """Parts in one text; where numbers have a comma in them, another sign stands between."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    middle = len(parts) // 2  # many parts are not nested deeply
    some, one = joined_parts(parts[:middle]), joined_parts(parts[middle:])
    return Message("%(some)s, %(one)s", some=some, one=one)


_FIELDS = (
    *(marked("count"), marked("count_plus"), marked("grade"), marked("highest"), marked("index")),
    *(marked("listed_on"), marked("mark"), marked("opponent"), marked("opponent_rating")),
    *(marked("coefficient"), marked("elo"), marked("gor")),
)
"""Fields of cards and of games that were kept; those of events are in their vocabulary."""
_YES, _NO, _NONE = Message("yes"), Message("no"), Absent("none")


def _in_full(value: float) -> str:
    return f"{value:.10g}"


def _in_short(value: float) -> str:
    """Three places; what would be nothing by then, in full."""
    short = f"{value:.3f}"
    if float(short) == value or not float(short):
        return _in_full(value)
    return short
