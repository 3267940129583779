"""The players who differ between two states of a list, by how much, and the reasons."""

from collections.abc import Mapping, Sequence
from datetime import date

import attrs
from starlette.responses import Response

from projections.files.charts.study_charts import histogram_svg
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.arguments import must_be_reached, parameter
from projections.queries.columns import difference_of
from projections.queries.listings import published_states

BACK = 100  # events back from the state shown, if no list was published before it
SHOWN = 100
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
    """The differences, the largest first."""
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
    rows, paragraph = answer.rows
    ways = (link for row in rows[:SHOWN] for link in row["chain"])
    tournaments = {link["occasion"] for link in ways if link["kind"] == "tournament"}
    return page.render(
        "changes.html",
        state=answer.state,
        query=query,
        before=before,
        after=after,
        lists=lists[: -MOST_LISTS - 1 : -1],
        rows=rows,
        shown=SHOWN,
        labels=page.ledger.labels((), tournaments),
        paragraph=paragraph,
        histogram=histogram_svg(
            [row["change"] for row in rows if row["change"]],
            page.translate_text("Number of ratings by change"),
        ),
    )


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
        rows = [{**row, "change": difference_of(row)} for row in found]
        paragraph = "" if player else then.news(now, page.language.code)["paragraph"]
        return Answer(state_of(now), (rows, paragraph))


# --- a pool's published lists, and whether they still hold in the state shown --------------------


def published(page: PageRequest) -> Response:
    """The lists, newest first; only those that stood at the state asked about."""
    pool, ledger = page.id("pool"), page.ledger
    state = page.ask(pool, state_of)
    lists = page.worked_out(
        ("published", pool, page.known_at), lambda: ledger.published(pool, known_at=state.position)
    )
    return page.render("published.html", state=state, lists=list(reversed(lists)))
