"""The reference of the HTTP API, made of the table that the server answers from."""

from collections.abc import Iterator

from projections.interfaces.http.api.endpoint import Endpoint
from projections.interfaces.http.api.openapi import statuses_of
from projections.interfaces.http.api.operations import in_body
from projections.interfaces.http.api.routes import BASE, ENDPOINTS
from projections.interfaces.http.api.schemas import parameters_of
from projections.operations.catalogue import OPERATIONS
from scripts.reference.http_examples import curl
from scripts.reference.markdown import code, table

HEAD = """# HTTP endpoints

For programmers of clients: every request, its parameters and its refusals.
[HTTP API](http-api.md) explains accounts, tokens, paging and errors, and shows three clients. A
running server describes itself in OpenAPI 3.1 at `/api/v1/openapi.json`, with the schema of every
body and answer. [Write operations](operations.md) explains the fields of bodies. The examples ask
a server in `$LEDGER` with the token of an administrator in `$TOKEN`.
"""
_OPERATIONS = {(each.http.method, BASE + each.http.path): each for each in OPERATIONS}


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
    operation = _OPERATIONS.get((endpoint.method, endpoint.path))
    if operation is not None and (fields := in_body(operation)):
        yield f"- Fields of the body: {', '.join(code(each.wire) for each in fields)}"
    yield f"- Answer: `{endpoint.media_type}`"
    yield f"- Refusals: {', '.join(map(str, statuses_of(endpoint)))}"
    if parameters := list(parameters_of(endpoint.parameters)):
        yield ""
        rows = ((code(each["name"]), each.get("description", "")) for each in parameters)
        yield from table(("parameter", "meaning"), rows)
    if operation is not None:
        yield from ("", "```sh", curl(operation), "```")
