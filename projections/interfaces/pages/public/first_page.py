"""The first page: the pools, what happened last, the head of the log."""

from collections.abc import Mapping, Sequence
from datetime import date

import attrs
from starlette.responses import Response

from ledger.events.facts import CorrectionSubmitted, TournamentSubmitted
from projections.api import Ledger
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.rating_list import SHOWN
from projections.interfaces.pages.public.search import tournament_rows
from projections.pool_view import PoolView
from projections.queries import answer_types as shapes
from projections.queries.people import born_of_namesakes, titles_of
from projections.queries.rating_changes import gain_of
from projections.watch.signals import Thresholds

LATEST = 5  # tournaments, corrections with late reports, and players of each list
MOST_BOARDS = 4
"""Lists whose best are shown; further ones have a link."""
LOOKED_THROUGH = 2_000  # events searched back from the head for corrections and late reports


def first_page(page: PageRequest) -> Response:
    """Show each list with its best and its climbers, and the latest events."""
    pools = [page.ask(pool, PoolView.summary) for pool in page.positions["pools"]]
    head = page.end
    put_right = page.worked_out(
        ("put right", page.known_at), lambda: _put_right(page.ledger, head)
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
        put_right=put_right,
    )


@attrs.frozen
class Board:
    """The head of a list: its best players, and who gained most since the list ``since``.

    ``born``: the birth years of namesakes; ``titles``: of those who have one.
    """

    pool: str
    rulebook: str | None
    best: Sequence[shapes.RatingRow]
    since: str | None
    gains: Sequence[shapes.RatingRow]
    born: Mapping[str, int]
    titles: Mapping[str, str]


def _board(view: PoolView) -> Board:
    """The board of a list."""
    whole, rulebook = view.compared_list(), view.rulebook
    holding = whole.ranked.holding
    by = {player: gain_of(whole.change(player), rulebook) or 0 for player in holding}
    gained = sorted((it for it in holding if by[it] > 0), key=lambda it: -by[it])
    best = view.rows_of(whole, holding[:LATEST], SHOWN)
    gains = view.rows_of(whole, gained[:LATEST], SHOWN)
    with view.answers() as answers:
        names = {it["player"]: it["name"] for it in [*best, *gains]}
        born, titles = born_of_namesakes(answers, names), titles_of(answers, names)
    return Board(view.name, rulebook, best, whole.since, gains, born, titles)


def _winners(view: PoolView, tournament: str) -> Sequence[shapes.FinalTableRow | shapes.TeamRow]:
    """The teams or players who share the first place of a tournament."""
    table = view.crosstable(tournament)
    rows = table.get("teams") or table["players"]
    return [row for row in rows if row["place"] is not None and row["place"][0] == 1]


def _put_right(ledger: Ledger, head: int) -> list[tuple[shapes.LogEntry, str]]:
    """The latest corrections, and tournaments that were reported late, the last one first."""
    types = [CorrectionSubmitted.type, TournamentSubmitted.type]
    entries = ledger.log(max(0, head - LOOKED_THROUGH), head, types)
    found = [it for it in entries if it["type"] == types[0] or _is_late(it)][: -LATEST - 1 : -1]
    return list(zip(found, ledger.descriptions(found), strict=True))


def _is_late(entry: shapes.LogEntry) -> bool:
    recorded, ended = entry["recorded_at"][:10], entry["data"]["ended_on"]
    return (date.fromisoformat(recorded) - date.fromisoformat(ended)).days > Thresholds().late_days
