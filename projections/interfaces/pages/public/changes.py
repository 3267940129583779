"""The players who differ between two states of a list, by how much, and the reasons."""

from collections.abc import Mapping, Sequence
from datetime import date

import attrs
from markupsafe import Markup
from starlette.responses import Response

from ledger.events.messages import marked
from projections.files.charts.study_charts import histogram_svg
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import (
    Answer,
    PageRequest,
    rows_of_page,
    state_of,
)
from projections.interfaces.pages.public.rating_list import MOST_ON_PAPER
from projections.pool_view import PoolView
from projections.queries.arguments import must_be_reached, parameter
from projections.queries.causes import MOST_CAUSES, Difference, by_cause
from projections.queries.listings import published_states
from projections.queries.news import news
from projections.queries.people import born_of_namesakes
from projections.queries.rating_changes import gain_of

BACK = 100  # events back from the state shown, if no list was published before it
SHOWN = 100
"""Changes on a page of all gains or the like, and in all tables of causes that are folded."""
NAMED = 5
"""Players in each table of gains, losses, best and first ratings, and of a tournament."""
FEW = 20
"""Changes up to which each has its reason; of more, those of evaluations that differ."""
MOST_LISTS = 8
"""Published lists that have a link."""


@attrs.frozen
class ChangesQuery:
    """The other state: as known at a position, as of a day, or as it was published."""

    from_known: int | None = parameter("As known at this position before.")
    to_known: int | None = parameter("As known at this position after.")
    from_on: date | None = parameter("As of this day before.")
    to_on: date | None = parameter("As of this day after.")
    player: str | None = parameter("Only this player.")
    show: str = parameter("All changes, or all of gains, losses, best or first ratings.", "")
    page: int = parameter("Which page of these, from 1.", 1)


def changes(page: PageRequest) -> Response:
    """The differences by cause."""
    pool, query = page.id("pool"), query_of(page.request, ChangesQuery, strict=False)
    for name in ("from_known", "to_known"):
        must_be_reached(getattr(query, name), page.positions["head"], name)
    known = page.position(pool) if query.to_known is None else query.to_known
    after = {"on": query.to_on or page.clocks.on, "known_at": known}
    lists = [each for each in page.ask(pool, _published_states) if each[1] < known]
    before = _before(page, query, known, lists)
    answer = page.worked_out(
        ("changes", pool, page.language.code, *before.values(), *after.values(), query.player),
        lambda: _changes(page, pool, before, after, query.player),
    )
    told, found, born, day_before, rated = answer.rows
    rows, causes = found.rows, found.causes
    many = _many(rows, answer.state.rulebook) if len(rows) > FEW else {}
    return page.render(
        "changes.html",
        state=answer.state,
        query=query,
        before={**before, "day": day_before},
        after=after,
        lists=lists[: -MOST_LISTS - 1 : -1],
        rows=rows,
        news=told,
        unchanged=rated - len([it for it in rows if it["after"] not in (None, it["before"])]),
        many=many,
        **rows_of_page(many.get(query.show, ("", []))[1], query.page, SHOWN),
        NAMED=NAMED,
        names=found.names,
        born=born,
        gain=lambda change: gain_of(change, answer.state.rulebook) or 0,
        differing={row["player"]: row for row in rows},
        few=len(rows) <= FEW,
        causes=causes[:MOST_CAUSES],
        further=len(causes) - MOST_CAUSES,
        folded=max(NAMED, SHOWN // (len(causes) or 1)),
        labels=page.ledger.labels((), [it for it, _ in causes if it]),
        histogram=_histogram(page, rows),
    )


def _histogram(page: PageRequest, rows: Sequence[Difference]) -> Markup:
    changed = [row["change"] for row in rows if row["change"]]
    return histogram_svg(changed, page.translate_text("Number of ratings that changed, by change"))


def _many(
    rows: Sequence[Difference], rulebook: str | None
) -> Mapping[str, tuple[str, Sequence[Difference]]]:
    """All changes, and the gains, losses, best and first ratings, each with the heading."""

    def weakness(row: Difference) -> float:
        return -(gain_of(row["after"], rulebook) or 0)

    gains = sorted((row for row in rows if row["gain"] > 0), key=lambda row: -row["gain"])
    losses = sorted((row for row in rows if row["gain"] < 0), key=lambda row: row["gain"])
    best = sorted((row for row in gains if row["best"]), key=weakness)
    first = [row for row in rows if row["before"] is None and row["after"] is not None]
    first.sort(key=weakness)
    every = [row for row in rows if row["before"] != row["after"]]
    tables = {
        "all": (marked("All changes"), sorted(every, key=lambda row: -abs(row["change"] or 0))),
        "gains": (marked("Largest gains"), gains),
        "losses": (marked("Largest losses"), losses),
        "best": (marked("Best rating so far"), best),
        "first": (marked("Rated for the first time"), first),
    }
    return {name: table for name, table in tables.items() if table[1]}


def _before(
    page: PageRequest, query: ChangesQuery, known: int, lists: Sequence[tuple[str, int]]
) -> Mapping[str, object]:
    """The other state: as named, or as of the last published list.

    A day is that of the list published for it; other days are compared as known at one position.
    """
    if query.from_known is not None or query.from_on is not None:
        at = dict(lists).get(str(query.from_on), known)
        at = at if query.from_known is None else query.from_known
        return {"on": query.from_on or page.clocks.on, "known_at": at}
    if lists and query.to_known is None:
        day, position = lists[-1]
        return {"on": date.fromisoformat(day), "known_at": position}
    return {"on": page.clocks.on, "known_at": max(0, known - BACK)}


def _published_states(view: PoolView) -> Sequence[tuple[str, int]]:
    with view.answers() as answers:
        return published_states(answers)


def _changes(
    page: PageRequest,
    pool: str,
    before: Mapping[str, object],
    after: Mapping[str, object],
    player: str | None,
) -> Answer:
    with (
        page.view(pool, clocks=before) as then,
        page.view(pool, clocks=after) as now,
        then.answers() as one,
        now.answers() as other,
    ):
        found = then.diff(now, player=player)
        told = None if player else news(one, other, found)
        causes = by_cause(one, other, found, everybody=not player)
        names = {**causes.names, **{row["player"]: row["name"] for row in found}}
        born = born_of_namesakes(other, names)
        rated = now.compared_list().ranked.placed
        return Answer(state_of(now), (told, causes, born, then.day, rated))


# --- a pool's published lists, and whether they still hold in the state shown --------------------


def published(page: PageRequest) -> Response:
    """The lists, newest first; only those that stood at the state asked about."""
    pool, ledger = page.id("pool"), page.ledger
    state = page.ask(pool, state_of)
    lists = page.worked_out(
        ("published", pool, page.known_at), lambda: ledger.published(pool, known_at=state.position)
    )
    positions = [each["published_at"] for each in lists]  # the log between them may be long
    return page.render(
        "published.html",
        state=state,
        lists=[*reversed(lists)],
        recorded={at: event for at in positions for event in ledger.log(at - 1, at)},
        MOST_ON_PAPER=MOST_ON_PAPER,
    )
