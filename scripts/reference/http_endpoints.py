"""The reference of the HTTP API, made of the table that the server answers from."""

from collections.abc import Iterator

from projections.interfaces.http.api.endpoint import Endpoint
from projections.interfaces.http.api.openapi import statuses_of
from projections.interfaces.http.api.routes import ENDPOINTS
from projections.interfaces.http.api.schemas import parameters_of
from scripts.reference.markdown import code, table

HEAD = """# HTTP endpoints

For programmers of clients: every request, its parameters and its refusals.
[HTTP API](http-api.md) explains accounts, tokens, paging and errors, and shows three clients. A
running server describes itself in OpenAPI 3.1 at `/api/v1/openapi.json`, with the schema of every
answer.
"""


def page() -> str:
    """Return the page as Markdown."""
    lines = [HEAD, *table(("request", "meaning", "roles"), map(_summary, ENDPOINTS)), ""]
    for endpoint in ENDPOINTS:
        lines += [*_section(endpoint), ""]
    return "\n".join(lines).rstrip() + "\n"


def _summary(endpoint: Endpoint) -> tuple[str, str, str]:
    roles = ", ".join(sorted(endpoint.roles))
    return f"`{endpoint.method} {endpoint.path}`", endpoint.summary, roles


def _section(endpoint: Endpoint) -> Iterator[str]:
    yield f"## {endpoint.method} {endpoint.path}"
    yield ""
    yield endpoint.summary
    yield ""
    if endpoint.command:
        yield f"- Command: `rating-ledger {endpoint.command}`"
    if endpoint.takes:
        yield f"- Body: {', '.join(map(code, endpoint.takes))}"
    yield f"- Answer: `{endpoint.media_type}`"
    yield f"- Refusals: {', '.join(map(str, statuses_of(endpoint)))}"
    if parameters := list(parameters_of(endpoint.query)):
        yield ""
        rows = ((code(each["name"]), each.get("description", "")) for each in parameters)
        yield from table(("parameter", "meaning"), rows)
