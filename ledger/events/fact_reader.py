"""The data of a submission as a fact, field by field, with every fault and its path.

It is strict: a field is one of the vocabulary's, and a value is what its annotation reads.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, override

from ledger.events.facts import Fact
from ledger.events.messages import Message
from ledger.events.values import Fault, Reader, display, json_name, kind_of, not_a_field

_strict = cattrs.Converter(detailed_validation=True, forbid_extra_keys=True)


def read_fact(kind: type, data: object, prefix: str) -> Fact | list[tuple[str, Fault]]:
    """Data as a fact of one kind, or its faults with the paths of their fields."""
    if not isinstance(data, dict):
        return [(prefix, Fault("wrong-type", f"must be an object, not {kind_of(data)}"))]
    try:
        fact: Fact = _strict.structure(data, kind)
    except ClassValidationError as error:
        return list(_faults(error, prefix))
    return fact


def _is_scalar(annotation: Any) -> bool:
    return get_origin(annotation) is Annotated and any(
        isinstance(mark, Reader) for mark in annotation.__metadata__
    )


def _has_origin(origin: object) -> Callable[[Any], bool]:
    return lambda annotation: get_origin(annotation) is origin


def _scalar_reader(annotation: Any) -> Callable[[object, Any], Any]:
    mark = next(mark for mark in annotation.__metadata__ if isinstance(mark, Reader))
    return lambda value, _: mark.read(value)


def _choice_reader(annotation: Any) -> Callable[[object, Any], Any]:
    choices = get_args(annotation)

    def read(value: object, _: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        values = {"value": display(value), "allowed": ", ".join(map(str, choices))}
        raise Fault("not-a-choice", Message("%(value)s is not one of %(allowed)s", **values))

    return read


def _list_reader(annotation: Any) -> Callable[[object, Any], Any]:
    (kind, _) = get_args(annotation)

    def read(value: object, _: Any) -> Any:
        if not isinstance(value, list):
            raise Fault("wrong-type", f"must be a list, not {kind_of(value)}")
        return tuple(_strict.structure(value, list[kind]))  # type: ignore[valid-type]

    return read


def _class_reader(kind: type) -> Callable[[Mapping[str, Any], Any], Any]:
    fields = attrs.fields(kind)
    renamed: dict[str, Any] = {
        field.name: override(rename=json_name(field.name)) for field in fields
    }
    structure: Any = make_dict_structure_fn(
        kind, _strict, _cattrs_forbid_extra_keys=True, **renamed
    )
    optional = {
        json_name(field.name)
        for field in fields
        if field.default is not attrs.NOTHING and field.default is not None
    }

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, dict):
            raise Fault("wrong-type", f"must be an object, not {kind_of(value)}")
        absent = [key for key in optional if key in value and value[key] is None]
        if absent:  # null means "left out"
            value = {key: item for key, item in value.items() if key not in absent}
        return structure(value, kind)

    return read


_strict.register_structure_hook_factory(attrs.has, _class_reader)
_strict.register_structure_hook_factory(_has_origin(tuple), _list_reader)
_strict.register_structure_hook_factory(_has_origin(Literal), _choice_reader)
_strict.register_structure_hook_factory(_is_scalar, _scalar_reader)


def _faults(error: BaseException, path: str) -> Iterator[tuple[str, Fault]]:
    """Every fault inside a validation error, with the path of its field."""
    if isinstance(error, (ClassValidationError, IterableValidationError)):
        noted, bare = error.group_exceptions()
        for inner, note in noted:
            yield from _faults(inner, path + _step(note))
        for inner in bare:
            yield from _faults(inner, path)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [json_name(field.name) for field in attrs.fields(error.cl)]
        for key in sorted(error.extra_fields):
            yield f"{path}.{key}", Fault("unknown-field", not_a_field(key, known))
    elif isinstance(error, KeyError):
        yield path, Fault("missing", Message("is missing: it is a required field"))
    elif isinstance(error, Fault):
        yield path, error
    else:
        raise error


def _step(note: AttributeValidationNote | IterableValidationNote) -> str:
    if isinstance(note, IterableValidationNote):
        return f"[{note.index}]"
    return f".{json_name(note.name)}"
