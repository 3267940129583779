"""Atom feeds: what happened in a pool, and what happened to a player."""

from collections.abc import Mapping, Sequence

from starlette.responses import Response

from projections.interfaces.pages.public.page_request import PageRequest
from projections.interfaces.pages.public.search import tournament_rows
from projections.interfaces.pages.rendering import rendered
from projections.pool_view import PoolView
from projections.queries.answer_types import PlayerRecord
from projections.queries.presentation import record_row
from projections.queries.row_cache import RowCache

MEDIA_TYPE = "application/atom+xml; charset=utf-8"
ENTRIES = 30


def pool_feed(page: PageRequest) -> Response:
    """The latest tournaments of a pool."""
    pool = page.id("pool")
    entries = [
        {
            "title": row["name"],
            "href": page.link(pool, "tournaments", row["tournament"]),
            "day": row["ended_on"],
            "text": "",
        }
        for row in page.ask(pool, tournament_rows, "", ENTRIES)
    ]
    return _feed(page, page.site.title_of(pool), page.link(pool), entries)


def player_feed(page: PageRequest) -> Response:
    """The latest evaluations of a player."""
    pool, player = page.id("pool"), page.id("player")
    record, names = page.ask(pool, _evaluations, player, page.rows)
    entries = [
        {
            "title": names.get(row["tournament"]) or row["tournament"] or row["event"],
            "href": page.link(pool, "players", player, "audit", row["tournament"] or ""),
            "day": row["ended_on"],
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
        "updated": max((each["day"] for each in entries), default="1970-01-01"),
    }
    return Response(rendered("feed.atom.xml", page.language, values), media_type=MEDIA_TYPE)
