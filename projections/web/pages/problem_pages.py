"""Pages that say what is wrong with a request and what to do."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ledger.events.problems import Problem
from ledger.events.sentences import sentence
from projections.web.edge.problems import Objection, response_of
from projections.web.languages import language_of
from projections.web.rendering import rendered

SECONDS_TO_COME_AGAIN = 3


def problem_page(request: Request, objection: Objection) -> Response:
    """Why a page is not shown."""
    values = {"status": int(objection.status), "problems": objection.problems}
    return _page(request, "problem.html", int(objection.status), values, objection)


def still_working_page(request: Request) -> Response:
    """The answer is being worked out: the browser asks again by itself."""
    response = _page(request, "still_working.html", 202, {})
    response.headers["Retry-After"] = str(SECONDS_TO_COME_AGAIN)
    response.headers["Refresh"] = str(SECONDS_TO_COME_AGAIN)
    return response


def unknown_address(request: Request, error: Exception) -> Response:
    """No page is at this address, or it cannot be asked in this way."""
    status = HTTPStatus(error.status_code if isinstance(error, HTTPException) else 404)
    code = "unknown-address" if status == HTTPStatus.NOT_FOUND else "wrong-method"
    path = request.url.path
    message = sentence("there is nothing at %(path)s: begin at the first page", path=repr(path))
    problem = Problem(None, None, code, message)
    headers = dict(getattr(error, "headers", None) or {})
    objection = Objection(status, [problem], headers)
    if path.startswith("/api/"):
        return response_of(objection)
    return problem_page(request, objection)


def _page(
    request: Request,
    template: str,
    status: int,
    values: dict[str, object],
    objection: Objection | None = None,
) -> Response:
    spoken = language_of(request)
    headers = {} if objection is None else dict(objection.headers)
    text = rendered(template, spoken, {"language": spoken, **values})
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store", **headers})
