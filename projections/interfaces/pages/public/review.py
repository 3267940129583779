"""A season in review, of a pool or of one player, as a page and as a file."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from operator import itemgetter
from typing import Any

import attrs
from markupsafe import Markup
from starlette.responses import Response

from projections.files.charts.career import career_svg
from projections.files.charts.panel import for_screens
from projections.files.charts.plots import career_of, spreads
from projections.files.charts.study_charts import (
    Distribution,
    distribution_svg,
    names_with_players,
)
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.audit import DOCUMENT_STYLE
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.interfaces.pages.public.player import places_in
from projections.pool_view import PoolView
from projections.queries.answer_types import ChangeRow, SeasonReview
from projections.queries.arguments import parameter
from projections.queries.player_profile import changes_of
from projections.queries.rating_changes import gain_of
from projections.queries.row_cache import RowCache
from projections.queries.season_review import season_of

FORMS: Mapping[str, str] = {"html": "text/html; charset=utf-8", "pdf": "application/pdf"}
"""The forms of the file, with their media types."""
ONCE, MOST_ONCE = (1, 0, 0), 3
"""The podiums of a player who was first once; how many of these have a row of their own."""


@attrs.frozen(kw_only=True)
class ReviewQuery:
    """The season that is reviewed."""

    from_: date | None = parameter("Tournaments from this day on.")
    to: date | None = parameter("Tournaments up to this day.")


def review(page: PageRequest) -> Response:
    """The season of a pool, or of the player in the address; one that is running: so far."""
    pool, query = page.id("pool"), query_of(page.request, ReviewQuery, strict=False)
    player, state = _player(page), page.ask(pool, state_of)
    first = query.from_ or date(date.fromisoformat(state.day).year, 1, 1)
    last, until = query.to or date(first.year, 12, 31), page.last_day(state)
    is_running = first <= until < last
    answer = page.ask(pool, _review, player, first, until if is_running else last)
    found = answer.rows.review
    shown = spreads(found["distribution"], page.language.day) if player is None else []
    return page.render(
        "review.html",
        state=answer.state,
        review=found,
        season=answer.rows,
        **_places_of(found),
        is_running=is_running,
        born=page.ask(pool, _born_of_namesakes),
        names=names_with_players(shown),
        chart=_chart_of_all(page, shown) if player is None else _chart_of(page, found),
        **({} if player is None else _of_player(page, found)),
        years={
            year: year != first.year
            and _address(page, player, "", f"{year}-01-01", f"{year}-12-31")
            for year in (first.year - 1, first.year, first.year + 1)
        },
        files={
            form: _address(page, player, form, found["first"], found["last"]) for form in FORMS
        },
    )


def _places_of(season: SeasonReview) -> dict[str, Any]:
    """The players on podiums, those with one first place alone apart if there are many."""
    medals = itemgetter("first", "second", "third")
    once = [row for row in season["podiums"] if medals(row) == ONCE]
    once = once if len(once) > MOST_ONCE else []
    return {"podiums": [row for row in season["podiums"] if row not in once], "once": once}


def _of_player(page: PageRequest, season: SeasonReview) -> dict[str, Any]:
    """The tournaments of a player's season, and the best of them."""
    pool, player = season["pool"], str(season["player"])
    asked = player, season["first"], season["last"], page.rows
    played = page.ask(pool, _played, *asked)
    places = places_in(page, pool, player, (it["tournament"] for it in played))
    best = max(played, key=lambda it: gain_of(it["change"], it["rulebook"]) or 0, default=None)
    return {"played": played, "places": places, "best": best}


def _played(
    view: PoolView, player: str, first: str, last: str, kept: RowCache
) -> Sequence[ChangeRow]:
    """The tournaments with their effects, newest first."""
    history = view.player_to_read(player, kept)["history"]
    rows = [row for row in history if row["tournament"] and first <= row["ended_on"] <= last]
    with view.answers() as answers:
        return [*changes_of(answers, rows)]


def _born_of_namesakes(view: PoolView) -> Mapping[str, int]:
    return view.whole_list().born_of_namesakes


def _chart_of_all(page: PageRequest, shown: Sequence[Distribution]) -> Markup:
    """Draw the ratings of all players before and after the season."""
    label = page.translate_text("Ratings then and now")
    return for_screens(partial(distribution_svg, with_names=False), shown, label)


def _chart_of(page: PageRequest, season: SeasonReview) -> Markup:
    """Draw a player's ratings of the season, from that with which it began."""
    record = page.ask(season["pool"], PoolView.player_to_read, season["player"], page.rows)
    until = [row for row in record["history"] if row["ended_on"] <= season["last"]]
    earlier = sum(row["ended_on"] < season["first"] for row in until)
    first, last = (date.fromisoformat(season[name]) for name in ("first", "last"))
    career = career_of(until[max(0, earlier - 1) :], until=last)
    begun = [each for each in career.points if each.day < first][-1:]
    points = [attrs.evolve(each, day=first, points=None, href="") for each in begun]
    points += [each for each in career.points if each.day >= first]
    career = attrs.evolve(career, points=points)
    label = page.translate_text("Rating history")
    return for_screens(career_svg, career, page.language, label)


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
    with view.answers() as answers:
        return Answer(state_of(view), season_of(answers, first, last, player))


def _address(page: PageRequest, player: str | None, form: str, first: str, last: str) -> str:
    """The address of the review of some days, as a page or in a form."""
    parts = ["players", player] if player is not None else []
    days: Mapping[str, object] = {"from": first, "to": last}
    return page.link(page.id("pool"), *parts, "review", *filter(None, [form]), **days)
