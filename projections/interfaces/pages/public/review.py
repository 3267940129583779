"""A season in review, of a pool or of one player, as a page and as a file."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import attrs
from starlette.responses import Response

from projections.interfaces.files.charts.plots import review_spreads
from projections.interfaces.files.charts.study_charts import distribution_svg
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.operations.pool_view import PoolView
from projections.queries.arguments import parameter


@attrs.frozen(kw_only=True)
class ReviewQuery:
    """The season that is reviewed."""

    from_: date | None = parameter("Tournaments from this day on.")
    to: date | None = parameter("Tournaments up to this day.")


def review(page: PageRequest) -> Response:
    """The season of a pool, or of the player in the address."""
    pool, query = page.id("pool"), query_of(page.request, ReviewQuery, strict=False)
    player = page.id("player") if "player" in page.request.path_params else None
    answer = page.ask(pool, _review, player, query.from_, query.to)
    found = answer.rows
    first = date.fromisoformat(found["first"])
    return page.render(
        "review.html",
        state=answer.state,
        review=found,
        chart=distribution_svg(
            review_spreads(found, page.language.day), page.translate_text("Ratings then and now")
        ),
        years={year: _year(page, pool, player, year) for year in (first.year - 1, first.year + 1)},
    )


def _review(view: PoolView, player: str | None, first: date | None, last: date | None) -> Answer:
    return Answer(state_of(view), view.review(player, first=first, last=last))


def _year(page: PageRequest, pool: str, player: str | None, year: int) -> str:
    """The address of the review of a calendar year."""
    parts = [pool, "review"] if player is None else [pool, "players", player, "review"]
    days: Mapping[str, Any] = {"from": f"{year}-01-01", "to": f"{year}-12-31"}
    return page.link(*parts, **days)
