"""The live page: running tournaments as they stand, with provisional ratings marked as such."""

from collections.abc import Mapping, Sequence
from datetime import date

import attrs
from starlette.responses import Response

from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import (
    PageRequest,
    is_quiet,
    rows_of_page,
    state_of,
    titles_in,
)
from projections.interfaces.pages.public.tournaments import rounds_of
from projections.pool_view import PoolView
from projections.queries import answer_types as shapes
from projections.queries.arguments import parameter
from projections.queries.team_table import by_score
from projections.queries.tie_break_labels import TieBreakLabel, label_of

ROWS_OF_A_PAGE = 100
WHOLE = "whole"


@attrs.frozen
class LiveQuery:
    """The live ratings that are wanted: of those who play, or of the whole list."""

    list: str = parameter("whole: everybody on the list, not only those who play.", "")
    page: int = parameter("Which page of the list, from 1.", 1)


@attrs.frozen(kw_only=True)
class ShownTournament:
    """A running tournament: its table and its rounds.

    ``is_quiet``: no result has come in for long, so that nobody knows if it goes on.
    """

    row: shapes.RunningTournamentRow
    table: shapes.FinalTable | None
    tie_breaks: Sequence[TieBreakLabel]
    results: Sequence[tuple[int | None, Sequence[shapes.GameRow]]]
    pairings: Sequence[tuple[int | None, Sequence[shapes.PairingRow]]]
    standing: Mapping[str, shapes.FinalTableRow]
    is_quiet: bool


def _shown(row: shapes.RunningTournamentRow, today: date) -> ShownTournament:
    table = by_score(row["table"]) if row["table"] else None
    of_teams = table is not None and "teams" in table
    return ShownTournament(
        row=row,
        table=table,
        tie_breaks=[label_of(it) for it in table["tie_breaks"]] if table else [],
        results=rounds_of([it for it in row["results"] if it["black"] or not of_teams]),
        pairings=rounds_of(row["pairings"]),
        standing={it["player"]: it for it in table["players"]} if table else {},
        is_quiet=is_quiet(row["submitted_at"], today),
    )


def live(page: PageRequest) -> Response:
    """The running tournaments of a pool: standings, last results, and the pairings to come."""
    pool, query = page.id("pool"), query_of(page.request, LiveQuery, strict=False)
    document = page.ask(pool, _live, page.running)
    everybody = page.ask(pool, _list, page.running) if query.list == WHOLE else []
    tables = [_shown(each, page.today) for each in document["tournaments"]]
    shown = rows_of_page(everybody, query.page, ROWS_OF_A_PAGE)
    named = {row["player"] for row in shown["page_rows"]}.union(*(it.standing for it in tables))
    return page.render(
        "live.html",
        state=page.ask(pool, state_of),
        titles=page.ask(pool, titles_in, frozenset(named)),
        live=document,
        tables=tables,
        moving={row["player"]: row for row in document["ratings"]},
        whole=query.list == WHOLE,
        **shown,
    )


def _live(view: PoolView, version: str) -> shapes.LiveDocument:
    """The document, which ``version`` tells from those of earlier rounds."""
    del version
    return view.live()


def _list(view: PoolView, version: str) -> Sequence[shapes.RatingRow]:
    """The whole list with the live ratings, by their places; ``version`` as for the document."""
    del version
    return list(view.ratings(live=True, columns=("place",)))
