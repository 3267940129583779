"""The first page: the pools, what happened last, the head of the log; and the search."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import JSONResponse, Response

from projections.api import Ledger
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.rating_list import Row, listed_rows
from projections.operations.pool_view import PoolView
from projections.queries.answer_types import PoolRow
from projections.queries.listings import SearchablePlayer, Selection, find_players
from projections.queries.rating_changes import gain_of

LATEST = 5
BEST = 10
MOST_BOARDS = 4
"""Lists whose best are shown; further ones have a link."""
LOOKED_THROUGH = 2_000  # events, backwards from the head, for the latest corrections
FOUND = 50


def first_page(page: PageRequest) -> Response:
    """Show each list with its best and its climbers, and the latest events."""
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
        boards=[_board(page, pool) for pool in pools[:MOST_BOARDS] if pool["players"]],
        tournaments=[
            {**row, "winners": page.ask(row["pool"], _winners, row["tournament"])}
            for row in tournaments[:LATEST]
        ],
        corrections=corrections,
    )


@attrs.frozen
class Board:
    """The head of a list: its best players, and who gained most since the list ``since``."""

    pool: str
    rulebook: str | None
    day: str
    best: Sequence[Row]
    since: str | None
    gains: Sequence[Row]


def _board(page: PageRequest, pool: PoolRow) -> Board:
    """The board of a list, from the rows that its page and every card share."""
    answer = page.ask(pool["pool"], listed_rows, False)  # noqa: FBT003 - without those lapsed
    rows, rulebook = answer.rows["players"], answer.state.rulebook
    gained = [(gain_of(row["change"], rulebook) or 0, row) for row in rows]
    gained = [each for each in gained if each[0] > 0]
    gained.sort(key=lambda each: -each[0])
    return Board(
        pool["pool"],
        rulebook,
        answer.state.day,
        rows[:BEST],
        answer.rows["since"],
        [row for _, row in gained[:LATEST]],
    )


def _winners(view: PoolView, tournament: str) -> Sequence[Mapping[str, Any]]:
    """The players who share the first place of a tournament."""
    players = view.crosstable(tournament)["players"]
    return [row for row in players if row["place"] is not None and row["place"][0] == 1]


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
