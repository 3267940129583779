"""The tournaments of a pool, and one of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise
from typing import Any, TypeVar

import attrs
from starlette.responses import RedirectResponse, Response

from ledger.events.facts import TournamentSubmitted
from projections.files.charts.plots import crosstable_plot
from projections.interfaces.http.edge.parameters import query_of
from projections.interfaces.pages.public.evaluation_headings import headings_of
from projections.interfaces.pages.public.page_request import (
    Answer,
    PageRequest,
    state_of,
    titles_in,
)
from projections.interfaces.pages.public.tournament_parts import (
    GROUPS,
    MOST_GAMES_OF_A_REASON,
    TournamentQuery,
    by_reason,
    event_of,
    games_used,
    layout_of,
    player_found,
    round_chosen,
)
from projections.pool_view import PoolView
from projections.queries import answer_types as shapes
from projections.queries.arguments import STANDINGS_METHODS, parameter
from projections.queries.evaluated_rows import Evaluated, evaluated_rows
from projections.queries.listings import published_states, submissions_of
from projections.queries.team_table import (
    by_score,
    is_by_boards,
    line_ups,
    match_results,
)
from projections.queries.tie_break_labels import label_of
from projections.queries.tournament_table import Winner, shown_table, team_lines
from projections.queries.wall_order import LAST

RowT = TypeVar("RowT", bound=Mapping[str, Any])


def rounds_of(games: Sequence[RowT]) -> Sequence[tuple[int | None, Sequence[RowT]]]:
    """The games of each round, as they are given: by round and board."""
    return [(number, list(of)) for number, of in groupby(games, key=lambda game: game["round"])]


ROWS_OF_A_PAGE = 50
MOST_GROUPS, MOST_PLACES_OF_A_GROUP, MOST_WINNERS = 12, 20, 3
MOST_UPRIGHT = 7
"""Columns of results that fit on a sheet that is not turned."""
_CONDITIONS = ("name", "place", "starts_on", "format", "rounds", "thinking_time")
_TEXT = "text/plain; charset=utf-8"
FORMS = {
    "trf16": ("TRF16", _TEXT),
    "trf26": ("TRF26", _TEXT),
    "uschess": ("US Chess", "application/zip"),
    "h9": ("h9", _TEXT),
    "aga": ("AGA", _TEXT),
    "csv": ("CSV", "text/csv; charset=utf-8"),
}
"""The files of a tournament, each with its name and type."""
METHODS = ("points", *(each for each in STANDINGS_METHODS if each != "points"))


@attrs.frozen
class TournamentsQuery:
    """The tournaments that are wanted."""

    q: str = parameter("Words of the name, in any spelling, or a part of the id.", "")
    year: int | None = parameter("Ended in this year.")
    format: str = parameter("Only Swiss ones (swiss), round-robin or team.", "")
    from_: str | None = parameter("Ended on this day or later.")
    to: str | None = parameter("Ended on this day or earlier.")
    after: str | None = parameter("Those after this tournament.")


def tournaments(page: PageRequest) -> Response:
    """The tournaments, newest first."""
    pool, query = page.id("pool"), query_of(page.request, TournamentsQuery, strict=False)
    found = (answer := page.ask(pool, _tournaments, query)).rows
    return page.render(
        "tournaments.html",
        state=answer.state,
        query=query,
        found=found,
        titles=page.ask(pool, titles_in, frozenset(found.winning_players)),
        running=page.running_in(pool),
        MOST_WINNERS=MOST_WINNERS,
    )


@attrs.frozen(kw_only=True)
class HeldTournaments:
    """The tournaments of a page, and what was submitted of them.

    ``missed``: the day of the first list for which one ended in time but was submitted too late.
    """

    rows: Sequence[shapes.TournamentRow]
    more: bool
    winners: Mapping[str, Sequence[Winner]]
    facts: Mapping[str, TournamentSubmitted]
    missed: Mapping[str, str]

    @property
    def winning_players(self) -> Iterator[str]:
        """The players among the winners."""
        return (it.player for of in self.winners.values() for it in of if it.player)

    @property
    def places(self) -> Sequence[str]:
        """The places where they were held."""
        return sorted({fact.place for fact in self.facts.values() if fact.place})


def _tournaments(view: PoolView, query: TournamentsQuery) -> Answer:
    """The tournaments of a page, one more if there is another, and the winners of each."""
    first = query.from_ or (f"{query.year:04}-01-01" if query.year else None)
    last = query.to or (f"{query.year:04}-12-31" if query.year else None)
    most, format_ = ROWS_OF_A_PAGE + 1, query.format
    rows = [
        *view.tournaments(
            query.q, first=first, last=last, after=query.after, limit=most, format_=format_
        )
    ]
    ids = [row["tournament"] for row in rows[:ROWS_OF_A_PAGE]]
    with view.answers() as answers:
        lists, submitted = published_states(answers), [*submissions_of(answers, ids)]
    missed = {
        each.fact.tournament: day
        for each in submitted
        for day, position in reversed(lists)
        if position < each.position and each.fact.ended_on.isoformat() <= day
    }
    found = HeldTournaments(
        rows=rows[:ROWS_OF_A_PAGE],
        more=len(rows) > ROWS_OF_A_PAGE,
        winners=view.winners(ids),
        facts={each.fact.tournament: each.fact for each in submitted},
        missed=missed,
    )
    return Answer(state_of(view), found)


@attrs.frozen(kw_only=True)
class TournamentPage:
    """Everything that a tournament's page shows of it, but for standings by another method."""

    evaluation: shapes.TournamentEvaluation
    table: shapes.FinalTable
    submission: shapes.Submission
    games: Sequence[shapes.GameRow]
    forms: Sequence[str]
    clubs: Mapping[str, str | None]
    groups: Sequence[shapes.TournamentRow]
    group_tables: Sequence[shapes.FinalTable]

    @property
    def loose_games(self) -> Sequence[shapes.GameRow]:
        """The games on no board of a match; beside matches, who has no opponent had no board."""
        on_boards = {game for it in self.table.get("matches", ()) for game in it["games"]}
        return [
            game
            for game in self.games
            if game["game"] not in on_boards and (game["black"] or not on_boards)
        ]

    @property
    def data(self) -> Mapping[str, Any]:
        """The conditions on record, with corrections."""
        return {**dict.fromkeys(_CONDITIONS), **(self.submission["data"] or {})}


