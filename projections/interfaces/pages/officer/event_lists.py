"""The lists of an event in a form: its entrants, lists, flags, the readings of a rulebook.

A list is a table with a row for each item and a few empty ones; a row that is emptied is taken
out.  A list of words is a tick for each.  What a rulebook names itself, such as the readings of an
adoption, is a table of names and values.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from ledger.events.values import json_name
from projections.interfaces.pages.officer.event_values import (
    ANY_JSON,
    SET,
    EventValue,
    is_json,
    is_single,
    json_text,
    kind_of,
    label_of,
    values_of,
    without_none,
)
from projections.interfaces.pages.officer.fields import FormField

EMPTY_ROWS = 3
HERE = "in the form"
"""What the field of a list itself says: its rows were sent, even if none is left."""
_NAME, _VALUE = EventValue(("name",), str), EventValue(("value",), ANY_JSON)


@attrs.frozen
class EventList:
    """A list of an event: its path, and what an item consists of.

    ``columns``: the values of an item, one with an empty path where it is the item itself.
    ``words``: those that may be in the list, each once.  ``by_name``: an object of whatever
    names, shown as a list of names and values.
    """

    path: tuple[str, ...]
    columns: Sequence[EventValue] = ()
    words: Sequence[str] = ()
    by_name: bool = False

    @property
    def name(self) -> str:
        """What the field of the whole list is called."""
        return SET + ".".join(self.path)

    @property
    def label(self) -> str:
        """What it is called on the page."""
        return label_of(self.path)

    @property
    def says(self) -> str:
        """The path of problems about it."""
        return "data.replacement." + ".".join(self.path)

    def cell(self, row: int, column: EventValue) -> str:
        """What the field of an item's value is called."""
        return ".".join([self.name, str(row), *column.path])

    # --- what stands -----------------------------------------------------------------------

    def rows(self, data: Mapping[str, Any]) -> list[list[str]]:
        """What stands, as it is typed."""
        value: Any = data
        for each in self.path:
            value = value.get(each) if isinstance(value, Mapping) else None
        if self.by_name:
            items = value.items() if isinstance(value, Mapping) else ()
            return [[name, json_text(inner)] for name, inner in items if not is_single(inner)]
        if self.words:
            return [[word] for word in self.words if word in (value or ())]
        return [
            [it.text(item) if it.path else it.typed(item) for it in self.columns]
            for item in value or ()
        ]

    # --- what was typed --------------------------------------------------------------------

    def typed(self, texts: Mapping[str, str]) -> list[list[str]] | None:
        """What was typed, empty rows left out; None where the list was not in the form."""
        if texts.get(self.name) != HERE:
            return None
        if self.words:
            return [[word] for word in self.words if texts.get(f"{self.name}.{word}")]
        rows = [self._row(texts, number) for number in self._numbers(texts)]
        return [row for row in rows if not self._is_empty(row)]

    def _numbers(self, texts: Mapping[str, str]) -> list[int]:
        start = len(self.name) + 1
        found = {
            name[start:].partition(".")[0] for name in texts if name.startswith(f"{self.name}.")
        }
        return sorted(int(each) for each in found if each.isascii() and each.isdecimal())

    def _row(self, texts: Mapping[str, str], number: int) -> list[str]:
        return [texts.get(self.cell(number, each), "").strip() for each in self.columns]

    def _is_empty(self, row: Sequence[str]) -> bool:
        """Nothing but what would be so anyway; of somebody without an id nothing is left."""
        return all(
            text in ("", it.typed(None)) for text, it in zip(row, self.columns, strict=True)
        )

    def read(self, rows: Sequence[Sequence[str]]) -> list[Any] | dict[str, Any]:
        """Rows of texts as JSON has them."""
        if self.by_name:
            return {name: self.columns[1].read(text) for name, text in rows}
        if self.words:
            return [word for (word,) in rows]
        if not self.columns[0].path:
            return [self.columns[0].read(text) for (text,) in rows]
        return [self._item(row) for row in rows]

    def _item(self, row: Sequence[str]) -> dict[str, Any]:
        """An item, without what would be so anyway."""
        values = [(it, it.read(text)) for text, it in zip(row, self.columns, strict=True)]
        return {
            it.path[-1]: value for it, value in values if value is not None and value != it.default
        }

    # --- the form --------------------------------------------------------------------------

    def fields(self, rows: Sequence[Sequence[str]]) -> Iterator[FormField]:
        """A field for the list itself, then those of its rows or words."""
        yield FormField(name=self.name, label=self.label, value=HERE, says=(self.says,))
        if self.words:
            ticked = {word for (word,) in rows}
            for word in self.words:
                value = "1" if word in ticked else ""
                name = f"{self.name}.{word}"
                yield FormField(name=name, label=label_of((word,)), value=value, kind="tick")
            return
        for number in range(len(rows) + EMPTY_ROWS):
            row = rows[number] if number < len(rows) else [""] * len(self.columns)
            for text, column in zip(row, self.columns, strict=True):
                says = self._says(number, row, column)
                yield column.field(self.cell(number, column), text, says)

    def _says(self, number: int, row: Sequence[str], column: EventValue) -> Sequence[str]:
        if self.by_name:
            return (f"{self.says}.{row[0]}",) if column is _VALUE and row[0] else ()
        item = f"{self.says}[{number}]"
        inner = ".".join([item, *column.path])
        return (inner, item) if column is self.columns[0] else (inner,)


