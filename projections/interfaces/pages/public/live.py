"""The live page: running tournaments as they stand, with provisional ratings marked as such."""

from starlette.responses import Response

from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.presentation import columns_of, table_row


def live(page: PageRequest) -> Response:
    """The running tournaments of a pool, and whose ratings they would move."""
    pool = page.id("pool")
    answer = page.ask(pool, _live, page.running)
    document = answer.rows
    tables = [
        (each, [table_row(row, each.get("rulebook")) for row in each["players"]])
        for each in document["tournaments"]
    ]
    return page.render(
        "live.html",
        state=answer.state,
        live=document,
        tables=tables,
        columns=columns_of(document["rulebook"]),
    )


def _live(view: PoolView, version: str) -> Answer:
    """The document, which ``version`` tells from those of earlier rounds."""
    del version
    return Answer(state_of(view), view.live())