def tournament(page: PageRequest) -> Response:
    """A tournament: whether it counts, its table, its evaluation, where it comes from."""
    pool, id_ = page.id("pool"), page.id("tournament")
    query = query_of(page.request, TournamentQuery, strict=False)
    found = page.ask(pool, _tournament, id_, query.part == GROUPS)
    evaluation, table = found.evaluation, shown_table(found.table)
    layout = layout_of(query, len(table.lines), len(table.headings), _parts(found))
    rounds = _of_rounds(found, query)
    of_round = rounds["chosen_round"] if layout.part == "rounds" else None
    if query.find and (who := player_found(query.find, found.table["players"], of_round)):
        target = page.here(find="", page=layout.page_of(table.numbers[who]))
        return RedirectResponse(f"{target}#p{table.numbers[who]}", 303)
    in_order = sorted(evaluation["players"], key=lambda row: table.numbers[row["player"]])
    rows = evaluated_rows(in_order, evaluation["rulebook"])
    return page.render(
        "tournament.html",
        200,
        state=page.ask(pool, state_of),
        titles=page.ask(pool, titles_in, frozenset(table.numbers)),
        query=query,
        layout=layout,
        **rounds,
        evaluated={each.row["player"]: each for each in rows},
        used=games_used(query.open, evaluation["players"]),
        not_counted=by_reason(evaluation["games_not_rated"], page.language.translate),
        MOST_GAMES=MOST_GAMES_OF_A_REASON,
        MOST_UPRIGHT=MOST_UPRIGHT,
        MOST_PLACES=MOST_PLACES_OF_A_GROUP,
        found=found,
        data=found.data,
        columns=_columns(rows[layout.rows.start : layout.rows.stop], evaluation["rulebook"]),
        rows=rows,
        **_of_teams(found),
        tie_breaks=[label_of(it) for it in found.table["tie_breaks"]],
        out_of_order=_out_of_order(found.table["players"]),
        table=table,
        forms=[(form, FORMS[form][0]) for form in found.forms],
        methods=METHODS,
        standings=_standings(page, pool, id_, query.method) if query.method else None,
    )


def _columns(rows: Sequence[Evaluated], rulebook: str | None) -> Mapping[str, str]:
    """The columns of a page of ratings; a sentence below has the exceptional performances."""
    headings = headings_of(rows, rulebook).items()
    return {field: heading for field, heading in headings if field != "special"}


def _of_rounds(found: TournamentPage, query: TournamentQuery) -> dict[str, Any]:
    """The matches of each round and the games without one, those of no round at the end."""
    matches = dict(rounds_of(found.table.get("matches", [])))
    games = dict(rounds_of(found.loose_games))
    numbers = sorted({*matches, *games}, key=lambda it: it or LAST)
    return {
        "rounds": [(it, matches.get(it, []), games.get(it, [])) for it in numbers],
        "chosen_round": round_chosen(query, numbers),
        "round_days": _days_of_rounds(found),
        "games_by_id": {game["game"]: game for game in found.games},
    }


