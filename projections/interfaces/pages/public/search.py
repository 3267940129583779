"""The search: players and tournaments of every pool, by whatever is known of their names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TypedDict, cast

from starlette.responses import JSONResponse, Response

from ledger.importing.matching.names import TypedName, folded
from projections.interfaces.pages.public.page_request import PageRequest
from projections.pool_view import PoolView
from projections.queries.answer_types import PersonRow, PlayerRow, PoolRow, TournamentRow
from projections.queries.presentation import rulebook_in_short

MOST_FOUND = 50
MOST_TOURNAMENTS = 20


class FoundPlayer(PlayerRow):
    """A player in a list, with what tells those of one name apart, and the address of his card."""

    club: str | None
    birth_year: int | None
    pool: str
    href: str


class Found(TypedDict):
    """A club or tournament of a list, and its address; it has no ``figure``."""

    name: str
    figure: None
    pool: str
    href: str


class FoundTournament(Found):
    """A tournament of a list."""

    tournament: str
    ended_on: str


def search(page: PageRequest) -> Response:
    """Players and tournaments that a text names; the only player named has his card shown."""
    query = page.parameter("q").strip()
    found = _by_player(_players(page, query)) if query else []
    tournaments = _in_lists(_tournaments(page, query)) if query else []
    clubs = _clubs(page, query) if query else {}
    rated = [*chain(*found)]
    if page.request.query_params.get("format") == "json":
        parts = [_of_club(page, club, lists[0]) for club, lists in clubs.items()]
        rows: list[FoundPlayer | Found] = [*rated, *parts, *(it for it, *_ in tournaments)]
        titles = {pool: page.site.title_of(pool) for pool in page.positions["pools"]}
        return JSONResponse([{**row, "list": titles[row["pool"]]} for row in rows])
    if len(rated) == 1 and not tournaments and not clubs and _is_named(rated[0], query):
        response = Response(status_code=303)
        response.headers["Location"] = rated[0]["href"]
        return response
    pools = [page.ask(it, PoolView.summary) for it in page.positions["pools"]]
    return page.render(
        "search.html",
        query=query,
        found=found,
        tournaments=tournaments,
        clubs=clubs,
        pools=pools,
        lists=_names_of_lists(page, pools),
        MOST_FOUND=MOST_FOUND,
    )


def _names_of_lists(page: PageRequest, pools: Sequence[PoolRow]) -> Mapping[str, str]:
    """The lists by their rulebooks in short if these tell them apart, else by their titles."""
    names = [rulebook_in_short(it["rulebook"]) for it in pools if it["rulebook"] is not None]
    ids = [it["pool"] for it in pools]
    for each in ([it.split()[0] for it in names], names):
        if len(set(each)) == len(pools):
            return dict(zip(ids, each, strict=True))
    return {it: page.site.title_of(it) for it in ids}


def _is_named(row: FoundPlayer, query: str) -> bool:
    """True if somebody has what was typed in his name or id, letter by letter or as a number."""
    others = any(sign.isalpha() for sign in query) and query not in row["player"]
    return not others or TypedName(query).fits(row["name"] or "")


def _players(page: PageRequest, query: str) -> Iterator[FoundPlayer]:
    for pool in page.positions["pools"]:
        found: tuple[Sequence[PlayerRow], Mapping[str, PersonRow]] = page.ask(pool, _named, query)
        for row in found[0]:
            person, href = found[1][row["player"]], page.link(pool, "players", row["player"])
            about = {"club": person["club"], "birth_year": person["birth_year"]}
            yield cast("FoundPlayer", {**row, **about, "pool": pool, "href": href})


def _clubs(page: PageRequest, query: str) -> Mapping[str, Sequence[str]]:
    """Some clubs that have all words of a text in their names, with the lists of their players."""
    words, found = folded(query).split(), dict[str, list[str]]()
    for pool in page.positions["pools"]:
        for club in page.ask(pool, _all_clubs):
            if all(word in folded(club) for word in words):
                found.setdefault(club, []).append(pool)
    return dict(islice(found.items(), MOST_FOUND))


def _of_club(page: PageRequest, club: str, pool: str) -> Found:
    return {"name": club, "figure": None, "pool": pool, "href": page.link(pool, club=club)}


def _all_clubs(view: PoolView) -> Sequence[str]:
    return view.whole_list().facets(lapsed=False).clubs


def _named(view: PoolView, query: str) -> tuple[Sequence[PlayerRow], Mapping[str, PersonRow]]:
    """The players of a list whom a text names, and what else is known of them."""
    found = view.players(query, limit=MOST_FOUND)
    return found, view.people([each["player"] for each in found])


def _by_player(rows: Iterable[FoundPlayer]) -> list[list[FoundPlayer]]:
    """Everybody in the lists where he has a figure; who has none anywhere, in one."""
    of_player: dict[str, list[FoundPlayer]] = {}
    for row in rows:
        of_player.setdefault(row["player"], []).append(row)
    return [
        [each for each in several if each["status"] != "unrated"] or several[:1]
        for several in of_player.values()
    ]


def _tournaments(page: PageRequest, query: str) -> Iterator[FoundTournament]:
    for pool in page.positions["pools"]:
        for each in page.ask(pool, tournament_rows, query, MOST_TOURNAMENTS):
            yield {
                "tournament": each["tournament"],
                "name": each["name"],
                "ended_on": each["ended_on"],
                "figure": None,
                "pool": pool,
                "href": page.link(pool, "tournaments", each["tournament"]),
            }


def _in_lists(rows: Iterable[FoundTournament]) -> list[list[FoundTournament]]:
    """Each tournament in the lists that it belongs to."""
    found: dict[str, list[FoundTournament]] = {}
    for row in rows:
        found.setdefault(row["tournament"], []).append(row)
    return [*found.values()]


def tournament_rows(view: PoolView, query: str, limit: int) -> list[TournamentRow]:
    """The newest tournaments of a list that a text names; "": of all."""
    return list(view.tournaments(query, limit=limit))
