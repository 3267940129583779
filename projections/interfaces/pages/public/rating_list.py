"""The list of a pool: places, figures, what has changed; filters, order, pages, files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import Response

from ledger.importing.matching.names import folded
from projections.interfaces.http.edge.parameters import (
    query_of,
)
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.operations.pool_view import PoolView
from projections.queries.arguments import one_of, parameter
from projections.queries.list_filter import SEXES, ListFilter

ROWS_OF_A_PAGE = 100
Row = Mapping[str, Any]
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ORDERS: Mapping[str, Callable[[Row], Any]] = {
    "name": lambda row: (row["name"] is None, folded(row["name"] or "")),
    "club": lambda row: (row["club"] is None, folded(row["club"] or "")),
    "change": lambda row: -(change_of(row) or 0),
    "until": lambda row: row["valid_until"] or "9999",
}


@attrs.frozen(kw_only=True)
class ListQuery(ListFilter):
    """The part of a list that is wanted, and its order."""

    lapsed: str = parameter("Anything: those whose figure has lapsed too.", "")
    sort: str = parameter("place, name, club, change or until.", "place")
    page: int = parameter("Which page of the list, from 1.", 1)


def rating_list(page: PageRequest) -> Response:
    """The list of the day."""
    pool, query = page.id("pool"), query_of(page.request, ListQuery, strict=False)
    answer = page.ask(pool, listed_rows, bool(query.lapsed))
    rows = _wanted(page, pool, query, answer.rows["players"])[: query.top]
    if query.sort in ORDERS:
        rows.sort(key=ORDERS[query.sort])
    pages = max(1, -(-len(rows) // ROWS_OF_A_PAGE))
    number = min(max(query.page, 1), pages)
    shown = rows[(number - 1) * ROWS_OF_A_PAGE : number * ROWS_OF_A_PAGE]
    return page.render(
        "rating_list.html",
        state=answer.state,
        query=query,
        rows=shown,
        total=len(rows),
        everybody=len(answer.rows["players"]),
        since=answer.rows["since"],
        clubs=any(row["club"] for row in answer.rows["players"]),
        names=_names(page, pool, shown),
        number=number,
        pages=pages,
    )


def _wanted(page: PageRequest, pool: str, query: ListQuery, rows: Sequence[Row]) -> list[Row]:
    if query.sex:
        one_of(query.sex, SEXES, "sex")
        named = {row["player"]: row["name"] for row in rows if row["name"] is not None}
        sexes = page.ask(pool, _sexes, tuple(named))
        rows = [{**row, "sex": sexes.get(row["player"])} for row in rows]
    return [row for row in rows if query.matches(row)]


def _sexes(view: PoolView, players: Sequence[str]) -> Mapping[str, str | None]:
    return view.sexes(dict.fromkeys(players))


def file_as(form: str) -> Callable[[PageRequest], Response]:
    """The list as a file for programs."""

    def rating_list_file(page: PageRequest) -> Response:
        content = page.ask(page.id("pool"), _exported, form)
        return Response(content, media_type=MEDIA_TYPES[form])

    return rating_list_file


def listed_rows(view: PoolView, lapsed: bool) -> Answer:
    """The whole list of the day, which the list's pages and every card share."""
    listed = view.listed(lapsed=lapsed)
    rows = [{**row, "change": change_of(row)} for row in listed["players"]]
    return Answer(state_of(view), {"since": listed["since"], "players": rows})


def _exported(view: PoolView, form: str) -> bytes:
    return view.export_ratings(form).content


def _names(page: PageRequest, pool: str, rows: Sequence[Row]) -> Mapping[str, str]:
    events = tuple(sorted({row["last_event"] for row in rows if row["last_event"]}))
    return page.ask(pool, PoolView.tournament_names, events)


def change_of(row: Row) -> float | None:
    """Return the change of a figure since the list before; None if there was none."""
    if row["before"] is None or row["figure"] is None:
        return None
    return float(round(row["figure"] - row["before"], 3))
