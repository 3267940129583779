"""A season in review, of a pool or of one player, as a page and as a file."""

from collections.abc import Callable, Mapping
from datetime import date

import attrs
from markupsafe import Markup
from starlette.responses import Response

from projections.files.charts.career import career_svg
from projections.files.charts.plots import career_of, spreads
from projections.files.charts.study_charts import distribution_svg
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.audit import DOCUMENT_STYLE
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.answer_types import SeasonReview
from projections.queries.arguments import parameter

FORMS: Mapping[str, str] = {"html": "text/html; charset=utf-8", "pdf": "application/pdf"}
"""The forms of the file, with their media types."""


@attrs.frozen(kw_only=True)
class ReviewQuery:
    """The season that is reviewed."""

    from_: date | None = parameter("Tournaments from this day on.")
    to: date | None = parameter("Tournaments up to this day.")


def review(page: PageRequest) -> Response:
    """The season of a pool, or of the player in the address."""
    pool, query = page.id("pool"), query_of(page.request, ReviewQuery, strict=False)
    player = _player(page)
    answer = page.ask(pool, _review, player, query.from_, query.to)
    found = answer.rows
    first = date.fromisoformat(found["first"])
    return page.render(
        "review.html",
        state=answer.state,
        review=found,
        chart=_chart_of_all(page, found) if player is None else _chart_of(page, found),
        years={
            year: _address(page, player, "", f"{year}-01-01", f"{year}-12-31")
            for year in (first.year - 1, first.year + 1)
        },
        files={
            form: _address(page, player, form, found["first"], found["last"]) for form in FORMS
        },
    )


def _chart_of_all(page: PageRequest, season: SeasonReview) -> Markup:
    """Draw the ratings of all players before and after the season."""
    label = page.translate_text("Ratings then and now")
    return distribution_svg(spreads(season["distribution"], page.language.day), label)


def _chart_of(page: PageRequest, season: SeasonReview) -> Markup:
    """Draw a player's ratings of the season, after the one with which it began."""
    record = page.ask(season["pool"], PoolView.player_to_read, season["player"], page.rows)
    until = [row for row in record["history"] if row["ended_on"] <= season["last"]]
    begun = sum(row["ended_on"] < season["first"] for row in until)
    end = min(date.fromisoformat(season["last"]), page.clocks.on or page.today)
    career = career_of(until[max(0, begun - 1) :], until=end)
    return career_svg(career, page.language, page.translate_text("Rating history"))


def file_as(form: str) -> Callable[[PageRequest], Response]:
    """The season as a file in the language of the page, to send or to print."""

    def review_file(page: PageRequest) -> Response:
        query = query_of(page.request, ReviewQuery, strict=False)
        asked = form, _player(page), (query.from_, query.to), page.language.code
        content = page.ask(page.id("pool"), _exported, *asked)
        disposition = f'attachment; filename="review.{form}"'
        headers = {"Content-Disposition": disposition, "Content-Security-Policy": DOCUMENT_STYLE}
        return Response(content, media_type=FORMS[form], headers=headers)

    return review_file


def _exported(
    view: PoolView, form: str, player: str | None, days: tuple[date | None, date | None], lang: str
) -> bytes:
    first, last = days
    return view.export_review(form, player, first=first, last=last, lang=lang).content


def _player(page: PageRequest) -> str | None:
    return page.id("player") if "player" in page.request.path_params else None


def _review(view: PoolView, player: str | None, first: date | None, last: date | None) -> Answer:
    return Answer(state_of(view), view.review(player, first=first, last=last))


def _address(page: PageRequest, player: str | None, form: str, first: str, last: str) -> str:
    """The address of the review of some days, as a page or in a form."""
    parts = ["players", player] if player is not None else []
    days: Mapping[str, object] = {"from": first, "to": last}
    return page.link(page.id("pool"), *parts, "review", *filter(None, [form]), **days)
