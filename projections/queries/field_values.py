"""Values of a request's fields, from JSON or as people type them, by the types of the fields.

Commands, query strings, forms and bodies read with it; it raises ValueError or TypeError for what
cannot be read.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain
from typing import Any, Literal, get_args, get_origin

from ledger.events.messages import Message
from ledger.events.values import display, kind_of
from projections.queries.arguments import (
    LAST_POSITION,
    Upload,
    day_of,
    id_of,
    one_of,
    position_or_moment,
)


class GivenTwice(ValueError):
    """Two values for a field that takes one."""


def value_of(given: Any, kind: Any) -> Any:
    """Return a value of JSON as one of a type; a number or day may be a text, as in a form."""
    origin = get_origin(kind)
    if is_mapping(kind):
        names, values = get_args(kind)
        if not isinstance(given, Mapping):
            raise TypeError(Message("must be an object, not %(value)s", value=kind_of(given)))
        return {value_of(name, names): value_of(it, values) for name, it in given.items()}
    if is_sequence(kind):
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise TypeError(Message("must be a list, not %(value)s", value=kind_of(given)))
        return [value_of(each, *get_args(kind)) for each in given]
    if origin is Literal:
        return one_of(_text(given), get_args(kind), "choice")
    return given if kind is Any else _READERS[kind](given)


def typed_value_of(texts: Sequence[Any], kind: Any, form: str) -> Any:
    """Return what a person typed as a value of a type.

    A sequence is typed as several texts, a mapping as several of a ``form`` such as
    ``NAME=VALUE``; either may be one text of JSON.  A form ends with ``[VALUE]`` if the value may
    be empty.
    """
    if kind is not Upload and any(isinstance(each, Upload) for each in texts):
        raise TypeError(Message("must be a text, not %(value)s", value=Message("a file")))
    if is_mapping(kind):
        return value_of(_named(texts, get_args(kind)[1], form), kind)
    if is_sequence(kind):
        whole = [_whole(each, list) for each in texts]
        lists = ([text] if it is None else it for text, it in zip(texts, whole, strict=True))
        return value_of([*chain.from_iterable(lists)], kind)
    if len(texts) > 1:
        raise GivenTwice(Message("is given twice: give it once"))
    (text,) = texts
    if kind is bool:
        return value_of({"true": True, "false": False}.get(text, text), bool)
    return json_or_text(text) if kind is Any else value_of(text, kind)


def is_mapping(kind: Any) -> bool:
    """True if values of a type have names."""
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def is_sequence(kind: Any) -> bool:
    """True if values of a type are lists."""
    origin = get_origin(kind)
    return isinstance(origin, type) and issubclass(origin, Sequence)


def json_or_text(text: str) -> Any:
    """Return the value of a text that is JSON; else the text."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _assignment(text: str, form: str) -> tuple[str, str]:
    """The name and the value of a text; the value may be empty if the form has it in brackets."""
    name, equals, value = map(str.strip, text.partition("="))
    if not (name and equals and (value or form.endswith("]"))):
        raise ValueError(
            Message("%(text)s is not of the form %(form)s", text=display(text), form=form)
        )
    return name, value


def _named(texts: Iterable[str], values: Any, form: str) -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for text in texts:
        if (whole := _whole(text, dict)) is not None:
            found |= whole
            continue
        name, value = _assignment(text, form)
        found[name] = value if values is str else json_or_text(value)
    return found


def _whole(text: Any, kind: type) -> Any:
    """The value of a text that is JSON of a kind; None if it is not."""
    is_json = isinstance(text, str) and text.lstrip().startswith(("[", "{"))
    found = json_or_text(text) if is_json else None
    return found if isinstance(found, kind) else None


# --- single values ------------------------------------------------------------------------------


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError(Message("must be a text, not %(value)s", value=kind_of(given)))
    return id_of(given)


def _truth(given: Any) -> bool:
    if not isinstance(given, bool):
        raise TypeError(Message("must be true or false, not %(value)s", value=display(given)))
    return given


def _whole_number(given: Any) -> int:
    if isinstance(given, str) and given.isascii() and given.isdecimal() and len(given) < 20:
        given = int(given)
    if type(given) is int and 0 <= given <= LAST_POSITION:
        return given
    raise ValueError(Message("%(given)s is not a whole number", given=display(given)))


def number_of(given: Any) -> float:
    """Return a number, given as such or as a text with a point or a comma."""
    try:
        text = given.replace(",", ".") if isinstance(given, str) else given
        number = math.nan if isinstance(given, bool) else float(text)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(Message("%(text)s is not a number", text=display(given)))
    return number


def _upload(given: Any) -> Upload:
    if not isinstance(given, Upload):
        raise TypeError(Message("must be a file"))
    return given


_READERS: Mapping[Any, Any] = {
    str: _text,
    bool: _truth,
    int: _whole_number,
    float: number_of,
    date: day_of,
    Upload: _upload,
    int | datetime: position_or_moment,
}
