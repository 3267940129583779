"""What stands around every page: refusals become pages, and nobody is answered twice."""

from collections.abc import Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response

from projections.interfaces.http.answer_cache import StillWorking
from projections.interfaces.http.edge.conditional import with_validity
from projections.interfaces.http.edge.problems import objection_of
from projections.interfaces.i18n.languages import remember_language
from projections.interfaces.pages.public.kept_pages import KeptPages
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.problem_pages import problem_page, still_working_page

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
            found = asked.validity.at_address_of(request)
            response = found.unchanged() if found.is_met(request) else _drawn(function, asked)
            response = with_validity(response, found, request)
        except StillWorking:
            response = still_working_page(request)
        except Exception as error:
            objection = objection_of(error)
            if objection is None:
                raise
            response = problem_page(request, objection)
        return remember_language(request, response)

    return endpoint


def _drawn(function: Page, asked: PageRequest) -> Response:
    """The page as it was drawn before for this state, or as it is drawn now."""
    kept: KeptPages = asked.request.app.state.pages
    tag = asked.validity.tag
    before = kept.find(asked.request, tag)
    if before is not None:
        return before
    response = function(asked)
    kept.keep(asked.request, tag, response)
    return response
