"""What stands around every page: refusals become pages, and nobody is answered twice."""

from collections.abc import Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response

from projections.web.answer_cache import StillWorking
from projections.web.edge.conditional import with_validity
from projections.web.edge.problems import objection_of
from projections.web.languages import COOKIE, LANGUAGES
from projections.web.pages.page_request import PageRequest
from projections.web.pages.problem_pages import problem_page, still_working_page

A_YEAR = 365 * 86_400
Page = Callable[[PageRequest], Response]
Endpoint = Callable[[Request], Response]


def page(function: Page) -> Endpoint:
    """A function from a page request to its answer, as an endpoint.

    It runs in a thread of its own: it may ask the database.
    """

    @wraps(function)
    def endpoint(request: Request) -> Response:
        try:
            asked = PageRequest.of(request)
            found = asked.validity
            response = found.unchanged() if found.is_met(request) else function(asked)
            response = with_validity(response, found)
        except StillWorking:
            response = still_working_page(request)
        except Exception as error:
            objection = objection_of(error)
            if objection is None:
                raise
            response = problem_page(request, objection)
        return _remembering(request, response)

    return endpoint


def _remembering(request: Request, response: Response) -> Response:
    """A language that was chosen is remembered."""
    chosen = request.query_params.get("lang", "")
    if chosen in LANGUAGES:
        secure = request.app.state.settings.is_secure
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, samesite="lax", secure=secure)
    return response
