"""A form for the fields of an event, generated from the vocabulary of its type.

Values have a field each, lists a table.  The result of a game is one choice, not four fields.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from ledger.events.facts import VOCABULARY, GameSubmitted
from ledger.events.messages import marked
from ledger.events.problems import Problem
from ledger.events.values import json_name
from projections.interfaces.pages.officer.fields import (
    INPUTS,
    Form,
    FormField,
    Kind,
    Option,
    choices,
    form_of,
)
from projections.queries.arguments import result_of
from projections.queries.field_values import json_or_text

# --- building form fields for an event's single values from the vocabulary -----------------------


SET = "set."
ANY_JSON = object()
"""The kind of a value that may be anything: a text, a number, a list."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,12}([.,][0-9]{1,9})?")
_INITIALS = ("FIDE", "DSB", "EGD")
_TRUTH: Sequence[Option] = (("true", "yes"), ("false", "no"))


@attrs.frozen
class EventValue:
    """A field of one value: its path, its kind, and its default."""

    path: tuple[str, ...]
    kind: object
    default: object = None

    @property
    def name(self) -> str:
        """Return the name of the form's field."""
        return SET + ".".join(self.path)

    def text(self, data: Mapping[str, object]) -> str:
        """Return the effective value, as it would be typed."""
        return self.typed(_within_data(data, self.path))

    def typed(self, value: object) -> str:
        """A value as it is typed; the default if there is none."""
        value = self.default if value is None else value
        if value is None:
            return ""
        if self.kind is ANY_JSON:
            return json_text(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        return f"{value:.15g}" if isinstance(value, float) else str(value)

    def read(self, text: str) -> object:
        """Return the typed value as JSON; unreadable input is left for the checks to refuse."""
        if not text:
            return None
        if self.kind is ANY_JSON:
            return read_json(text)
        words = (True, False) if self.kind is bool else self.kind
        if isinstance(words, tuple):
            return next((each for each in words if self.typed(each) == text), text)
        if self.kind in (int, float) and _DECIMAL.fullmatch(text):
            return _number(text)
        return text

    def field(self, name: str, text: str, says: Sequence[str]) -> FormField:
        """The field of a form for it."""
        options: Sequence[Option] = ()
        if isinstance(self.kind, tuple):
            options = choices(map(str, self.kind), empty=True)
        elif self.kind is bool:
            options = [("", ""), *_TRUTH]
        kind: Kind = "choice" if options else INPUTS.get(self.kind, "text")
        label = label_of(self.path) if self.path else ""
        return FormField(name=name, label=label, value=text, kind=kind, options=options, says=says)


def _within_data(data: Any, path: Sequence[str]) -> Any:
    """The value at a path of an event's data; None if there is none."""
    for each in path:
        data = data.get(each) if isinstance(data, Mapping) else None
    return data


def label_of(path: Sequence[str]) -> str:
    """Return a field's label on the page: ``ended_on`` as "Ended on"."""
    words = json_name(path[-1]).replace("_", " ").replace("-", " ").capitalize().split(" ")
    return " ".join(it.upper() if it.upper() in _INITIALS else it for it in words)


def values_of(
    hints: Mapping[str, object], kind: type, data: Mapping[str, object]
) -> Iterator[EventValue]:
    """The single values of an event, those inside of its fields too."""
    for field in attrs.fields(kind):
        name = json_name(field.name)
        default = None if field.default is attrs.NOTHING else field.default
        yield from _within((name,), hints[field.name], default, data.get(name))


def _within(
    path: tuple[str, ...], hint: object, default: object, value: object
) -> Iterator[EventValue]:
    kind = kind_of(hint)
    if kind is not None:
        yield EventValue(path, kind, default)
    elif isinstance(made := without_none(hint), type) and attrs.has(made):
        hints = get_type_hints(made)
        for field in attrs.fields(made):
            inner = kind_of(hints[field.name])
            if inner is not None:
                yield EventValue((*path, field.name), inner)
    elif is_json(hint) and isinstance(value, Mapping):
        for name, inner in value.items():
            if is_single(inner):
                yield EventValue((*path, name), type(inner))
    elif made is Any:
        yield EventValue(path, ANY_JSON)


def kind_of(hint: object) -> object:
    """The type of one value, the words of a choice, or None for anything larger."""
    plain = without_none(hint)
    if get_origin(plain) is Literal:
        return get_args(plain)
    return plain if plain in (str, int, float, bool, date) else None


def is_json(hint: object) -> bool:
    """True if a field takes an object with arbitrary names."""
    plain = without_none(hint)
    return plain is Any or get_origin(plain) in (dict, Mapping) or plain in (dict, Mapping)


def is_single(value: object) -> bool:
    """True if a value inside such an object has a field of its own."""
    return isinstance(value, (bool, int, float, str))


def without_none(hint: object) -> object:
    """The type of a field that may be left out."""
    if get_origin(hint) in (Union, UnionType):
        rest = [each for each in get_args(hint) if each is not NoneType]
        return rest[0] if len(rest) == 1 else None
    return hint


# --- values of any type ------------------------------------------------------------------------


def json_text(value: object) -> str:
    """Return a value as typed: a text unchanged, if it is unambiguous."""
    if isinstance(value, str) and read_json(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def read_json(text: str) -> object:
    """Return a number, list, object, true, false or null if the text is one; else the text."""
    return _number(text) if _DECIMAL.fullmatch(text) else json_or_text(text)


def _number(text: str) -> int | float:
    if _WHOLE.fullmatch(text):
        return int(text)
    number = float(text.replace(",", "."))
    return int(number) if number == int(number) else number


# --- building form fields for an event's lists ---------------------------------------------------


EMPTY_ROWS = 3
HERE = "in the form"
"""The value of the list's own field: its rows were sent, even if none is left."""
_NAME, _VALUE = EventValue(("name",), str), EventValue(("value",), ANY_JSON)


@attrs.frozen
class EventList:
    """A list of an event: its path, and the parts of an item.

    ``columns``: the values of an item, one with an empty path if it is the item itself.
    ``words``: those allowed in the list, each once.  ``by_name``: an object with arbitrary
    names, shown as a list of names and values.
    """

    path: tuple[str, ...]
    columns: Sequence[EventValue] = ()
    words: Sequence[str] = ()
    by_name: bool = False

    @property
    def name(self) -> str:
        """Return the name of the field of the whole list; problems about it name it so, too."""
        return SET + ".".join(self.path)

    @property
    def label(self) -> str:
        """Return its label on the page."""
        return label_of(self.path)

    def cell(self, row: int, column: EventValue) -> str:
        """Return the name of the field of an item's value."""
        return ".".join([self.name, str(row), *column.path])

    # --- current values --------------------------------------------------------------------

    def rows(self, data: Mapping[str, object]) -> list[list[str]]:
        """Return the effective values, as they would be typed."""
        value = _within_data(data, self.path)
        if self.by_name:
            items = value.items() if isinstance(value, Mapping) else ()
            return [[name, json_text(inner)] for name, inner in items if not is_single(inner)]
        if self.words:
            return [[word] for word in self.words if word in (value or ())]
        return [
            [it.text(item) if it.path else it.typed(item) for it in self.columns]
            for item in value or ()
        ]

    # --- typed values ----------------------------------------------------------------------

    def typed(self, texts: Mapping[str, str]) -> list[list[str]] | None:
        """Return the typed values without empty rows; None if the list was not in the form."""
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
        """True if a row has only defaults; a row without an id counts as empty."""
        return all(
            text in ("", it.typed(None)) for text, it in zip(row, self.columns, strict=True)
        )

    def read(self, rows: Sequence[Sequence[str]]) -> list[object] | dict[str, object]:
        """Rows of texts as JSON has them."""
        if self.by_name:
            return {name: self.columns[1].read(text) for name, text in rows}
        if self.words:
            return [word for (word,) in rows]
        if not self.columns[0].path:
            return [self.columns[0].read(text) for (text,) in rows]
        return [self._item(row) for row in rows]

    def _item(self, row: Sequence[str]) -> dict[str, object]:
        """An item, without what would be so anyway."""
        values = [(it, it.read(text)) for text, it in zip(row, self.columns, strict=True)]
        return {
            it.path[-1]: value for it, value in values if value is not None and value != it.default
        }

    # --- the whole form --------------------------------------------------------------------

    def fields(self, rows: Sequence[Sequence[str]]) -> Iterator[FormField]:
        """A field for the list itself, then those of its rows or words."""
        yield FormField(name=self.name, label=self.label, value=HERE, says=(self.name,))
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
            return (f"{self.name}.{row[0]}",) if column is _VALUE and row[0] else ()
        item = f"{self.name}[{number}]"
        inner = ".".join([item, *column.path])
        return (inner, item) if column is self.columns[0] else (inner,)


def lists_of(
    kind: type, data: Mapping[str, object], path: tuple[str, ...] = ()
) -> list[EventList]:
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
class FormList:
    """A list as a page shows it: headings, and the fields of each row; or a tick for each word."""

    itself: FormField
    headings: Sequence[str] = ()
    rows: Sequence[Sequence[FormField]] = ()
    words: Sequence[FormField] = ()


def list_in_form(of: EventList, fields: Sequence[FormField]) -> FormList:
    """A list with its fields, as :meth:`EventList.fields` gave them and as they were filled in."""
    itself, *cells = fields
    if of.words:
        return FormList(itself=itself, words=cells)
    width = len(of.columns)
    rows = [cells[start : start + width] for start in range(0, len(cells), width)]
    headings = [label_of(it.path) if it.path else "" for it in of.columns]
    return FormList(itself=itself, headings=headings, rows=rows)


def without_empty_rows(lists: Sequence[EventList], texts: Mapping[str, str]) -> dict[str, str]:
    """Return the typed values, the rows of each list numbered as the items of the list will be."""
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
    """Values with a field of their own beside the list: their second name is not a number."""
    start = len(of.name) + 1
    for name, text in texts.items():
        if name.startswith(f"{of.name}.") and not name[start:].partition(".")[0].isdecimal():
            yield name, text


RESULT = f"{SET}result"
RESULTS = ("1-0", "½-½", "0-1", "+:-", "-:+", "-:-", "0-0", "½-0", "0-½")
_OF_A_RESULT = ("white_points", "black_points", "played", "reason")
_FIXED = {"tournament.submitted": ("tournament", "paper"), "game.submitted": ("game",)}
_OF_GO = frozenset(
    {
        *(("stones",), ("receiver",), ("minutes_per_move",)),
        *(("thinking_time", each) for each in ("minutes_per_move", "overtime", "seconds")),
        *(("thinking_time", each) for each in ("stones", "overtime_minutes")),
    }
)


@attrs.frozen
class EventForm:
    """The form of an effective event.

    ``with_go``: also with the fields that only games of go have.
    """

    type: str
    data: Mapping[str, object]
    with_go: bool = True

    def fields(self) -> list[FormField]:
        """Return a field for each value, with its content."""
        with_result = _has_result(self.type, self.data)
        found = [
            _field(each, self.data, folded=with_result or not each.text(self.data))
            for each in self._values(with_go=self.with_go)
        ]
        if not with_result:
            return found
        known = _result_text(self.data)
        options = [*([("", "…")] if known is None else []), *((it, it) for it in RESULTS)]
        says = [f"set.{each}" for each in _OF_A_RESULT]
        result = FormField(
            name=RESULT,
            label=marked("Result"),
            value=known or "",
            kind="choice",
            options=options,
            says=says,
        )
        return [result, *found]

    def filled_in(
        self, more: Sequence[FormField], texts: Mapping[str, str], problems: Sequence[Problem]
    ) -> tuple[Form, Sequence[FormField], Sequence[FormList]]:
        """The whole form with what was typed and what is wrong: its values, and its lists.

        ``more``: fields beside those of the event.
        """
        values = self.fields()
        tables = [(it, list(it.fields(self._rows(it, texts)))) for it in self.lists]
        every = [*values, *(field for _, fields in tables for field in fields), *more]
        form = form_of(every, texts, problems)
        lists: list[FormList] = []
        at = len(values)
        for each, fields in tables:
            lists.append(list_in_form(each, form.fields[at : at + len(fields)]))
            at += len(fields)
        return form, form.fields[: len(values)], lists

    def changes(self, texts: Mapping[str, str]) -> dict[str, object]:
        """Return the typed values that differ from the effective ones, as fields to set.

        Raises ValueError for an invalid result.
        """
        changed: dict[str, object] = {}
        data = self.data
        if _has_result(self.type, data) and texts.get(RESULT, "") != (_result_text(data) or ""):
            changed |= result_of(texts[RESULT])
        for value in self._values(with_go=True):
            text = texts.get(value.name, "").strip()
            if value.name in texts and text != value.text(data):
                _put(changed, value.path, value.read(text), data)
        for each in self.lists:
            rows = each.typed(texts)
            if rows is not None and rows != each.rows(data):
                _put_list(changed, each, each.read(rows), data)
        return changed

    def _rows(self, each: EventList, texts: Mapping[str, str]) -> list[list[str]]:
        typed = each.typed(texts)
        return each.rows(self.data) if typed is None else typed

    @property
    def lists(self) -> list[EventList]:
        """Its lists, those inside of its fields too."""
        return lists_of(VOCABULARY[self.type], self.data)

    def _values(self, *, with_go: bool) -> Iterator[EventValue]:
        fact = VOCABULARY[self.type]
        fixed = _FIXED.get(self.type, ())
        left_out = {*fixed, *(_OF_A_RESULT if _has_result(self.type, self.data) else ())}
        for each in values_of(get_type_hints(fact), fact, self.data):
            if each.path[0] not in left_out and (with_go or each.path not in _OF_GO):
                yield each


def _field(value: EventValue, data: Mapping[str, object], *, folded: bool) -> FormField:
    says = (value.name, f"{SET}{value.path[0]}")
    return attrs.evolve(value.field(value.name, value.text(data), says), folded=folded)


# --- the result of a game ----------------------------------------------------------------------


def _has_result(type_: str, data: Mapping[str, object]) -> bool:
    return type_ == GameSubmitted.type and data.get("black") is not None


def _result_text(data: Mapping[str, object]) -> str | None:
    stands = (data["white_points"], data["black_points"], data.get("played", True))
    for text in RESULTS:
        meant = result_of(text)
        if stands == (meant["white_points"], meant["black_points"], meant["played"]) and data.get(
            "reason"
        ) in (None, meant["reason"]):
            return text
    return None


# --- set values --------------------------------------------------------------------------------


def _put(
    changed: dict[str, Any], path: Sequence[str], value: object, data: Mapping[str, Any]
) -> None:
    """Set a field, or one inside a field; an emptied object is removed."""
    if len(path) == 1:
        changed[path[0]] = value
        return
    outer, inner = path
    whole = dict((changed[outer] if outer in changed else data.get(outer)) or {})
    whole[inner] = value
    if value is None:
        del whole[inner]
    changed[outer] = whole or None


def _put_list(changed: dict[str, Any], of: EventList, value: Any, data: Mapping[str, Any]) -> None:
    """Set a list; an empty one inside a field is left out."""
    if not of.by_name:
        _put(changed, of.path, value if len(of.path) == 1 else value or None, data)
        return
    (name,) = of.path
    whole = (changed[name] if name in changed else data.get(name)) or {}
    single = {inner: it for inner, it in whole.items() if is_single(it)}
    changed[name] = {**single, **value} or None
