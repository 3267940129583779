"""The paragraphs of a rulebook, which the steps of an audit lead to."""

from starlette.responses import Response

from projections.interfaces.http.edge.problems import objected
from projections.interfaces.pages.public.page_request import PageRequest, state_of
from projections.queries.presentation import paragraphs_of


def rulebook(page: PageRequest) -> Response:
    """Show the paragraphs of a rulebook, each with its contents."""
    name = page.id("rulebook")
    paragraphs = paragraphs_of(name)
    if not paragraphs:
        raise objected(404, "unknown-rulebook", f"there is no rulebook {name!r}", "rulebook")
    state = page.ask(page.id("pool"), state_of)
    return page.render("rulebook.html", state=state, rulebook=name, paragraphs=paragraphs)
