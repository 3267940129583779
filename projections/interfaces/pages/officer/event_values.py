"""The single values of an event, made from what the vocabulary says of its type."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from ledger.events.values import json_name
from projections.interfaces.pages.officer.fields import FormField, Kind, Option

SET = "set."
ANY_JSON = object()
"""The kind of a value that may be anything: a text, a number, a list."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,12}([.,][0-9]{1,9})?")
_INITIALS = ("FIDE", "DSB", "EGD")
_TRUTH: Sequence[Option] = (("true", "yes"), ("false", "no"))


@attrs.frozen
class EventValue:
    """A field of one value: its path, what kind it is, and what it is if nothing is said."""

    path: tuple[str, ...]
    kind: Any
    default: Any = None

    @property
    def name(self) -> str:
        """What the field of the form is called."""
        return SET + ".".join(self.path)

    def text(self, data: Mapping[str, Any]) -> str:
        """What stands, as it is typed."""
        value: Any = data
        for each in self.path:
            value = value.get(each) if isinstance(value, Mapping) else None
        return self.typed(value)

    def typed(self, value: Any) -> str:
        """A value as it is typed; the default where there is none."""
        value = self.default if value is None else value
        if value is None:
            return ""
        if self.kind is ANY_JSON:
            return json_text(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        return f"{value:.15g}" if isinstance(value, float) else str(value)

    def read(self, text: str) -> Any:
        """What was typed, as JSON has it; what cannot be read is left for the checks to refuse."""
        if not text:
            return None
        if self.kind is ANY_JSON:
            return read_json(text)
        words = (True, False) if self.kind is bool else self.kind
        if isinstance(words, tuple):
            return next((each for each in words if self.typed(each) == text), text)
        if self.kind is int and _WHOLE.fullmatch(text):
            return int(text)
        if self.kind in (int, float) and _DECIMAL.fullmatch(text):
            return _number(text)
        return text

    def field(self, name: str, text: str, says: Sequence[str]) -> FormField:
        """The field of a form for it."""
        kind: Kind = "text"
        options: Sequence[Option] = ()
        if isinstance(self.kind, tuple):
            kind, options = "choice", [("", ""), *((str(it), str(it)) for it in self.kind)]
        elif self.kind is bool:
            kind, options = "choice", [("", ""), *_TRUTH]
        elif self.kind is date:
            kind = "date"
        elif self.kind in (int, float):
            kind = "number"
        label = label_of(self.path) if self.path else ""
        return FormField(name=name, label=label, value=text, kind=kind, options=options, says=says)


def label_of(path: Sequence[str]) -> str:
    """What a field is called on the page: ``ended_on`` as "Ended on"."""
    words = json_name(path[-1]).replace("_", " ").replace("-", " ").capitalize().split(" ")
    return " ".join(it.upper() if it.upper() in _INITIALS else it for it in words)


def values_of(
    hints: Mapping[str, Any], kind: type, data: Mapping[str, Any]
) -> Iterator[EventValue]:
    """The single values of an event, those inside of its fields too."""
    for field in attrs.fields(kind):
        name = json_name(field.name)
        default = None if field.default is attrs.NOTHING else field.default
        yield from _within((name,), hints[field.name], default, data.get(name))


def _within(path: tuple[str, ...], hint: Any, default: Any, value: Any) -> Iterator[EventValue]:
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


def kind_of(hint: Any) -> Any:
    """The type of one value, the words of a choice, or None for anything larger."""
    plain = without_none(hint)
    if get_origin(plain) is Literal:
        return get_args(plain)
    return plain if plain in (str, int, float, bool, date) else None


def is_json(hint: Any) -> bool:
    """Whether a field takes an object of whatever names."""
    plain = without_none(hint)
    return plain is Any or get_origin(plain) in (dict, Mapping) or plain in (dict, Mapping)


def is_single(value: Any) -> bool:
    """Whether a value inside of such an object has a field of its own."""
    return isinstance(value, (bool, int, float, str))


def without_none(hint: Any) -> Any:
    """The type of a field that may be left out."""
    if get_origin(hint) in (Union, UnionType):
        rest = [each for each in get_args(hint) if each is not NoneType]
        return rest[0] if len(rest) == 1 else None
    return hint


# --- values that may be anything ---------------------------------------------------------------


def json_text(value: Any) -> str:
    """A value as it is typed: a text as it is, where it cannot be taken for something else."""
    if isinstance(value, str) and read_json(value) == value:
        return value
    return json.dumps(value, ensure_ascii=False)


def read_json(text: str) -> Any:
    """A number, a list, an object, true, false or null where the text is one; else the text."""
    if _DECIMAL.fullmatch(text):
        return _number(text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _number(text: str) -> int | float:
    if _WHOLE.fullmatch(text):
        return int(text)
    number = float(text.replace(",", "."))
    return int(number) if number == int(number) else number
