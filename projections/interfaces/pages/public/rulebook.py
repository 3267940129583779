"""The paragraphs of a rulebook, which the steps of an audit lead to."""

from starlette.responses import Response

from projections.interfaces.http.edge.problems import objected
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.presentation import paragraphs_of


def rulebook(page: PageRequest) -> Response:
    """Show the paragraphs of a rulebook, each with its contents."""
    name = page.id("rulebook")
    paragraphs = paragraphs_of(name)
    if not paragraphs:
        raise objected(404, "unknown-rulebook", f"there is no rulebook {name!r}", "rulebook")
    answer = page.ask(page.id("pool"), _state)
    return page.render("rulebook.html", state=answer.state, rulebook=name, paragraphs=paragraphs)


def _state(view: PoolView) -> Answer:
    with view:
        return Answer(state_of(view), None)
