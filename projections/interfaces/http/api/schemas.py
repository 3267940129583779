"""JSON Schemas of the answers and parameters, made from their types."""

from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any, get_args

import attrs
import msgspec

from projections.interfaces.http.api.operations import CONFIRM, in_body
from projections.interfaces.http.edge.parameters import wire_name
from projections.operations.catalogue import operation_of
from projections.operations.operation import Field
from projections.operations.reads import KnownAt, Readings

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/{name}"
POSITION: Schema = {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}
_KNOWN_AT: Schema = {"anyOf": [POSITION, {"type": "string", "format": "date-time"}]}
_READING: Schema = {"type": "string", "pattern": "^[^=]+=.*$"}


def schemas_of(kinds: Iterable[Any]) -> tuple[Mapping[Any, Schema], dict[str, Schema]]:
    """The schema of each type of an answer or a body, and the components they refer to."""
    kinds = list(kinds)
    bodies = [each for each in kinds if attrs.has(each)]
    answers = [each for each in kinds if each not in bodies]
    schemas, components = msgspec.json.schema_components(answers, ref_template=REFERENCE)
    for component in components.values():
        component["description"] = cleandoc(component["description"])
    components |= {each.__name__: _of_request(each) for each in bodies}
    named = {each: {"$ref": REFERENCE.format(name=each.__name__)} for each in bodies}
    return dict(zip(answers, schemas, strict=True)) | named, components


def _of_request(kind: Any) -> Schema:
    """The schema of a body that is the request of an operation, the parts of its path apart."""
    operation = operation_of(kind)
    fields = in_body(operation)
    properties = {each.wire: _of_field(each) for each in fields}
    if repeated := operation.http.confirm:
        meaning = f"The {repeated} again, for it cannot be taken back; not asked in a dry run."
        properties[CONFIRM] = {"type": "string", "description": meaning}
    return {
        "type": "object",
        "description": cleandoc(kind.__doc__),
        "properties": properties,
        "required": [each.wire for each in fields if each.required],
        "additionalProperties": False,
    }


def _of_field(field: Field) -> Schema:
    """The schema of a member of such a body; null leaves it out, if it need not be there."""
    schema = msgspec.json.schema(field.kind)
    if not field.required:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "description": field.doc.meaning}


def parameters_of(query: type[Any]) -> Iterator[Schema]:
    """The parameters of a query, as OpenAPI describes them."""
    for field in attrs.fields(query):
        described: Schema = {
            "name": wire_name(field),
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
        return {"type": "array", "items": dict(_READING)}
    kinds = [each for each in get_args(field.type) or (field.type,) if each is not type(None)]
    if set(kinds) == set(get_args(KnownAt)):
        return dict(_KNOWN_AT)
    if field.type == list[str]:
        return msgspec.json.schema(field.type)
    schema = msgspec.json.schema(kinds[0])
    if kinds[0] is int:
        schema |= POSITION | field.metadata.get("limits", {})
    if field.default not in (None, "") and not isinstance(field.default, attrs.Factory):  # type: ignore[arg-type]
        schema["default"] = field.default
    return schema
