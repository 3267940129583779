"""The API for people: every request, from the table that the server itself is made from."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from projections.web.api.openapi import statuses_of
from projections.web.api.routes import ENDPOINTS
from projections.web.api.schemas import parameters_of
from projections.web.languages import language_of
from projections.web.rendering import rendered


def reference(request: Request) -> Response:
    """The table of requests; nothing of the ledger is in it."""
    rows = [
        {
            "endpoint": endpoint,
            "parameters": list(parameters_of(endpoint.query)),
            "statuses": statuses_of(endpoint),
        }
        for endpoint in ENDPOINTS
    ]
    spoken = language_of(request)
    text = rendered("api_reference.html", spoken, {"language": spoken, "rows": rows})
    return HTMLResponse(text, headers={"Cache-Control": "private, no-cache"})


ROUTES: list[BaseRoute] = [Route("/api", reference)]
