"""The list of a pool: places, figures, what has changed; filters, order, pages, files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
from starlette.responses import Response

from ledger.importing.matching.names import folded
from projections.files.charts.sparkline import sparkline
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import Answer, PageRequest, state_of
from projections.pool_view import PoolView
from projections.queries.answer_types import RatingRow
from projections.queries.arguments import one_of, parameter
from projections.queries.columns import RATING_LIST
from projections.queries.list_filter import SEXES, ListFilter
from projections.queries.presentation import lower_is_stronger

ROWS_OF_A_PAGE = 100
SHOWN = (
    *("place", "club", "birth_year", "federation"),
    *("before", "change", "place_before", "entry"),
)
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ORDERS: Mapping[str, Callable[[RatingRow], Any]] = {
    "name": lambda row: (row["name"] is None, folded(row["name"] or "")),
    "club": lambda row: (row["club"] is None, folded(row["club"] or "")),
    "change": lambda row: -(row["change"] or 0),
    "until": lambda row: row["valid_until"] or "9999",
}


AGES = ("U20", "U18", "U16", "U14", "U12", "U10", "50+", "65+")
"""The age groups that lists are offered for; any other can be typed."""
FIRST = 100
MOST_LETTERS = 40


@attrs.frozen(kw_only=True)
class ListQuery(ListFilter):
    """The part of a list that is wanted, and its order."""

    lapsed: str = parameter("Any value: include lapsed ratings.", "")
    sort: str = parameter("place, name, club, change or until.", "place")
    page: int = parameter("Which page of the list, from 1.", 1)

    @property
    def is_quick(self) -> bool:
        """True if nothing is asked for but one of the lists that are offered."""
        typed = (self.q, self.club, self.born_from, self.born_to, self.federation, self.lapsed)
        return not any(typed)


def rating_list(page: PageRequest) -> Response:
    """The list of the day."""
    pool, query = page.id("pool"), query_of(page.request, ListQuery, strict=False)
    answer = page.ask(pool, listed_rows, bool(query.lapsed))
    everybody = answer.rows["players"]
    rows = _wanted(page, pool, query.in_year(int(answer.state.day[:4])), everybody)[: query.top]
    if query.sort in ORDERS:
        rows.sort(key=ORDERS[query.sort])
    pages = max(1, -(-len(rows) // ROWS_OF_A_PAGE))
    number = min(max(query.page, 1), pages)
    shown = rows[(number - 1) * ROWS_OF_A_PAGE : number * ROWS_OF_A_PAGE]
    trends = page.ask(pool, PoolView.trends, tuple(row["player"] for row in shown))
    lower = lower_is_stronger(answer.state.rulebook)
    return page.render(
        "rating_list.html",
        state=answer.state,
        columns=RATING_LIST,
        query=query,
        rows=shown,
        total=len(rows),
        everybody=len(everybody),
        since=answer.rows["since"],
        names=_names(page, pool, shown),
        number=number,
        pages=pages,
        ages=AGES,
        sparklines={
            player: sparkline(figures, lower_is_stronger=lower)
            for player, figures in trends.items()
        },
        **page.ask(pool, _facets, bool(query.lapsed)),
    )


def _facets(view: PoolView, lapsed: bool) -> Mapping[str, Any]:
    """Return the properties in which the players of a list differ; only these are filters."""
    rows = _listed(view, lapsed)
    named = {row["player"]: row for row in rows if row["name"] is not None}
    letters = sorted({folded(row["name"] or "")[:1].upper() for row in named.values()} - {""})
    clubs = {row["club"] for row in rows if row["club"]}
    return {
        "letters": [each for each in letters if each.isalpha()][:MOST_LETTERS],
        "clubs": sorted(clubs, key=folded),
        "federations": sorted({row["federation"] for row in rows if row["federation"]}),
        "knows_ages": any(row["birth_year"] for row in rows),
        "knows_sexes": "f" in view.sexes(named).values(),
    }


def _wanted(
    page: PageRequest, pool: str, query: ListQuery, rows: Sequence[RatingRow]
) -> list[RatingRow]:
    if query.sex:
        one_of(query.sex, SEXES, "sex")
        named = {row["player"]: row["name"] for row in rows if row["name"] is not None}
        sexes = page.ask(pool, _sexes, tuple(named))
        rows = [row for row in rows if sexes.get(row["player"]) == query.sex]
        query = attrs.evolve(query, sex="")
    return [row for row in rows if query.matches(row)]


def _sexes(view: PoolView, players: Sequence[str]) -> Mapping[str, str | None]:
    return view.sexes(dict.fromkeys(players))


def file_as(form: str) -> Callable[[PageRequest], Response]:
    """The list as a file for programs."""

    def rating_list_file(page: PageRequest) -> Response:
        content = page.ask(
            page.id("pool"), _exported, form, page.language.code, page.site.revision
        )
        return Response(content, media_type=MEDIA_TYPES[form])

    return rating_list_file


def listed_rows(view: PoolView, lapsed: bool) -> Answer:
    """The whole list of the day, which the list's pages and every card share."""
    since = view.compared_with
    return Answer(
        state_of(view),
        {"since": since and since.isoformat(), "players": _listed(view, lapsed)},
    )


def _listed(view: PoolView, lapsed: bool) -> Sequence[RatingRow]:
    return view.ratings(lapsed=lapsed, columns=SHOWN)


def _exported(view: PoolView, form: str, lang: str, _: str) -> bytes:
    return view.export_ratings(form, lang=lang).content


def _names(page: PageRequest, pool: str, rows: Sequence[RatingRow]) -> Mapping[str, str]:
    events = tuple(sorted({row["last_event"] for row in rows if row["last_event"]}))
    return page.ask(pool, PoolView.tournament_names, events)
