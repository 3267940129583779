"""A player's card: the figure, how it came about through time, and against whom."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs
from starlette.responses import Response

from projections.charts.badge import badge_svg
from projections.charts.career import career_svg
from projections.pool_view import PoolView
from projections.presentation import columns_of, record_row, spelt
from projections.web.pages.career_points import career_of
from projections.web.pages.page_request import PageRequest
from projections.web.pages.rating_list import listed_rows
from projections.web.pages.state import Answer, state_of

Row = Mapping[str, Any]


@attrs.frozen
class Opponent:
    """Somebody met, and the score against him over all games that counted."""

    player: str
    name: str | None
    games: int
    points: float


def card(page: PageRequest) -> Response:
    """The card of a player."""
    pool, id_ = page.id("pool"), page.id("player")
    answer = page.ask(pool, _record, id_)
    record, names = answer.rows["record"], answer.rows["names"]
    lapsed = False  # as the list is shown where nobody asks for more
    listed = [row["player"] for row in page.ask(pool, listed_rows, lapsed).rows["players"]]
    published = page.worked_out(("days", pool), lambda: _published_days(page, pool))
    history = [{**row, "title": _title(row, names)} for row in record["history"]]
    chart = career_of(history, published, lambda row: _reason(page, pool, record, row))
    return page.render(
        "player.html",
        state=answer.state,
        record=record,
        person=answer.rows["person"],
        place=_place(listed, record["player"]),
        evaluations=_by_rulebook(history),
        opponents=_opponents(record["history"], answer.rows["people"]),
        people=answer.rows["people"],
        names=names,
        chart=career_svg(chart, page.language, page.said("The figure through time")),
        reason=lambda row: _reason(page, pool, record, row),
    )


def badge(page: PageRequest) -> Response:
    """The figure as a small picture, for a page elsewhere."""
    pool, id_ = page.id("pool"), page.id("player")
    answer = page.ask(pool, _record, id_)
    record = answer.rows["record"]
    figure = spelt(record["card"], answer.state.rulebook) or "–"
    name = record["name"] or page.said("(withheld)")
    return Response(badge_svg(name, figure, pool), media_type="image/svg+xml")


def _record(view: PoolView, player: str) -> Answer:
    record = view.player(player)
    played = {row["tournament"] for row in record["history"] if row["tournament"]}
    waiting = {game["tournament"] for game in record["residual_games"] if "tournament" in game}
    met = {game["opponent"] for row in record["history"] for game in _games(row)}
    met |= {game["opponent"] for game in record["residual_games"] if "opponent" in game}
    people = view.people(sorted(met | {record["player"]}))
    found = {
        "record": record,
        "names": view.tournament_names(sorted(played | waiting)),
        "people": people,
        "person": people[record["player"]],
    }
    return Answer(state_of(view), found)


def _place(listed: Sequence[str], player: str) -> tuple[int, int] | None:
    """The place on the list of the day, and how many there are; None: not on it."""
    return (listed.index(player) + 1, len(listed)) if player in listed else None


def _published_days(page: PageRequest, pool: str) -> Sequence[str]:
    return [row["data"]["day"] for row in _publications(page) if row["data"]["pool"] == pool]


def _publications(page: PageRequest) -> Iterator[Mapping[str, Any]]:
    return page.ledger.log(to=page.known_at, types=["list.published"])


def _title(row: Row, names: Mapping[str, str]) -> str:
    tournament = row["tournament"]
    return str(row.get("event", "")) if tournament is None else names.get(tournament, tournament)


def _reason(page: PageRequest, pool: str, record: Row, row: Row) -> str:
    """Where the page is that says how a row came about."""
    about = row["tournament"]
    parts = [pool, "players", record["player"], "audit", *([] if about is None else [about])]
    return page.link(*parts)


def _by_rulebook(history: Sequence[Row]) -> Sequence[tuple[str, Mapping[str, str], Any]]:
    """The evaluations under each rulebook, newest first, with the columns that have values."""
    parts = []
    for rulebook, rows in groupby(reversed(history), key=lambda row: row["rulebook"]):
        shown = [(row, record_row(row)) for row in rows]
        columns = {
            field: heading
            for field, heading in columns_of(rulebook).items()
            if any(row.get(field) is not None for _, row in shown)
        }
        parts.append((rulebook, columns, shown))
    return parts


def _games(row: Row) -> Sequence[Row]:
    return [game for game in row.get("games_used") or () if game.get("opponent")]


def _opponents(history: Sequence[Row], people: Mapping[str, Any]) -> Sequence[Opponent]:
    """Everybody met in a game that counted, those met most often first; each game once."""
    scores: dict[str, dict[str, float]] = {}
    for row in history:
        for game in _games(row):
            scores.setdefault(game["opponent"], {})[game["game"]] = game["points"]
    found = [
        Opponent(player, people[player]["name"], len(games), sum(games.values()))
        for player, games in scores.items()
    ]
    return sorted(found, key=lambda each: (-each.games, each.name or "", each.player))
