"""The players who differ between two states of a list, by how much, and the reasons."""

from collections.abc import Mapping
from datetime import date

import attrs
from starlette.responses import Response

from projections.files.charts.study_charts import histogram_svg
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.queries.arguments import must_be_reached, parameter
from projections.queries.columns import difference_of

BACK = 100  # events back from the state shown, if no state to compare with is given


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
    before = {"on": query.from_on or page.clocks.on, "known_at": _known_before(query, known)}
    answer = page.worked_out(
        ("changes", pool, page.language.code, query, page.clocks.on, page.known_at),
        lambda: _changes(page, pool, before, after, query.player),
    )
    rows, paragraph = answer.rows
    return page.render(
        "changes.html",
        state=answer.state,
        query=query,
        before=before,
        after=after,
        rows=rows,
        paragraph=paragraph,
        histogram=histogram_svg(
            [row["change"] for row in rows if row["change"]],
            page.translate_text("Number of ratings by change"),
        ),
    )


def _known_before(query: ChangesQuery, known: int) -> int:
    """Two days are compared as known at one position, unless another one is named."""
    if query.from_known is not None:
        return query.from_known
    return known if query.from_on is not None else max(0, known - BACK)


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
