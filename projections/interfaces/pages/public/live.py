"""The live page: running tournaments as they stand, with provisional ratings marked as such."""

from collections.abc import Sequence

import attrs
from starlette.responses import Response

from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import PageRequest, state_of
from projections.interfaces.pages.public.tournaments import rounds_of
from projections.pool_view import PoolView
from projections.queries.answer_types import LiveDocument, RatingRow
from projections.queries.arguments import parameter
from projections.queries.tie_break_labels import label_of

ROWS_OF_A_PAGE = 100
WHOLE = "whole"


@attrs.frozen
class LiveQuery:
    """The live ratings that are wanted: of those who play, or of the whole list."""

    list: str = parameter("whole: everybody on the list, not only those who play.", "")
    page: int = parameter("Which page of the list, from 1.", 1)


def live(page: PageRequest) -> Response:
    """The running tournaments of a pool: standings, last results, and the pairings to come."""
    pool, query = page.id("pool"), query_of(page.request, LiveQuery, strict=False)
    document = page.ask(pool, _live, page.running)
    everybody = page.ask(pool, _list, page.running) if query.list == WHOLE else []
    pages = max(1, -(-len(everybody) // ROWS_OF_A_PAGE))
    number = min(max(query.page, 1), pages)
    tables = []
    for each in document["tournaments"]:
        rounds = rounds_of(each["results"]), rounds_of(each["pairings"])
        table = each["table"]
        labels = [label_of(it) for it in table["tie_breaks"]] if table else []
        standing = {row["player"]: row for row in table["players"]} if table else {}
        tables.append((each, labels, *rounds, standing))
    return page.render(
        "live.html",
        state=page.ask(pool, state_of),
        live=document,
        tables=tables,
        moving={row["player"]: row for row in document["ratings"]},
        whole=query.list == WHOLE,
        rows=everybody[(number - 1) * ROWS_OF_A_PAGE : number * ROWS_OF_A_PAGE],
        number=number,
        pages=pages,
    )


def _live(view: PoolView, version: str) -> LiveDocument:
    """The document, which ``version`` tells from those of earlier rounds."""
    del version
    return view.live()


def _list(view: PoolView, version: str) -> Sequence[RatingRow]:
    """The whole list with the live ratings, by their places; ``version`` as for the document."""
    del version
    return list(view.ratings(live=True, columns=("place",)))
