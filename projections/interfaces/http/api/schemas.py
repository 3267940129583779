"""JSON Schemas of the answers and parameters, made from their types."""

from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from typing import Any

import attrs
import msgspec

from projections.interfaces.http.api.operations import CONFIRM, has_file, in_body
from projections.operations.catalogue import operation_of
from projections.operations.operation import Field
from projections.operations.read_queries import KnownAt
from projections.queries.arguments import Upload
from projections.queries.field_values import is_mapping

Schema = dict[str, Any]
REFERENCE = "#/components/schemas/{name}"
POSITION: Schema = {"type": "integer", "minimum": 0, "maximum": 2**63 - 1}
_KNOWN_AT: Schema = {"anyOf": [POSITION, {"type": "string", "format": "date-time"}]}
_FILE: Schema = {"type": "string", "contentMediaType": "application/octet-stream"}
_READING: Schema = {"type": "string", "pattern": "^[^=]+=.*$"}


def schemas_of(kinds: Iterable[Any]) -> tuple[Mapping[object, Schema], dict[str, Schema]]:
    """The schema of each type of an answer or a body, and the components they refer to."""
    kinds = list(kinds)
    bodies = [each for each in kinds if attrs.has(each)]
    answers = [each for each in kinds if each not in bodies]
    schemas, components = msgspec.json.schema_components(answers, ref_template=REFERENCE)
    for component in components.values():
        component["description"] = cleandoc(component.get("description", ""))
    components |= {each.__name__: _of_request(each) for each in bodies}
    named = {each: {"$ref": REFERENCE.format(name=each.__name__)} for each in bodies}
    return dict(zip(answers, schemas, strict=True)) | named, components


def _of_request(kind: Any) -> Schema:
    """The schema of a body that is the request of an operation, the parts of its path apart."""
    operation = operation_of(kind)
    fields = in_body(operation)
    properties = {
        each.wire: _of_member(each, or_null=not (each.required or has_file(operation)))
        for each in fields
    }
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


def _of_member(field: Field, *, or_null: bool) -> Schema:
    """The schema of a member of such a body; null leaves it out, if it need not be there."""
    schema = dict(_FILE) if field.kind is Upload else _of_value(field)
    if or_null:
        schema = {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "description": field.doc.meaning}


def parameters_of(fields: Iterable[Field]) -> Iterator[Schema]:
    """The parameters of a query, as OpenAPI describes them."""
    for field in fields:
        described: Schema = {
            "name": field.wire,
            "in": "query",
            "required": False,
            "description": field.doc.meaning,
            "schema": _of_parameter(field),
        }
        if described["schema"].get("type") == "array":
            described |= {"style": "form", "explode": True}
        yield described


def _of_parameter(field: Field) -> Schema:
    """The schema of a parameter, which may be left out."""
    if is_mapping(field.kind):
        return {"type": "array", "items": dict(_READING)}
    schema = _of_value(field)
    return schema if field.default in (None, "") else {**schema, "default": field.default}


def _of_value(field: Field) -> Schema:
    if field.kind == KnownAt:
        return dict(_KNOWN_AT)
    schema = msgspec.json.schema(field.kind)
    if field.kind is int:
        schema |= {**POSITION, **field.doc.limits}
    return {**schema, "enum": list(field.doc.one_of)} if field.doc.one_of else schema
