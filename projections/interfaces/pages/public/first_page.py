"""The first page: the pools, what happened last, the head of the log."""

from collections.abc import Sequence

import attrs
from starlette.responses import Response

from projections.api import Ledger
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.rating_list import SHOWN
from projections.interfaces.pages.public.search import tournament_rows
from projections.pool_view import PoolView
from projections.queries import answer_types as shapes
from projections.queries.rating_changes import gain_of

LATEST = 5  # tournaments and corrections, and players of each list
MOST_BOARDS = 4
"""Lists whose best are shown; further ones have a link."""
LOOKED_THROUGH = 2_000  # events searched back from the head for the latest corrections


def first_page(page: PageRequest) -> Response:
    """Show each list with its best and its climbers, and the latest events."""
    pools = [page.ask(pool, PoolView.summary) for pool in page.positions["pools"]]
    head = page.end
    corrections = page.worked_out(
        ("corrections", page.known_at), lambda: _corrections(page.ledger, head)
    )
    tournaments: dict[str, tuple[shapes.TournamentRow, list[str]]] = {}
    for pool in (each["pool"] for each in pools):
        for row in page.ask(pool, tournament_rows, "", LATEST):
            tournaments.setdefault(row["tournament"], (row, []))[1].append(pool)
    latest = sorted(tournaments.values(), key=lambda each: each[0]["ended_on"], reverse=True)
    return page.render(
        "first_page.html",
        pools=pools,
        boards=[page.ask(pool["pool"], _board) for pool in pools[:MOST_BOARDS] if pool["players"]],
        tournaments=[
            {**row, "pools": of, "winners": page.ask(of[0], _winners, row["tournament"])}
            for row, of in latest[:LATEST]
        ],
        running=[(it["pool"], row) for it in pools for row in page.running_in(it["pool"])],
        corrections=corrections,
    )


@attrs.frozen
class Board:
    """The head of a list: its best players, and who gained most since the list ``since``."""

    pool: str
    rulebook: str | None
    best: Sequence[shapes.RatingRow]
    since: str | None
    gains: Sequence[shapes.RatingRow]


def _board(view: PoolView) -> Board:
    """The board of a list."""
    whole, rulebook = view.compared_list(), view.rulebook
    holding = whole.ranked.holding
    gains = {player: gain_of(whole.change(player), rulebook) or 0 for player in holding}
    gained = sorted((it for it in holding if gains[it] > 0), key=lambda it: -gains[it])
    return Board(
        view.name,
        rulebook,
        view.rows_of(whole, holding[:LATEST], SHOWN),
        whole.since,
        view.rows_of(whole, gained[:LATEST], SHOWN),
    )


def _winners(view: PoolView, tournament: str) -> Sequence[shapes.FinalTableRow | shapes.TeamRow]:
    """The teams or players who share the first place of a tournament."""
    table = view.crosstable(tournament)
    rows = table.get("teams") or table["players"]
    return [row for row in rows if row["place"] is not None and row["place"][0] == 1]


def _corrections(ledger: Ledger, head: int) -> list[tuple[shapes.LogEntry, str]]:
    first = max(0, head - LOOKED_THROUGH)
    found = list(ledger.log(first, head, ["correction.submitted"]))[: -LATEST - 1 : -1]
    return list(zip(found, ledger.descriptions(found), strict=True))
