"""A form for the fields of an event, made from what the vocabulary says of its type.

Values have a field each, lists a table.  The result of a game is one choice, not four fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_type_hints

import attrs

from ledger.events.facts import VOCABULARY, GameSubmitted
from ledger.events.messages import marked
from ledger.events.problems import Problem
from projections.interfaces.pages.officer.event_lists import (
    EventList,
    ListInForm,
    list_in_form,
    lists_of,
    without_empty_rows,
)
from projections.interfaces.pages.officer.event_values import SET, EventValue, is_single, values_of
from projections.interfaces.pages.officer.fields import Form, FormField, form_of
from projections.queries.arguments import result_of

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
    """The form of an event as it stands.

    ``with_go``: with the fields too that only games of go have.
    """

    type: str
    data: Mapping[str, Any]
    with_go: bool = True

    def as_typed(self, texts: Mapping[str, str]) -> dict[str, str]:
        """What was typed, without the rows of lists that were emptied."""
        return without_empty_rows(self.lists, texts)

    def fields(self) -> list[FormField]:
        """A field for each value, with what stands in it."""
        found = [_field(each, self.data) for each in self._values(with_go=self.with_go)]
        if not _has_result(self.type, self.data):
            return found
        known = _result_text(self.data)
        options = [*([("", "…")] if known is None else []), *((it, it) for it in RESULTS)]
        says = [f"data.replacement.{each}" for each in _OF_A_RESULT]
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
    ) -> tuple[Form, Sequence[FormField], Sequence[ListInForm]]:
        """The whole form with what was typed and what is wrong: its values, and its lists.

        ``more``: fields beside those of the event.
        """
        values = self.fields()
        tables = [(it, list(it.fields(self._rows(it, texts)))) for it in self.lists]
        every = [*values, *(field for _, fields in tables for field in fields), *more]
        form = form_of(every, texts, problems)
        lists: list[ListInForm] = []
        at = len(values)
        for each, fields in tables:
            lists.append(list_in_form(each, form.fields[at : at + len(fields)]))
            at += len(fields)
        return form, form.fields[: len(values)], lists

    def changes(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """What was typed other than it stands, as fields to be set.

        Raises ValueError for what is no result.
        """
        changed: dict[str, Any] = {}
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


def _field(value: EventValue, data: Mapping[str, Any]) -> FormField:
    path = ".".join(value.path)
    says = (f"data.replacement.{path}", f"data.replacement.{value.path[0]}")
    return value.field(value.name, value.text(data), says)


# --- the result of a game ----------------------------------------------------------------------


def _has_result(type_: str, data: Mapping[str, Any]) -> bool:
    return type_ == GameSubmitted.type and data.get("black") is not None


def _result_text(data: Mapping[str, Any]) -> str | None:
    stands = (data["white_points"], data["black_points"], data.get("played", True))
    for text in RESULTS:
        meant = result_of(text)
        if stands == (meant["white_points"], meant["black_points"], meant["played"]) and data.get(
            "reason"
        ) in (None, meant["reason"]):
            return text
    return None


# --- what is set -------------------------------------------------------------------------------


def _put(
    changed: dict[str, Any], path: Sequence[str], value: Any, data: Mapping[str, Any]
) -> None:
    """Set a field, or one inside of a field; of what is emptied altogether nothing is left."""
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
    """Set a list; one inside of a field is left out where it is empty."""
    if not of.by_name:
        _put(changed, of.path, value if len(of.path) == 1 else value or None, data)
        return
    (name,) = of.path
    whole = (changed[name] if name in changed else data.get(name)) or {}
    single = {inner: it for inner, it in whole.items() if is_single(it)}
    changed[name] = {**single, **value} or None
