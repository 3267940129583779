"""Atom feeds: what happened in a pool, and what happened to a player."""

from collections.abc import Mapping, Sequence

from starlette.responses import Response

from projections.api import Ledger
from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.rendering import rendered
from projections.pool_view import PoolView
from projections.queries.answer_types import FinalTable, PlayerRecord
from projections.queries.presentation import record_row
from projections.queries.row_cache import RowCache

MEDIA_TYPE = "application/atom+xml; charset=utf-8"
ENTRIES = 30
MOST_WINNERS = 3


def pool_feed(page: PageRequest) -> Response:
    """The tournaments of a pool that were recorded last, whenever they were played."""
    pool = page.id("pool")
    recorded = page.worked_out(
        ("recorded", pool, page.known_at),
        lambda: _recorded(page.ledger, pool, page.position(pool)),
    )
    names = page.ask(pool, PoolView.tournament_names, tuple(recorded))
    entries = [
        {
            "title": names[tournament],
            "href": page.link(pool, "tournaments", tournament),
            "time": time,
            "text": _outcome(page, page.ask(pool, PoolView.crosstable, tournament)),
        }
        for tournament, time in recorded.items()
        if tournament in names  # it was not struck
    ]
    return _feed(page, page.site.title_of(pool), page.link(pool), entries)


def _recorded(ledger: Ledger, pool: str, end: int) -> dict[str, str]:
    """The tournaments submitted last, with the times of their recording, the newest first."""
    found: dict[str, str] = {}
    step = 1_000
    while end > 0 and len(found) < ENTRIES:
        first = max(0, end - step)
        for each in [*ledger.log(first, end, ["tournament.submitted"])][::-1]:
            if pool in each["data"].get("pools", ()):
                found[each["data"]["tournament"]] = each["recorded_at"]
        end, step = first, 4 * step
    return dict([*found.items()][:ENTRIES])


def _outcome(page: PageRequest, table: FinalTable) -> str:
    """The number of players and the winners."""
    players = table["players"]
    rows = table.get("teams") or players
    first = [row["name"] for row in rows if row["place"] and row["place"][0] == 1]
    winners = ", ".join(it or page.translate_text("(withheld)") for it in first[:MOST_WINNERS])
    number = page.language.catalogue.ngettext("%(num)s player", "%(num)s players", len(players))
    counted = number % {"num": len(players)}
    return f"{counted}, {page.translate_text('Winner:')} {winners}" if winners else counted


def player_feed(page: PageRequest) -> Response:
    """The latest evaluations of a player."""
    pool, player = page.id("pool"), page.id("player")
    record, names = page.ask(pool, _evaluations, player, page.rows)
    entries = [
        {
            "title": names.get(row["tournament"]) or row["tournament"] or row["event"],
            "href": page.link(pool, "players", player, "audit", row["tournament"] or ""),
            "time": page.ask(pool, PoolView.submission, row["tournament"])["recorded_at"],
            "text": " → ".join(str(record_row(row).get(it) or "–") for it in ("before", "after")),
        }
        for row in reversed(record["history"][-ENTRIES:])
        if row["tournament"]
    ]
    title = page.translate_text("(withheld)") if record["name"] is None else None
    href = page.link(pool, "players", player)
    return _feed(page, f"{title or record['name']}, {page.site.title_of(pool)}", href, entries)


def _evaluations(
    view: PoolView, player: str, kept: RowCache
) -> tuple[PlayerRecord, Mapping[str, str]]:
    record = view.player(player, kept)
    played = [row["tournament"] for row in record["history"] if row["tournament"]]
    return record, view.tournament_names(played)


def _feed(
    page: PageRequest, title: str, href: str, entries: Sequence[Mapping[str, str]]
) -> Response:
    values = {
        "title": title,
        "author": page.site.name or "rating-ledger",
        "address": page.settings.address,
        "href": href,
        "path": page.request.scope["path"],
        "entries": entries,
        "updated": max((each["time"] for each in entries), default="1970-01-01T00:00:00Z"),
    }
    return Response(rendered("feed.atom.xml", page.language, values), media_type=MEDIA_TYPE)
