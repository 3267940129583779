"""A player's card: the figure, how it came about through time, and against whom."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs
from starlette.responses import Response

from projections.charts.badge import badge_svg
from projections.charts.career import career_svg
from projections.pool_view import PoolView
from projections.presentation import columns_of, record_row, spelt
from projections.queries.listings import published_days
from projections.queries.people import name_and_figure
from projections.web.edge.parameters import parameter, query_of
from projections.web.pages.career_points import career_of
from projections.web.pages.page_request import PageRequest
from projections.web.pages.player_parts import CardPage, card_page
from projections.web.pages.state import Answer, state_of

Row = Mapping[str, Any]


@attrs.frozen
class CardQuery:
    """Which part of a card is wanted."""

    page: int = parameter("Which page of a long career, the newest evaluations on the first.", 1)


def card(page: PageRequest) -> Response:
    """The card of a player."""
    pool, id_ = page.id("pool"), page.id("player")
    query = query_of(page.request, CardQuery, strict=False)
    answer = page.ask(pool, card_page, id_, query.page, page.request.app.state.rows)
    found: CardPage = answer.rows
    player, names = found.record["player"], found.names
    places = page.ask(pool, PoolView.places)
    published = page.ask(pool, _published_days)
    chart = career_of(
        found.history,
        published,
        title=lambda row: _title(row, names),
        reason=lambda row: _reason(page, pool, player, row),
    )
    shown = [found.history[it] for it in found.on_page]
    return page.render(
        "player.html",
        state=answer.state,
        card=found,
        record=found.record,
        place=_place(places, player),
        evaluations=_by_rulebook([{**row, "title": _title(row, names)} for row in shown]),
        chart=career_svg(chart, page.language, page.said("The figure through time")),
        reason=lambda row: _reason(page, pool, player, row),
    )


def badge(page: PageRequest) -> Response:
    """The figure as a small picture, for a page elsewhere."""
    pool, id_ = page.id("pool"), page.id("player")
    answer = page.ask(pool, _held, id_)
    figure = spelt(answer.rows["card"], answer.state.rulebook) or "–"
    name = answer.rows["name"] or page.said("(withheld)")
    return Response(badge_svg(name, figure, pool), media_type="image/svg+xml")


def _held(view: PoolView, player: str) -> Answer:
    with view.answers() as answers:
        return Answer(state_of(view), name_and_figure(answers, player))


def _place(places: Mapping[str, int], player: str) -> tuple[int, int] | None:
    """The place on the list of the day, and how many there are; None: not on it."""
    return (places[player], len(places)) if player in places else None


def _published_days(view: PoolView) -> Sequence[str]:
    with view.answers() as answers:
        return published_days(answers)


def _title(row: Row, names: Mapping[str, str]) -> str:
    tournament = row["tournament"]
    return str(row.get("event", "")) if tournament is None else names.get(tournament, tournament)


def _reason(page: PageRequest, pool: str, player: str, row: Row) -> str:
    """Where the page is that says how a row came about."""
    about = row["tournament"]
    parts = [pool, "players", player, "audit", *([] if about is None else [about])]
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
