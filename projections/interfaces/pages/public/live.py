"""The live page: running tournaments as they stand, with provisional ratings marked as such."""

from itertools import groupby

from starlette.responses import Response

from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.interfaces.pages.public.tournaments import tie_break_label
from projections.pool_view import PoolView
from projections.queries.rating_changes import gain_of


def live(page: PageRequest) -> Response:
    """The running tournaments of a pool: standings, last results, and the pairings to come."""
    pool = page.id("pool")
    answer = page.ask(pool, _live, page.running)
    document = answer.rows
    tables = []
    for each in document["tournaments"]:
        tie_breaks = each["table"]["tie_breaks"] if each["table"] else ()
        labels = {name: tie_break_label(page, name) for name in tie_breaks}
        games = [
            [(number, list(of)) for number, of in groupby(rows, key=lambda row: row["round"])]
            for rows in (each["results"], each["pairings"])
        ]
        tables.append((each, labels, *games))
    return page.render(
        "live.html",
        state=answer.state,
        live=document,
        tables=tables,
        moving={row["player"]: row for row in document["ratings"]},
        gain_of=gain_of,
    )


def _live(view: PoolView, version: str) -> Answer:
    """The document, which ``version`` tells from those of earlier rounds."""
    del version
    return Answer(state_of(view), view.live())
