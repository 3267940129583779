"""The figures of several players through time, in one chart and side by side."""

from collections.abc import Iterator, Sequence
from functools import partial

import attrs
from starlette.responses import Response

from projections.files.charts.careers import careers_svg
from projections.files.charts.panel import COLOURS, for_screens
from projections.files.charts.plots import career_of, player_careers
from projections.interfaces.pages.public.page_request import PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.answer_types import Peak, PlayerRecord, PlayerRow
from projections.queries.find_by_name import meant
from projections.queries.player_profile import HeadToHead, head_to_head, peak_of
from projections.queries.row_cache import RowCache

MOST = COLOURS
MOST_PROPOSED = 12
MOST_COMPARED = 50


@attrs.frozen(kw_only=True)
class SideBySide:
    """A player as the table below the chart shows him."""

    record: PlayerRecord
    evaluations: int
    first: str | None
    best: Peak | None


@attrs.frozen(kw_only=True)
class UnresolvedName:
    """A typed text that fits nobody, or several: with the candidates."""

    text: str
    proposals: Sequence[PlayerRow]


def careers(page: PageRequest) -> Response:
    """The chart of those who are asked for, and whom else it may have been meant."""
    pool = page.id("pool")
    given = [text.strip() for text in page.request.query_params.getlist("player")]
    found, unclear = _resolved_names(page, pool, list(dict.fromkeys(filter(None, given))))
    ids, left_out = found[:MOST], found[MOST:]
    records = [page.ask(pool, PoolView.player, player, page.rows) for player in ids]
    lines = player_careers(records, page.translate_text("(withheld)"))
    return page.render(
        "careers.html",
        state=page.ask(pool, state_of),
        ids=ids,
        between=page.ask(pool, _between, *ids, page.rows) if len(ids) == 2 else None,
        unclear=unclear,
        left_out=len(left_out),
        most=MOST,
        players=list(_side_by_side(records)),
        names=[line.name for line in lines],
        chart=for_screens(
            partial(careers_svg, with_names=False),
            lines,
            page.translate_text("Rating history"),
            page.language.day,
        ),
        scales=len({each.scale for line in lines for each in line.figures}),
        address=lambda ids: page.link(pool, "careers", player=ids),
    )


def _between(view: PoolView, one: str, other: str, kept: RowCache) -> HeadToHead:
    record = view.player_to_read(one, kept)
    with view.answers() as answers:
        return head_to_head(answers, record, other)


def _resolved_names(
    page: PageRequest, pool: str, given: Sequence[str]
) -> tuple[list[str], list[UnresolvedName]]:
    """Return the players meant by the typed texts, each once, and the unclear texts."""
    if not given:
        return [], []
    found: dict[str, None] = {}
    unclear: list[UnresolvedName] = []
    for text in given:
        rows = page.ask(pool, _found, text)
        player = _the_one(text, rows)
        if player is not None:
            found[player] = None
        else:
            unclear.append(UnresolvedName(text=text, proposals=rows[:MOST_PROPOSED]))
    return list(found), unclear


def _found(view: PoolView, text: str) -> Sequence[PlayerRow]:
    """The best fits of a text, more than those that are proposed."""
    return view.players(text, limit=MOST_COMPARED)


def _the_one(text: str, rows: Sequence[PlayerRow]) -> str | None:
    """The player whom a text can mean alone, of those found by it."""
    if any(row["player"] == text for row in rows):
        return text
    return meant(text, {row["player"]: row["name"] or "" for row in rows})


def _side_by_side(records: Sequence[PlayerRecord]) -> Iterator[SideBySide]:
    for record in records:
        history = record["history"]
        rated = [row for row in history if career_of([row]).points]
        yield SideBySide(
            record=record,
            evaluations=len(rated),
            first=rated[0]["ended_on"] if rated else None,
            best=peak_of(history),
        )