def lists_of(kind: type, data: Mapping[str, Any], path: tuple[str, ...] = ()) -> list[EventList]:
    """The lists of an event, those inside of its fields too."""
    hints = get_type_hints(kind)
    found: list[EventList] = []
    for field in attrs.fields(kind):
        name, hint = json_name(field.name), without_none(hints[field.name])
        here = (*path, name)
        if get_origin(hint) is tuple:
            found.append(_list(here, get_args(hint)[0]))
        elif is_json(hint) and (hint is not Any or isinstance(data.get(name), Mapping)):
            found.append(EventList(here, (_NAME, _VALUE), by_name=True))
        elif isinstance(hint, type) and attrs.has(hint):
            found += lists_of(hint, {}, here)
    return found


def _list(path: tuple[str, ...], item: Any) -> EventList:
    if get_origin(item) is Literal:
        return EventList(path, words=get_args(item))
    kind = kind_of(item)
    if kind is not None:
        return EventList(path, [EventValue((), kind)])
    return EventList(path, list(values_of(get_type_hints(item), item, {})))


# --- forms -------------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class ListInForm:
    """A list as a page shows it: headings, and the fields of each row; or a tick for each word."""

    itself: FormField
    headings: Sequence[str] = ()
    rows: Sequence[Sequence[FormField]] = ()
    words: Sequence[FormField] = ()


def list_in_form(of: EventList, fields: Sequence[FormField]) -> ListInForm:
    """A list with its fields, as :meth:`EventList.fields` gave them and as they were filled in."""
    itself, *cells = fields
    if of.words:
        return ListInForm(itself=itself, words=cells)
    width = len(of.columns)
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    headings = [label_of(it.path) if it.path else "" for it in of.columns]
    return ListInForm(itself=itself, headings=headings, rows=rows)


def without_empty_rows(lists: Sequence[EventList], texts: Mapping[str, str]) -> dict[str, str]:
    """What was typed, the rows of each list numbered as the items of the list will be."""
    kept = dict(texts)
    for each in lists:
        rows = each.typed(texts)
        if rows is None or each.words:
            continue
        kept = {name: text for name, text in kept.items() if not name.startswith(f"{each.name}.")}
        for number, row in enumerate(rows):
            cells = zip(each.columns, row, strict=True)
            kept |= {each.cell(number, column): text for column, text in cells}
        kept |= dict(_single_values(each, texts))
    return kept


def _single_values(of: EventList, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Values with a field of their own beside the list: their second name is no number."""
    start = len(of.name) + 1
    for name, text in texts.items():
        if name.startswith(f"{of.name}.") and not name[start:].partition(".")[0].isdecimal():
            yield name, text
