"""The first page: the pools, what happened last, the head of the log; and the search."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from starlette.responses import JSONResponse, Response

from projections.api import Ledger
from projections.interfaces.pages.public.page_request import PageRequest
from projections.operations.pool_view import PoolView
from projections.queries.listings import SearchablePlayer, Selection, find_players

LATEST = 5
LOOKED_THROUGH = 2_000  # events, backwards from the head, for the latest corrections
FOUND = 50


def first_page(page: PageRequest) -> Response:
    """Show the contents of the ledger."""
    pools = [page.ask(pool, PoolView.summary) for pool in page.positions["pools"]]
    head = page.end
    corrections = page.worked_out(("corrections", head), lambda: _corrections(page.ledger, head))
    tournaments = [
        {**row, "pool": pool["pool"]}
        for pool in pools
        for row in page.ask(pool["pool"], _latest_tournaments)
    ]
    tournaments.sort(key=lambda row: row["ended_on"], reverse=True)
    return page.render(
        "first_page.html",
        pools=pools,
        tournaments=tournaments[:LATEST],
        corrections=corrections,
    )


def search(page: PageRequest) -> Response:
    """Players by a part of their name or id, in every pool."""
    query = page.parameter("q").strip()
    found = _each_where_rated(_found(page, query)) if query else []
    if page.request.query_params.get("format") == "json":
        return JSONResponse(found)
    if len(found) == 1:
        row = found[0]
        response = Response(status_code=303)
        response.headers["Location"] = row["href"]
        return response
    return page.render("search.html", query=query, found=found, most=FOUND)


def _found(page: PageRequest, query: str) -> Iterator[dict[str, Any]]:
    for pool in page.positions["pools"]:
        everybody = page.ask(pool, PoolView.searchable_players)
        found = find_players(everybody, Selection(query=query, limit=FOUND))
        for each in page.ask(pool, _rows, tuple(found)):
            href = page.link(pool, "players", each["player"])
            yield {**each, "pool": pool, "href": href}


def _each_where_rated(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody in the lists where he has a figure; who has none anywhere, once."""
    of_player: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        of_player.setdefault(row["player"], []).append(row)
    return [
        row
        for several in of_player.values()
        for row in ([each for each in several if each["status"] != "unrated"] or several[:1])
    ]


def _rows(view: PoolView, found: Sequence[SearchablePlayer]) -> list[dict[str, Any]]:
    """Return the search results, with their clubs."""
    people = view.people([each.player for each in found])
    return [{**row, "club": people[row["player"]]["club"]} for row in view.player_rows(found)]


def _latest_tournaments(view: PoolView) -> list[Any]:
    return list(view.tournaments(limit=LATEST))


def _corrections(ledger: Ledger, head: int) -> list[Any]:
    first = max(0, head - LOOKED_THROUGH)
    return list(ledger.log(first, head, ["correction.submitted"]))[: -LATEST - 1 : -1]
