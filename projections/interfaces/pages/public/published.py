"""Every published list of a pool, and what has become of it up to the state asked about."""

from starlette.responses import Response

from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.state import state_of


def published(page: PageRequest) -> Response:
    """The lists, newest first; only those that stood at the state asked about."""
    pool, ledger = page.id("pool"), page.ledger
    state = page.ask(pool, state_of)
    lists = page.worked_out(
        ("published", pool, state.position),
        lambda: ledger.published(pool, known_at=state.position),
    )
    return page.render("published.html", state=state, lists=list(reversed(lists)))
