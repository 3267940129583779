"""The tournaments of a pool, and one of them."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs
from starlette.responses import Response

from projections.interfaces.http.edge.parameters import (
    query_of,
)
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.operations.pool_view import PoolView
from projections.queries.arguments import STANDINGS_METHODS, day_of, parameter
from projections.queries.listings import Selection
from projections.queries.presentation import columns_of, table_row
from projections.queries.tournament_list import TournamentHeading, find_tournaments

# Games arranged for reading: everybody against everybody, or round by round.


Row = Mapping[str, Any]
MOST_PLAYERS = 20


@attrs.frozen
class Cell:
    """A game from one side: points, the side's colour, and whether it was played."""

    points: float
    is_white: bool
    played: bool
    game: str


@attrs.frozen
class CrosstableLine:
    """A player's line: the games against each of the others, in their order."""

    player: str
    name: str | None
    points: float
    cells: Sequence[Sequence[Cell]]


def crosstable_of(games: Sequence[Row]) -> Sequence[CrosstableLine]:
    """A table by points; none where too few have met each other for one to be read."""
    names = dict(_players(games))
    met: defaultdict[tuple[str, str], list[Cell]] = defaultdict(list)
    points: defaultdict[str, float] = defaultdict(float)
    for game in games:
        points[game["white"]] += game["white_points"]
        if game["black"] is not None:
            points[game["black"]] += game["black_points"]
            for side, other in (("white", "black"), ("black", "white")):
                cell = Cell(game[f"{side}_points"], side == "white", game["played"], game["game"])
                met[game[side], game[other]].append(cell)
    players = sorted(names, key=lambda player: (-points[player], names[player] or "", player))
    pairs = len(players) * (len(players) - 1)
    if not 2 <= len(players) <= MOST_PLAYERS or len(met) * 3 < pairs * 2:
        return ()
    return [
        CrosstableLine(
            player=player,
            name=names[player],
            points=points[player],
            cells=[met.get((player, other), []) for other in players],
        )
        for player in players
    ]


def rounds_of(games: Sequence[Row]) -> Sequence[tuple[int | None, Sequence[Row]]]:
    """The games of each round, as they are given: by round and board."""
    return [(number, list(of)) for number, of in groupby(games, key=lambda game: game["round"])]


def _players(games: Sequence[Row]) -> Any:
    for game in games:
        yield game["white"], game["white_name"]
        if game["black"] is not None:
            yield game["black"], game["black_name"]


ROWS_OF_A_PAGE = 50
_CONDITIONS = ("name", "place", "starts_on", "format", "rounds", "thinking_time")
FORMS = {
    "trf16": "text/plain; charset=utf-8",
    "trf26": "text/plain; charset=utf-8",
    "h9": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}
METHODS = ("points", *(each for each in STANDINGS_METHODS if each != "points"))


@attrs.frozen
class TournamentsQuery:
    """Which tournaments are wanted."""

    q: str = parameter("A part of the name or id.", "")
    from_: str | None = parameter("Ended on this day or later.")
    to: str | None = parameter("Ended on this day or earlier.")
    after: str | None = parameter("Those after this tournament.")


def tournaments(page: PageRequest) -> Response:
    """The tournaments, newest first."""
    pool, query = page.id("pool"), query_of(page.request, TournamentsQuery, strict=False)
    selection = Selection(
        query=query.q,
        first=day_of(query.from_),
        last=day_of(query.to),
        after=query.after,
        limit=ROWS_OF_A_PAGE + 1,
    )
    found = find_tournaments(page.ask(pool, PoolView.ended_tournaments), selection)
    answer = page.ask(pool, _tournaments, tuple(found[:ROWS_OF_A_PAGE]))
    more = len(found) > ROWS_OF_A_PAGE
    return page.render(
        "tournaments.html", state=answer.state, query=query, rows=answer.rows, more=more
    )


def _tournaments(view: PoolView, found: Sequence[TournamentHeading]) -> Answer:
    return Answer(state_of(view), list(view.tournament_rows(found)))


def tournament(page: PageRequest) -> Response:
    """A tournament: whether it counts, its table, its evaluation, where it comes from."""
    pool, id_ = page.id("pool"), page.id("tournament")
    answer = page.ask(pool, _tournament, id_)
    evaluation, games = answer.rows["evaluation"], _games(page, pool, id_)
    columns = columns_of(evaluation["rulebook"])
    method = page.parameter("method", "points")
    return page.render(
        "tournament.html",
        state=answer.state,
        evaluation=evaluation,
        submission=answer.rows["submission"],
        data={**dict.fromkeys(_CONDITIONS), **(answer.rows["submission"]["data"] or {})},
        columns=columns,
        rows=[
            table_row(row, evaluation["rulebook"])
            for row in sorted(evaluation["players"], key=lambda row: -(row.get("points") or 0))
        ],
        crosstable=crosstable_of(games),
        rounds=rounds_of(games),
        forms=_forms(page, pool, id_),
        method=method,
        methods=METHODS,
        standings=_standings(page, pool, id_, method),
    )


def file_as(form: str) -> Callable[[PageRequest], Response]:
    """A tournament as a file for pairing programs and federations."""

    def tournament_file(page: PageRequest) -> Response:
        pool, id_ = page.id("pool"), page.id("tournament")
        exported = page.ledger.export_tournament(
            id_, form, pool=pool, on=page.clocks.on, known_at=page.position(pool)
        )
        return Response(exported.content, media_type=FORMS[form])

    return tournament_file


def _forms(page: PageRequest, pool: str, id_: str) -> Sequence[str]:
    """The files that can say the tournament."""
    on, known_at = page.clocks.on, page.position(pool)

    def work() -> Sequence[str]:
        return page.ledger.tournament_forms(id_, tuple(FORMS), pool=pool, on=on, known_at=known_at)

    return page.worked_out(("forms", pool, id_, on, known_at), work)


def _tournament(view: PoolView, id_: str) -> Answer:
    found = {"evaluation": view.tournament(id_), "submission": view.submission(id_)}
    return Answer(state_of(view), found)


def _games(page: PageRequest, pool: str, id_: str) -> Sequence[Mapping[str, Any]]:
    on, known_at = page.clocks.on, page.position(pool)

    def work() -> Sequence[Mapping[str, Any]]:
        return list(map(dict, page.ledger.games(id_, on=on, known_at=known_at)))

    return page.worked_out(("games", id_, on, known_at), work)


def _standings(page: PageRequest, pool: str, id_: str, method: str) -> Mapping[str, Any]:
    on, known_at = page.clocks.on, page.position(pool)

    def work() -> Mapping[str, Any]:
        return page.ledger.standings(id_, method=method, on=on, known_at=known_at)

    return page.worked_out(("standings", id_, method, on, known_at), work)
