"""The reference of the event types, made of their classes."""

import inspect
import re
from collections.abc import Iterator
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs

from ledger.events import values
from ledger.events.facts import VOCABULARY
from scripts.reference.markdown import code, table

HEAD = """# Event types

For programs that write or read the log: every event type and the fields of its `data`.
[Events](events.md) describes the type and the fields that this ledger adds to the common contract.
Optional fields are left out of the log if they have their default.
"""


def page() -> str:
    """Return the page as Markdown."""
    lines = [HEAD]
    nested: dict[str, type[Any]] = {}
    for type_, fact in VOCABULARY.items():
        lines += [f"## {type_}", "", *_class(fact, nested), ""]
    lines += ["## Values inside events", ""]
    done: set[str] = set()
    while left := [name for name in nested if name not in done]:
        done.add(left[0])
        lines += [f"### {left[0]}", "", *_class(nested[left[0]], nested), ""]
    return "\n".join(lines).rstrip() + "\n"


def _class(fact: type[Any], nested: dict[str, type[Any]]) -> Iterator[str]:
    yield " ".join((inspect.getdoc(fact) or "").replace("``", "`").split())
    yield ""
    personal = getattr(fact, "personal", ())
    rows = []
    for field in attrs.fields(fact):
        notes = ["erasable"] if field.name in personal else []
        kind = _kind(field.type, nested)
        rows.append((code(field.name.rstrip("_")), kind, _default(field), ", ".join(notes)))
    yield from table(("field", "value", "default", "note"), rows)


def _default(field: "attrs.Attribute[Any]") -> str:
    if field.default is attrs.NOTHING:
        return "required"
    return "" if field.default is None else code(field.default)


_NAMES = {id(kind): name for name, kind in vars(values).items() if get_origin(kind) is Annotated}


def _kind(hint: Any, nested: dict[str, type[Any]]) -> str:
    """Return the words for a type; classes of values are collected in ``nested``."""
    if id(hint) in _NAMES:
        return re.sub("(?<=[a-z])(?=[A-Z])", " ", _NAMES[id(hint)]).lower()
    if attrs.has(hint):
        nested.setdefault(hint.__name__, hint)
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    inner = get_args(hint)
    match get_origin(hint):
        case origin if origin is Literal:
            return ", ".join(map(code, inner))
        case origin if origin is tuple:
            return f"list of {_kind(inner[0], nested)}"
        case None:
            return "" if hint is NoneType else getattr(hint, "__name__", str(hint))
    return " or ".join(filter(None, (_kind(each, nested) for each in inner)))