def _days_of_rounds(found: TournamentPage) -> Mapping[int | None, Sequence[str]]:
    """The first and the last day of each round: as stated, else those of its games."""
    played = {
        number: [it["played_on"] for it in games if it["played_on"]]
        for number, games in rounds_of(found.games)
    }
    stated = {it["round"]: [it["day"]] for it in found.data.get("round_days", ())}
    return {number: (min(it), max(it)) for number, it in {**played, **stated}.items() if it}


def _of_teams(found: TournamentPage) -> dict[str, object]:
    """The names of the teams, their crosstable, matches, players and boards."""
    table = found.table
    teams = table.get("teams", [])
    first = [it for it in table["players"] if it["place"] and it["place"][0] <= MOST_WINNERS]
    club_of = {player: row["name"] for row in teams for player in row["players"]} or found.clubs
    return {
        "teams": {row["team"]: row["name"] for row in teams},
        "team_of": {player: row["team"] for row in teams for player in row["players"]},
        "team_table": team_lines(table),
        "clubs": club_of if any(club_of.values()) else {},
        "club_names": {*found.clubs.values()},
        "by_boards": is_by_boards(table),
        "best_scorers": first if is_by_boards(table) else [],
        "line_ups": line_ups(table) if teams else {},
        "match_results": match_results(table.get("matches", ())),
        "teams_are_placed": all(it.get("place") for it in found.data.get("teams", ())),
        "has_performance": any(
            it["rating"] and it["rating"]["performance"] for it in table["players"]
        ),
    }


def _parts(found: TournamentPage) -> set[str]:
    """The parts of which a tournament has something."""
    parts = {
        "standings": True,
        "rounds": found.games,
        "crosstable": found.games and not found.table.get("teams"),
        "ratings": found.evaluation["players"] or found.evaluation["games_not_rated"],
        "teams": found.table.get("teams"),
        "about": True,
        GROUPS: found.groups,
    }
    return {part for part, content in parts.items() if content}


def _out_of_order(rows: Sequence[shapes.FinalTableRow]) -> bool:
    """True if a player has more points than another at a better place; rows are by place."""
    placed = [(row["place"][0], row["points"]) for row in rows if row["place"]]
    return any(one != other and more > points for (one, points), (other, more) in pairwise(placed))


def picture(page: PageRequest) -> Response:
    """A tournament's crosstable as a picture."""
    table = page.ask(page.id("pool"), PoolView.crosstable, page.id("tournament"))
    return Response(crosstable_plot(table, page.language.points), media_type="image/svg+xml")


def file_as(form: str) -> Callable[[PageRequest], Response]:
    """A tournament as a file for pairing programs and federations."""

    def tournament_file(page: PageRequest) -> Response:
        pool, id_ = page.id("pool"), page.id("tournament")
        exported = page.ledger.export_tournament(
            id_, form, pool=pool, on=page.clocks.on, known_at=page.position(pool)
        )
        return Response(exported.content, media_type=FORMS[form][1])

    return tournament_file


def _tournament(view: PoolView, id_: str, with_groups: bool) -> TournamentPage:
    table = by_score(view.crosstable(id_))  # first: it has the names of all players
    ended_on = date.fromisoformat(table["ended_on"])
    people = view.people([row["player"] for row in table["players"]], ended_on)
    groups = _groups(view, table["name"], ended_on)
    return TournamentPage(
        table=table,
        groups=groups,
        group_tables=[view.crosstable(it["tournament"]) for it in groups if with_groups],
        clubs={player: person["club"] for player, person in people.items()},
        evaluation=view.tournament(id_),
        submission=view.submission(id_),
        games=view.tournament_games(id_),
        forms=view.tournament_forms(id_, FORMS),
    )


def _groups(view: PoolView, name: str, ended_on: date) -> Sequence[shapes.TournamentRow]:
    """The groups of an event by their names, none if there is only one."""
    event, some_days = event_of(name), timedelta(days=3)
    if not event:
        return []
    about = view.tournaments(
        event, first=ended_on - some_days, last=ended_on + some_days, limit=ROWS_OF_A_PAGE
    )
    found = [row for row in about if event_of(row["name"]) == event]
    found.sort(key=lambda row: (row["name"], row["tournament"]))
    return found[:MOST_GROUPS] if found[1:] else []


def _standings(page: PageRequest, pool: str, id_: str, method: str) -> Mapping[str, object]:
    on, known_at = page.clocks.on, page.position(pool)
    return page.worked_out(
        ("standings", pool, id_, method, on, page.known_at),
        lambda: page.ledger.standings(id_, method=method, on=on, known_at=known_at),
    )
