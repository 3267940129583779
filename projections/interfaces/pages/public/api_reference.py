"""The API for people: every request, from the table that the server itself is made from."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from projections.interfaces.http.api.openapi import statuses_of
from projections.interfaces.http.api.routes import ENDPOINTS
from projections.interfaces.http.api.schemas import parameters_of
from projections.interfaces.http.edge.conditional import validity_of_text, with_validity
from projections.interfaces.pages.reader_language import language_of, remember_language
from projections.interfaces.pages.rendering import rendered
from projections.interfaces.pages.site import last_known_site


def reference(request: Request) -> Response:
    """The table of requests; nothing of the ledger is in it."""
    spoken = language_of(request)
    site = last_known_site(request)
    found = validity_of_text(f"{spoken.code} {site.revision}").for_address(request)
    if found.is_unmodified(request):
        return remember_language(request, found.unchanged())
    values = {"language": spoken, "site": site, "rows": _rows()}
    text = rendered("api_reference.html", spoken, values)
    return remember_language(request, with_validity(HTMLResponse(text), found, request))


def _rows() -> list[dict[str, object]]:
    return [
        {
            "endpoint": endpoint,
            "parameters": list(parameters_of(endpoint.parameters)),
            "statuses": statuses_of(endpoint),
        }
        for endpoint in ENDPOINTS
    ]


ROUTES: list[BaseRoute] = [Route("/api", reference)]
