"""The search: players and tournaments of every pool, by whatever is known of their names."""

from collections.abc import Iterable, Iterator
from typing import Any

from starlette.responses import JSONResponse, Response

from ledger.importing.matching.names import TypedName
from projections.interfaces.pages.public.page_request import PageRequest
from projections.pool_view import PoolView

MOST_FOUND = 50
MOST_TOURNAMENTS = 20
Row = dict[str, Any]


def search(page: PageRequest) -> Response:
    """Players and tournaments that a text names; the only player named has his card shown."""
    query = page.parameter("q").strip()
    found = _rows_by_pool(_players(page, query)) if query else []
    tournaments = list(_tournaments(page, query)) if query else []
    if page.request.query_params.get("format") == "json":
        return JSONResponse([*found, *tournaments])
    if len(found) == 1 and not tournaments and _is_named(found[0], query):
        response = Response(status_code=303)
        response.headers["Location"] = found[0]["href"]
        return response
    return page.render(
        "search.html", query=query, found=found, tournaments=tournaments, most=MOST_FOUND
    )


def _is_named(row: Row, query: str) -> bool:
    """True if somebody has what was typed in his name or id, letter by letter or as a number."""
    others = any(sign.isalpha() for sign in query) and query not in row["player"]
    return not others or TypedName(query).fits(row["name"] or "")


def _players(page: PageRequest, query: str) -> Iterator[Row]:
    for pool in page.positions["pools"]:
        for each in page.ask(pool, _rows, query):
            yield {**each, "pool": pool, "href": page.link(pool, "players", each["player"])}


def _rows(view: PoolView, query: str) -> list[Row]:
    """The players as the search shows them, with what tells those of one name apart."""
    found = view.players(query, limit=MOST_FOUND)
    people = view.people([each["player"] for each in found])
    return [
        {
            **row,
            "club": people[row["player"]]["club"],
            "birth_year": people[row["player"]]["birth_year"],
        }
        for row in found
    ]


def _rows_by_pool(rows: Iterable[Row]) -> list[Row]:
    """Everybody in the lists where he has a figure; who has none anywhere, once."""
    of_player: dict[str, list[Row]] = {}
    for row in rows:
        of_player.setdefault(row["player"], []).append(row)
    return [
        row
        for several in of_player.values()
        for row in ([each for each in several if each["status"] != "unrated"] or several[:1])
    ]


def _tournaments(page: PageRequest, query: str) -> Iterator[Row]:
    for pool in page.positions["pools"]:
        for each in page.ask(pool, _tournament_rows, query):
            yield {
                "tournament": each["tournament"],
                "name": each["name"],
                "ended_on": each["ended_on"],
                "figure": None,
                "pool": pool,
                "href": page.link(pool, "tournaments", each["tournament"]),
            }


def _tournament_rows(view: PoolView, query: str) -> list[Row]:
    return [dict(row) for row in view.tournaments(query, limit=MOST_TOURNAMENTS)]
