"""The players who differ between two states of a list, by how much, and the reasons."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.messages import marked
from projections.files.charts.study_charts import histogram_svg
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.interfaces.pages.public.rating_list import MOST_ON_PAPER
from projections.pool_view import PoolView
from projections.queries.arguments import must_be_reached, parameter
from projections.queries.columns import difference_of
from projections.queries.listings import published_states
from projections.queries.player_profile import peak_of
from projections.queries.presentation import lower_is_stronger
from projections.queries.rating_changes import gain_of

BACK = 100  # events back from the state shown, if no list was published before it
SHOWN = 100
"""Changes in all tables of causes together, if there are not too many causes."""
LEAST_SHOWN, MOST_CAUSES = 3, 40
NAMED = 5
"""Players in each table of what is newest: gains, best ratings, first ratings."""
FEW = 20
"""Changes up to which each has its reason; of more, those that come through others' ratings."""
CANDIDATES = 12
"""The strongest of those who gained, asked for the best rating they ever had."""
Row = Mapping[str, Any]
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
        ("changes", pool, page.language.code, query, page.clocks.on, page.known_at),
        lambda: _changes(page, pool, before, after, query.player),
    )
    rows, told, records = answer.rows
    causes = _by_cause(rows, told_events=before["known_at"] != after["known_at"])
    shown = max(LEAST_SHOWN, SHOWN // (len(causes) or 1))
    return page.render(
        "changes.html",
        state=answer.state,
        query=query,
        before=before,
        after=after,
        lists=lists[: -MOST_LISTS - 1 : -1],
        rows=rows,
        news=told,
        newest=_newest(rows, records) if len(rows) > FEW else [],
        few=len(rows) <= FEW,
        causes=causes[:MOST_CAUSES],
        further=len(causes) - MOST_CAUSES,
        shown=shown,
        labels=page.ledger.labels((), [occasion for (occasion, _), _ in causes if occasion]),
        histogram=histogram_svg(
            [row["change"] for row in rows if row["change"]],
            page.translate_text("Number of ratings by change"),
        ),
    )


def _by_cause(
    rows: Sequence[Row], *, told_events: bool
) -> Sequence[tuple[tuple[str | None, str | None], Sequence[Row]]]:
    """The tournament and the recorded sentence of each cause, with its changes; most first."""
    found = defaultdict(list)
    for row in rows:
        link = row["chain"][-1] if row["chain"] else {"kind": None, "occasion": None}
        occasion = link["occasion"] if link["kind"] == "tournament" else None
        sentence = row["told"][0] if row["told"] and (told_events or not row["chain"]) else None
        found[occasion, sentence].append(row)
    return sorted(found.items(), key=lambda each: -len(each[1]))


def _newest(rows: Sequence[Row], records: Sequence[Row]) -> Sequence[tuple[str, Sequence[Row]]]:
    """The tables of gains, best ratings and first ratings that have a row."""
    gains = sorted((row for row in rows if row["gain"] > 0), key=lambda row: -row["gain"])
    first = [row for row in rows if row["before"] is None and row["after"] is not None]
    tables = (
        (marked("Largest gains"), gains),
        (marked("Best rating so far"), records),
        (marked("Rated for the first time"), first),
    )
    return [(heading, own[:NAMED]) for heading, own in tables if own]


def _before(
    page: PageRequest, query: ChangesQuery, known: int, lists: Sequence[tuple[str, int]]
) -> Mapping[str, object]:
    """The other state: as named, or as of the last published list.

    Two days are compared as known at one position, unless another one is named.
    """
    if query.from_known is not None or query.from_on is not None:
        at = known if query.from_known is None else query.from_known
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
    with page.view(pool, clocks=before) as then, page.view(pool, clocks=after) as now:
        found = sorted(
            then.diff(now, player=player),
            key=lambda row: (-abs(difference_of(row) or 0), row["player"]),
        )
        rulebook = now.rulebook
        rows = [
            {
                **row,
                "change": (change := difference_of(row)),
                "gain": gain_of(change, rulebook) or 0,
            }
            for row in found
        ]
        told = None if player else then.news(now, page.language.code)
        return Answer(state_of(now), (rows, told, _records(now, rows) if told else []))


def _records(now: PoolView, rows: Sequence[Row]) -> Sequence[Row]:
    """The strongest of those who gained and never had a better rating."""
    if len(rows) <= FEW:
        return []
    upwards = -1 if lower_is_stronger(now.rulebook) else 1
    gained = [row for row in rows if row["gain"] > 0]
    gained.sort(key=lambda row: -upwards * row["after"])
    peaks = (peak_of(now.player(row["player"])["history"]) for row in gained[:CANDIDATES])
    return [
        row
        for row, peak in zip(gained, peaks, strict=False)
        if peak and peak["figure"] == row["after"]
    ]


# --- a pool's published lists, and whether they still hold in the state shown --------------------


def published(page: PageRequest) -> Response:
    """The lists, newest first; only those that stood at the state asked about."""
    pool, ledger = page.id("pool"), page.ledger
    state = page.ask(pool, state_of)
    lists = page.worked_out(
        ("published", pool, page.known_at), lambda: ledger.published(pool, known_at=state.position)
    )
    return page.render(
        "published.html", state=state, lists=[*reversed(lists)], MOST_ON_PAPER=MOST_ON_PAPER
    )
