"""The table of the API's requests, and where they are found."""

from functools import cache
from typing import Any

import attrs
import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route

from projections.accounts.roles import SUBMITTERS
from projections.interfaces.http.api import (
    documents,
    log,
    operations,
    reads,
    service,
    transparency,
    writing,
)
from projections.interfaces.http.api.endpoint import (
    JSON,
    NDJSON,
    OPEN,
    Call,
    Document,
    Endpoint,
    allow_any_origin,
)
from projections.interfaces.http.api.openapi import openapi
from projections.interfaces.http.edge.problems import objected, response_of
from projections.queries import answer_types as shapes

BASE = "/api/v1"


def _description(_: Call) -> Document:
    """This description itself."""
    return Document(_written())


_LOG = Endpoint(
    method="GET",
    path=f"{BASE}/log",
    summary="The events as recorded, one a line.",
    handler=log.log,
    answer=shapes.LogEntry,
    command="log",
    query=log.LogQuery,
    names=False,
    media_type=NDJSON,
)
READS: tuple[Endpoint, ...] = (
    *reads.endpoints(BASE),
    attrs.evolve(_LOG, endpoint=log.waiting(_LOG)),
    Endpoint(
        method="GET",
        path=f"{BASE}/verify",
        summary="The last verification of the log.",
        handler=log.verify,
        answer=documents.LastVerification,
        command="verify",
        names=False,
        rests_on=log.verification_key,
    ),
    Endpoint(
        method="GET",
        path=f"{BASE}/openapi.json",
        summary="This description.",
        handler=_description,
        answer=dict[str, Any],
        names=False,
    ),
)
WRITES: tuple[Endpoint, ...] = (
    Endpoint(
        method="POST",
        path=f"{BASE}/events",
        summary="Append events, all of them or none.",
        handler=writing.events,
        answer=documents.ReceiptDocument,
        command="append -",
        query=writing.EventsQuery,
        roles=SUBMITTERS,
        takes={NDJSON: documents.EventDocument, JSON: list[documents.EventDocument]},
    ),
    *operations.endpoints(BASE, {"import_file": writing.imports, "submit": writing.submit}),
)
ENDPOINTS = (*READS, *WRITES)


@cache
def _written() -> bytes:
    return orjson.dumps(openapi(ENDPOINTS), option=orjson.OPT_INDENT_2) + b"\n"


_TABLE = [endpoint.route() for endpoint in ENDPOINTS]


def no_such_request(request: Request) -> Response:
    """404 for an address that is none, 405 for one that is there for other methods.

    A browser that asks whether a page of another origin may read (CORS) is told that it may.
    """
    found = [route for route in _TABLE if route.matches(request.scope)[0] is not Match.NONE]
    methods = sorted({method for route in found for method in route.methods or ()})
    reads = {"GET", "HEAD"}.intersection(methods)
    if request.method == "OPTIONS" and found:
        allowed = {"Allow": ", ".join([*methods, "OPTIONS"])}
        return Response(status_code=204, headers=allowed | (_PREFLIGHT if reads else {}))
    if found:
        headers = {"Allow": ", ".join([*methods, "OPTIONS"])}
        message = f"{request.method} is not known here: use {' or '.join(methods)}"
        return response_of(objected(405, "method", message, headers=headers).objection)
    message = "there is no such request: GET /api/v1/openapi.json lists them"
    refusal = response_of(objected(404, "unknown-address", message).objection)
    return allow_any_origin(refusal) if request.method in ("GET", "HEAD") else refusal


_PREFLIGHT = {
    **OPEN,
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
_REST = Route("/api/{rest:path}", no_such_request)
_REST.methods = None  # any, also unknown ones
ROUTES: list[BaseRoute] = [
    *_TABLE,
    Route("/health", service.health),
    Route("/metrics", service.metrics),
    Route("/checkpoint", transparency.checkpoint),
    Route("/tile/{path:path}", transparency.tile),
    _REST,
]
