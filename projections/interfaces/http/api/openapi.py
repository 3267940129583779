"""The description of the API (OpenAPI 3.1), made from the table of its requests."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from ledger import __version__
from projections.accounts.roles import EVERYBODY, READER
from projections.interfaces.http.api.documents import ProblemDocument
from projections.interfaces.http.api.endpoint import JSON, NDJSON, Endpoint
from projections.interfaces.http.api.schemas import Schema, parameters_of, schemas_of
from projections.interfaces.http.edge.problems import MEDIA_TYPE
from projections.operations.reads import PARTS
from projections.queries.answer_types import SubmissionRow

Schemas = Mapping[object, Schema]
READING = (400, 401, 404, 503)
WRITING = (400, 401, 403, 404, 408, 409, 413, 415, 422, 503)
_ID: Schema = {"type": "string", "minLength": 1}
_HEADERS: dict[str, Schema] = {
    "ETag": {"schema": {"type": "string"}, "description": "Send it as If-None-Match."},
    "Link": {"schema": {"type": "string"}, "description": "The next page, where there is one."},
}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, object]:
    """The whole description."""
    kinds = [each for endpoint in endpoints for each in _described_in(endpoint)]
    schemas, components = schemas_of(dict.fromkeys([*kinds, SubmissionRow, ProblemDocument]))
    paths: dict[str, dict[str, object]] = {}
    for endpoint in endpoints:
        described = _operation(endpoint, schemas)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = described
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rating-ledger",
            "version": __version__,
            "description": "Every answer is the document of a command of `rating-ledger`.",
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described_in(endpoint: Endpoint) -> Iterator[object]:
    """The types of its answer and of what it takes; an event line is a text."""
    yield endpoint.answer
    for media_type, kind in endpoint.takes.items():
        if media_type != NDJSON:
            yield kind


def statuses_of(endpoint: Endpoint) -> tuple[int, ...]:
    """The statuses by which a request can be refused."""
    if endpoint.writes:
        return WRITING
    return READING if endpoint.roles == EVERYBODY else tuple(sorted({403, *READING}))


def _operation(endpoint: Endpoint, schemas: Schemas) -> dict[str, Any]:
    bearer: list[dict[str, object]] = [{"bearer": []}]
    described = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "description": f"As `rating-ledger {endpoint.command}`." if endpoint.command else "",
        "parameters": [*_in_path(endpoint), *parameters_of(endpoint.parameters)],
        "responses": _responses(endpoint, schemas),
        "security": [{}, *bearer] if READER in endpoint.roles else bearer,
        "x-roles": sorted(endpoint.roles),
    }
    if endpoint.takes:
        described["requestBody"] = _body(endpoint, schemas)
    return described


def _in_path(endpoint: Endpoint) -> Iterator[Schema]:
    for name in PARTS.findall(endpoint.path):
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": "An id, percent-encoded.",
            "schema": _ID,
        }


def _responses(endpoint: Endpoint, schemas: Schemas) -> dict[str, object]:
    schema = schemas[endpoint.answer]
    if endpoint.media_type == NDJSON:
        schema = {"type": "string", "description": "A JSON object on each line: LogEntry."}
    answered: dict[str, object] = {
        "description": endpoint.summary,
        "content": {endpoint.media_type: {"schema": schema}},
    }
    found: dict[str, object] = {"200": answered}
    if endpoint.writes:
        found["202"] = {
            "description": "It waits until another officer approves it.",
            "content": {JSON: {"schema": schemas[SubmissionRow]}},
        }
    if not endpoint.writes:
        answered["headers"] = _HEADERS
        found["304"] = {"description": "As it was: If-None-Match named its ETag."}
    for status in statuses_of(endpoint):
        found[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": schemas[ProblemDocument]}},
        }
    return found


def _body(endpoint: Endpoint, schemas: Schemas) -> dict[str, object]:
    content: dict[str, object] = {}
    for media_type, kind in endpoint.takes.items():
        if media_type == NDJSON:
            schema = {"type": "string", "description": "An event on each line."}
        else:
            schema = schemas[kind]
        content[media_type] = {"schema": schema}
    return {"required": True, "content": content}
