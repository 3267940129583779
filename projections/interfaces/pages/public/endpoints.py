"""Common treatment of every page: refusals become pages, unchanged pages are not resent."""

from collections.abc import Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response

from projections.interfaces.http.accounts.access import account_of_browser
from projections.interfaces.http.answer_cache import AnswerCache, StillWorking
from projections.interfaces.http.edge.conditional import with_validity
from projections.interfaces.http.edge.parameters import known_parameters
from projections.interfaces.http.edge.problems import objection_of
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.problem_pages import problem_page, still_working_page
from projections.interfaces.pages.reader_language import remember_language
from projections.operations.read_queries import Clocks

WRITTEN = ("written", "first")
"""The events that an officer has just written: every page leads to them."""
Page = Callable[[PageRequest], Response]
Endpoint = Callable[[Request], Response]


def page(function: Page, *parameters: str | type) -> Endpoint:
    """A function from a page request to its answer, as an endpoint.

    It runs in a thread of its own: it may ask the database.  ``parameters``: those that it reads
    beside the clocks and the language, each by its name or all of a class; any others in the
    address are as if not there.
    """
    known = known_parameters(Clocks, "lang", *WRITTEN, *parameters)

    @wraps(function)
    def endpoint(request: Request) -> Response:
        try:
            asked = PageRequest.of(request, known)
            found = asked.validity.for_address(request)
            response = found.unchanged()
            if not found.is_unmodified(request):
                response = with_validity(_drawn(function, asked, found.tag), found, request)
        except StillWorking:
            response = still_working_page(request)
        except Exception as error:
            response = problem_page(request, objection_of(error))
        return remember_language(request, response)

    return endpoint


def _drawn(function: Page, asked: PageRequest, tag: str) -> Response:
    """The page as it was drawn before for this address and state, or as it is drawn now."""

    def draw() -> tuple[bytes, int, dict[str, str]]:
        drawn = function(asked)
        return bytes(drawn.body), drawn.status_code, dict(drawn.headers)

    pages: AnswerCache = asked.request.app.state.pages
    scope = asked.request.scope
    drawn = pages.answer(
        (scope["path"], scope["query_string"], asked.language.code, asked.account),
        draw,
        state=tag,
        has_account=lambda: account_of_browser(asked.request) is not None,
    )
    return Response(*drawn)  # different for every reader
