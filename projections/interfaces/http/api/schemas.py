"""JSON Schemas of the answers and parameters, made from their types."""

import inspect
import types
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import attrs

from projections.interfaces.http.edge.parameters import KnownAt, Readings, wire_name

Schema = dict[str, Any]
_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
    date: {"type": "string", "format": "date"},
}
POSITION: Schema = {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}
_KNOWN_AT: Schema = {"anyOf": [POSITION, {"type": "string", "format": "date-time"}]}


class Schemas:
    """The schemas that a document refers to by name, found while it is written."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type of an answer."""
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(each) for each in arguments]}
        if origin in (list, tuple):
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is dict or kind is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        return self._component(kind)

    def _component(self, kind: Any) -> Schema:
        name: str = kind.__name__
        if name not in self.components:
            self.components[name] = {}  # so that a type may hold itself
            self.components[name] = self._attrs(kind) if attrs.has(kind) else self._typed(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _typed(self, kind: Any) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        properties = {
            name: self.of(get_args(hint)[0] if get_origin(hint) is NotRequired else hint)
            for name, hint in hints.items()
        }
        return {
            "type": "object",
            "description": _said(kind),
            "properties": properties,
            "required": sorted(kind.__required_keys__),
        }

    def _attrs(self, kind: Any) -> Schema:
        fields = attrs.fields(kind)
        return {
            "type": "object",
            "description": _said(kind),
            "properties": {wire_name(field.name): self.of_body_field(field) for field in fields},
            "required": [wire_name(it.name) for it in fields if it.default is attrs.NOTHING],
            "additionalProperties": False,
        }

    def of_body_field(self, field: Any) -> Schema:
        """The schema of a field of a body."""
        return {**self.of(field.type), "description": field.metadata["meaning"]}


def parameters_of(query: type[Any]) -> Iterator[Schema]:
    """The parameters of a query, as OpenAPI describes them."""
    for field in attrs.fields(query):
        described: Schema = {
            "name": wire_name(field.name),
            "in": "query",
            "required": False,
            "description": field.metadata["meaning"],
            "schema": _of_parameter(field),
        }
        if described["schema"].get("type") == "array":
            described |= {"style": "form", "explode": True}
        yield described


def _of_parameter(field: Any) -> Schema:
    """The schema of a parameter; None only says that it may be left out."""
    if field.type == Readings:
        return {"type": "array", "items": {"type": "string", "pattern": "^[^=]+=.*$"}}
    if field.type == list[str]:
        return {"type": "array", "items": {"type": "string"}}
    kinds = [each for each in get_args(field.type) or (field.type,) if each is not type(None)]
    if set(kinds) == set(get_args(KnownAt)):
        return dict(_KNOWN_AT)
    schema = dict(_PLAIN[kinds[0]])
    if kinds[0] is int:
        schema |= POSITION | field.metadata["limits"]
    if field.default not in (None, "") and not isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        schema["default"] = field.default
    return schema


def _said(kind: Any) -> str:
    return inspect.cleandoc(kind.__doc__ or "")
