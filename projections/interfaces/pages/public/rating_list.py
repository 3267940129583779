"""The list of a pool: places, figures, what has changed; filters, order, pages, files."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any

import attrs
from starlette.responses import Response

from ledger.events.facts import TournamentSubmitted
from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.importing.matching.names import folded
from projections.files.charts.sparkline import sparkline
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.page_request import (
    Answer,
    PageRequest,
    state_of,
    titles_in,
)
from projections.pool_view import PoolView
from projections.queries.answer_types import RatingRow, TournamentRow
from projections.queries.arguments import parameter
from projections.queries.columns import RATING_LIST
from projections.queries.list_filter import ListFilter
from projections.queries.listings import submitted_tournaments, tournaments_of_teams
from projections.queries.presentation import lower_is_stronger
from projections.queries.rating_changes import gain_of
from projections.queries.rating_list import ListBefore, corrected_since, name_of_list
from projections.queries.whole_list import Facets, WholeList

ROWS_OF_A_PAGE = 100
SHOWN = (
    *("place", "club", "birth_year", "federation"),
    *("before", "change", "entry"),
)
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ORDERS: Mapping[str, Callable[[WholeList, str | None, str], Any]] = {
    "name": lambda it, _, player: (
        it.persons[player].name is None,
        it.persons[player].sorted_name,
    ),
    "club": lambda it, _, player: (
        it.persons[player].club is None,
        folded(it.persons[player].club or ""),
    ),
    "change": lambda it, rulebook, player: -(gain_of(it.change(player), rulebook) or 0),
    "until": lambda it, _, player: it.ranked.standings[player].valid_until or date.max,
}
AGES = ("U20", "U18", "U16", "U14", "U12", "U10", "50+", "65+")
"""The age groups that lists are offered for; any other can be typed."""
FIRST = 100
MOST_ON_PAPER = 1_000
"""Players of a list that a reader may have as a PDF."""


@attrs.frozen(kw_only=True)
class ListQuery(ListFilter):
    """The part of a list that is wanted, and its order."""

    lapsed: str = parameter("Any value: include lapsed ratings.", "")
    sort: str = parameter("place, name, club, change or until.", "place")
    page: int = parameter("Which page of the list, from 1.", 1)

    @property
    def divides(self) -> bool:
        """True if anybody but the last of the list is left out."""
        return bool(attrs.evolve(self, top=None))

    @property
    def filter(self) -> Mapping[str, object]:
        """The filter as the query of an address."""
        return {each.name: getattr(self, each.name) for each in attrs.fields(ListFilter)}

    @property
    def is_quick(self) -> bool:
        """True if nothing is asked for but one of the lists that are offered."""
        typed = (self.q, self.club, self.born_from, self.born_to, self.federation, self.lapsed)
        return not any(typed)


FIRST_OF_A_CLUB, MOST_OF_A_CLUB = 8, 3


@attrs.frozen(kw_only=True)
class ClubGlance:
    """A club: the mean of its first players, its youngest player, and who gained most."""

    name: str
    first: Sequence[str]
    mean: float | None
    youngest: str | None
    gained: Sequence[str]


def club_glance(view: PoolView, whole: WholeList, named: str) -> ClubGlance | None:
    """Return a glance at the one club that is named so, whatever else is filtered; or None."""
    players = whole.matching(ListFilter(club=named), lapsed=False)
    clubs = {whole.persons[player].club for player in players}
    if len(clubs) != 1 or (club := next(iter(clubs))) is None:
        return None
    standings, rulebook = whole.ranked.standings, view.rulebook
    first = [it for it in players if standings[it].figure is not None][:FIRST_OF_A_CLUB]
    born = {player: whole.persons[player].birth_year or 0 for player in players}
    youngest = max(players, key=lambda it: born[it])
    gains = {player: gain_of(whole.change(player), rulebook) or 0 for player in players}
    best = sorted((it for it in players if gains[it] > 0), key=lambda it: -gains[it])
    return ClubGlance(
        name=club,
        first=first,
        mean=sum(standings[it].figure or 0 for it in first) / len(first) if first else None,
        youngest=youngest if born[youngest] else None,
        gained=best[:MOST_OF_A_CLUB],
    )


@attrs.frozen
class ListPage:
    """One page of a list, with what is said of the whole of it.

    ``last_events``: those of the rows.  ``corrected``: of whose changes corrections are a part.
    ``within``: the places among the players who match the filter; empty without one.  ``club``:
    that of all of them, with its tournaments, those of its teams, and the rows of the players
    named there.
    """

    called: Message
    rows: Sequence[RatingRow]
    total: int
    everybody: int
    since: str | None
    number: int
    pages: int
    last_events: Mapping[str, TournamentSubmitted]
    corrected: Collection[str]
    climbed: Mapping[str, int | None]
    trends: Mapping[str, Sequence[float | None]]
    within: Mapping[str, int]
    facets: Facets
    club: ClubGlance | None
    held_by_club: Sequence[TournamentRow]
    with_teams: Sequence[TournamentSubmitted]
    named_of_club: Mapping[str, RatingRow]
    born_of_namesakes: Mapping[str, int | None]


def rating_list(page: PageRequest) -> Response:
    """The list of the day."""
    pool, query = page.id("pool"), query_of(page.request, ListQuery, strict=False)
    answer = page.ask(pool, list_page, query)
    shown: ListPage = answer.rows
    lower, born = lower_is_stronger(answer.state.rulebook), shown.facets.born
    of_age = [ListFilter(age=it).in_year(int(answer.state.day[:4])) for it in AGES]
    return page.render(
        "rating_list.html",
        state=answer.state,
        titles=page.ask(pool, titles_in, frozenset(row["player"] for row in shown.rows)),
        columns=RATING_LIST,
        query=query,
        ages=[it.age for it in of_age if any(map(it.fits_birth_year, born))],
        MOST_ON_PAPER=MOST_ON_PAPER,
        sparklines={
            player: sparkline(figures, lower_is_stronger=lower)
            for player, figures in shown.trends.items()
        },
        **attrs.asdict(shown, recurse=False),
        **attrs.asdict(shown.facets, recurse=False),
    )


def list_page(view: PoolView, query: ListQuery) -> Answer:
    """One page of the list of the day, as it is filtered and sorted."""
    whole, lapsed = view.whole_list(), bool(query.lapsed)
    found = whole.matching(query, lapsed=lapsed, named=view.named(query.q))
    within = whole.ranked.places_among(found) if query.divides else {}
    club = club_glance(view, whole, query.club) if query.club and found else None
    held = view.tournaments(club.name, limit=2 * MOST_OF_A_CLUB) if club else ()
    noted = [it for it in (club.youngest, *club.gained) if it is not None] if club else []
    if (order := ORDERS.get(query.sort)) is not None:
        found.sort(key=partial(order, whole, view.rulebook))
    pages = max(1, -(-len(found) // ROWS_OF_A_PAGE))
    number = min(max(query.page, 1), pages)
    players = found[(number - 1) * ROWS_OF_A_PAGE : number * ROWS_OF_A_PAGE]
    rows = view.rows_of(whole, players, SHOWN)
    with view.answers() as answers:
        named = {row["last_event"] for row in rows if row["last_event"]}
        last_events = submitted_tournaments(answers, named)
        called = name_of_list(answers)
        with_teams = tournaments_of_teams(answers, club.name, club.first) if club else ()
    shown = ListPage(
        called=called,
        rows=rows,
        total=len(found),
        everybody=len(whole.players(lapsed=lapsed)),
        since=whole.since,
        number=number,
        pages=pages,
        last_events=last_events,
        corrected=_corrected(view, whole.before, rows),
        climbed={player: whole.climbed(player) for player in players},
        trends=view.trends(players),
        within={player: within[player] for player in players if player in within},
        facets=whole.facets(lapsed=lapsed),
        club=club,
        held_by_club=[it for it in held if club and club.name in it["name"]][:MOST_OF_A_CLUB],
        with_teams=with_teams[:MOST_OF_A_CLUB],
        named_of_club={row["player"]: row for row in view.rows_of(whole, noted, SHOWN)},
        born_of_namesakes={it: whole.born_of_namesakes.get(it) for it in noted},
    )
    return Answer(state_of(view), shown)


def _corrected(
    view: PoolView, before: ListBefore | None, rows: Sequence[RatingRow]
) -> Collection[str]:
    """Return the players of whose change a part is in their rating on the list before."""
    changed = [row["player"] for row in rows if row["change"]]
    if before is None or not changed:
        return ()
    with view.answers() as answers:
        return {it for it, part in corrected_since(answers, before, changed).items() if part}


def file_as(form: str) -> Callable[[PageRequest], Response]:
    """The list as a file for programs."""

    def rating_list_file(page: PageRequest) -> Response:
        only = query_of(page.request, ListQuery, strict=False)
        asked = form, page.language.code, page.site.revision, only
        content = page.ask(page.id("pool"), _exported, *asked)
        return Response(content, media_type=MEDIA_TYPES[form])

    return rating_list_file


def _exported(view: PoolView, form: str, lang: str, _: str, only: ListQuery) -> bytes:
    if form == "pdf" and len(view.whole_list().matching(only, lapsed=False)) > MOST_ON_PAPER:
        message = Message(
            "a PDF has at most %(most)s players: filter the list", most=MOST_ON_PAPER
        )
        raise refusal("too-large", message, "form")
    by_club = only.sort == "club"
    return view.export_ratings(form, only, by_club=by_club, lang=lang).content
