"""Every published list of a pool, and what has become of it since."""

from starlette.responses import Response

from projections.web.pages.page_request import PageRequest
from projections.web.pages.state import state_of


def published(page: PageRequest) -> Response:
    """The lists, newest first; only those that the log had at the state asked about."""
    pool = page.id("pool")
    state = page.ask(pool, state_of)
    lists = page.worked_out(("published", pool), lambda: page.ledger.published(pool))
    shown = [each for each in lists if each["published_at"] <= state.position]
    return page.render("published.html", state=state, lists=list(reversed(shown)))
