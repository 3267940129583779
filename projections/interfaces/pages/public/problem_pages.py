"""Pages that name the problem of a request and the remedy."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route

from ledger.events.messages import Message
from projections.interfaces.http.accounts.access import account_of_browser
from projections.interfaces.http.edge.paths import pool_path
from projections.interfaces.http.edge.problems import Objection, objected, response_of
from projections.interfaces.pages.reader_language import language_of
from projections.interfaces.pages.rendering import rendered
from projections.interfaces.pages.site import last_known_site

SECONDS_TO_COME_AGAIN = 3
_NONE = Match.NONE
_WRONG_METHOD = HTTPStatus.METHOD_NOT_ALLOWED


def problem_page(request: Request, objection: Objection) -> Response:
    """Return a page with the reason that another is not shown."""
    values = {"status": int(objection.status), "problems": objection.problems}
    return _page(request, "problem.html", int(objection.status), values, objection)


def still_working_page(request: Request) -> Response:
    """The answer is being computed: the browser asks again by itself."""
    response = _page(request, "still_working.html", 202, {})
    response.headers["Retry-After"] = str(SECONDS_TO_COME_AGAIN)
    response.headers["Refresh"] = str(SECONDS_TO_COME_AGAIN)
    return response


def unknown_address(request: Request, error: Exception) -> Response:
    """No page is at this address, or it cannot be asked in this way."""
    is_there = isinstance(error, HTTPException) and error.status_code == _WRONG_METHOD
    objection = _wrong_method(request) if is_there else _nothing_at(request.url.path)
    if request.url.path.startswith("/api/"):
        return response_of(objection)
    return problem_page(request, objection)


def _nothing_at(path: str) -> Objection:
    message = Message("there is no page at %(path)s: begin at the home page", path=repr(path))
    return objected(404, "unknown-address", message).objection


def _wrong_method(request: Request) -> Objection:
    methods = _methods_at(request)
    message = f"{request.method} is not known here: use {' or '.join(methods)}"
    headers = {"Allow": ", ".join(methods)}
    return objected(405, "wrong-method", message, headers=headers).objection


def _methods_at(request: Request) -> list[str]:
    """By which methods an address can be asked: each may have a route of its own.

    The first route says which address it is; a later one may take the same for a pool's name.
    """
    routes = (each for each in request.app.routes if each.matches(request.scope)[0] is not _NONE)
    first = next(routes, None)
    if not isinstance(first, Route):  # static files accept no other methods
        return ["GET", "HEAD"]
    same = [each for each in (first, *routes) if getattr(each, "path", None) == first.path]
    return sorted({method for each in same for method in each.methods or ()})


def _menu(request: Request, status: int) -> dict[str, object]:
    """The lists and the account in the menu; neither if the database cannot be asked."""
    none: dict[str, object] = {"pools": [], "account": None, "path": pool_path}
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return none
    try:
        pools = [*request.app.state.ledger.positions()["pools"]]
        return {**none, "pools": pools, "account": account_of_browser(request)}
    except Exception:  # the page about a problem is shown whatever else is wrong
        return none


def _page(
    request: Request,
    template: str,
    status: int,
    values: dict[str, object],
    objection: Objection | None = None,
) -> Response:
    spoken = language_of(request)
    values = {**_menu(request, status), **values}
    headers = {} if objection is None else dict(objection.headers)
    text = rendered(
        template, spoken, {"language": spoken, "site": last_known_site(request), **values}
    )
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store", **headers})
