"""A form for the fields of an event, made from what the vocabulary says of its type.

Whatever is one value is offered: texts, days, numbers, choices, and those inside of a field, such
as the minutes of the thinking time.  The result of a game is one choice instead of four fields.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from ledger.events.facts import VOCABULARY, GameSubmitted
from projections.arguments import result_of
from projections.web.officer.fields import FormField, Kind, Option

SET = "set."
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
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,12}([.,][0-9]{1,9})?")
_TRUTH: Sequence[Option] = (("true", "yes"), ("false", "no"))


@attrs.frozen
class _Scalar:
    """A field of one value: its path, what kind it is, and what it is if nothing is said."""

    path: tuple[str, ...]
    kind: type[Any] | tuple[Any, ...]
    default: Any = None

    @property
    def name(self) -> str:
        return SET + ".".join(self.path)

    def text(self, data: Mapping[str, Any]) -> str:
        """What stands, as it is typed."""
        value: Any = data
        for each in self.path:
            value = value.get(each) if isinstance(value, Mapping) else None
        return _typed(self.default if value is None else value)

    def read(self, text: str) -> Any:
        """What was typed, as JSON has it; what cannot be read is left for the checks to refuse."""
        if not text:
            return None
        if isinstance(self.kind, tuple):
            return next((each for each in self.kind if str(each) == text), text)
        if self.kind is bool:
            return {"true": True, "false": False}.get(text, text)
        if self.kind is int and _WHOLE.fullmatch(text):
            return int(text)
        if self.kind in (int, float) and _DECIMAL.fullmatch(text):
            number = float(text.replace(",", "."))
            return int(number) if number == int(number) else number
        return text


def event_fields(type_: str, data: Mapping[str, Any], *, with_go: bool = True) -> list[FormField]:
    """The fields of an event that can be set, with what stands in them.

    ``with_go``: those too that only games of go have.
    """
    scalars = [each for each in _scalars(type_, data) if with_go or each.path not in _OF_GO]
    fields = [_field(each, data) for each in scalars]
    if _has_result(type_, data):
        known = _result_text(data)
        options = [*([("", "…")] if known is None else []), *((it, it) for it in RESULTS)]
        says = [f"data.replacement.{each}" for each in _OF_A_RESULT]
        result = FormField(
            name=RESULT,
            label="Result",
            value=known or "",
            kind="choice",
            options=options,
            says=says,
        )
        return [result, *fields]
    return fields


def changes_in(type_: str, data: Mapping[str, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """What was typed other than it stands, as fields to be set.

    Raises ValueError for what is no result.
    """
    changed: dict[str, Any] = {}
    if _has_result(type_, data) and texts.get(RESULT, "") != (_result_text(data) or ""):
        changed |= result_of(texts[RESULT])
    for each in _scalars(type_, data):
        text = texts.get(each.name, "").strip()
        if each.name in texts and text != each.text(data):
            _put(changed, each.path, each.read(text), data)
    return changed


def label_of(path: Sequence[str]) -> str:
    """What a field is called on the page: ``ended_on`` as "Ended on"."""
    return path[-1].removesuffix("_").replace("_", " ").capitalize()


def labels_of_events() -> list[str]:
    """Whatever a field of any event is called."""
    found = {label_of(each.path): None for type_ in VOCABULARY for each in _scalars(type_, {})}
    return [label_of((RESULT.removeprefix(SET),)), *found]


# --- what there is -----------------------------------------------------------------------------


def _scalars(type_: str, data: Mapping[str, Any]) -> Iterator[_Scalar]:
    fact = VOCABULARY[type_]
    left_out = {*_FIXED.get(type_, ()), *(_OF_A_RESULT if _has_result(type_, data) else ())}
    hints = get_type_hints(fact)
    for field in attrs.fields(fact):
        name = field.name.removesuffix("_")
        if name not in left_out:
            default = None if field.default is attrs.NOTHING else field.default
            yield from _within((name,), hints[field.name], default, data.get(name))


def _within(path: tuple[str, ...], hint: Any, default: Any, value: Any) -> Iterator[_Scalar]:
    kind = _kind(hint)
    if kind is not None:
        yield _Scalar(path, kind, default)
    elif isinstance(made := _without_none(hint), type) and attrs.has(made):
        hints = get_type_hints(made)
        for field in attrs.fields(made):
            if len(path) == 1:
                yield from _within((*path, field.name), hints[field.name], None, None)
    elif isinstance(value, Mapping) and len(path) == 1:
        for name, inner in value.items():
            if isinstance(inner, (bool, int, float, str)):
                yield _Scalar((*path, name), type(inner))


def _kind(hint: Any) -> Any:
    """The type of one value, the words of a choice, or None for anything larger."""
    plain = _without_none(hint)
    if get_origin(plain) is Literal:
        return get_args(plain)
    return plain if plain in (str, int, float, bool, date) else None


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        rest = [each for each in get_args(hint) if each is not NoneType]
        return rest[0] if len(rest) == 1 else None
    return hint


def _field(scalar: _Scalar, data: Mapping[str, Any]) -> FormField:
    kind: Kind = "text"
    options: Sequence[Option] = ()
    if isinstance(scalar.kind, tuple):
        kind, options = "choice", [("", ""), *((str(it), str(it)) for it in scalar.kind)]
    elif scalar.kind is bool:
        kind, options = "choice", [("", ""), *_TRUTH]
    elif scalar.kind is date:
        kind = "date"
    elif scalar.kind in (int, float):
        kind = "number"
    path = ".".join(scalar.path)
    return FormField(
        name=scalar.name,
        label=label_of(scalar.path),
        value=scalar.text(data),
        kind=kind,
        options=options,
        says=(f"data.replacement.{path}", f"data.replacement.{scalar.path[0]}"),
    )


def _typed(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


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
