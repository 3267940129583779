"""A tournament's final table: places, results by opponent or by round, and rating changes."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, Literal, Self, TypeVar

import attrs
from cachetools import LRUCache, cached

from ledger.events.facts import TournamentSubmitted
from ledger.importing.formats.tournament_report import NO_LINE, TableLine
from projections.queries.answer_types import (
    FinalTable,
    FinalTableRow,
    RatingEffect,
    TableGame,
    TeamRow,
)
from projections.queries.answers import Answers
from projections.queries.rating_changes import gain_of, rating_effects
from projections.queries.team_table import board_list, boards_of, is_by_boards, team_table
from projections.queries.wall_order import LAST
from projections.rulebooks.tournament import Game, Tournament

if TYPE_CHECKING:
    from projections.rulebooks.fide_c07.codes import TieBreak
    from projections.rulebooks.fide_c07.table import Table

Layout = Literal["crosstable", "rounds"]
MOST_PLAYERS = 20
"""Players of a crosstable that is still read at a glance."""
MOST_GAINED = 3
MOST_KEPT = 100
"""Tournaments whose places are kept, as long as no game of theirs is corrected."""
BUCHHOLZ, SONNEBORN_BERGER = "buchholz-fide", "sonneborn-berger-fide"
OF_LINE = TableLine.__struct_fields__
NO_LINES: Mapping[str, TableLine] = MappingProxyType({})
CODES = {BUCHHOLZ: "BH", SONNEBORN_BERGER: "SB"}
"""Tie-breaks of tournaments that state none, by their codes."""


@attrs.frozen(kw_only=True)
class Ranking:
    """The places of the players with games, and everybody's points and tie-breaks.

    ``unused``: tie-breaks that the tournament states and that cannot be evaluated.
    ``calculated``: of a table that was submitted, the ranking that follows from the games.
    """

    tie_breaks: Sequence[str]
    unused: Sequence[str]
    places: Mapping[str, tuple[int, int]]
    points: Mapping[str, float]
    values: Mapping[str, Sequence[float]]
    calculated: "Ranking | None" = None


def final_table(answers: Answers, tournament: str) -> FinalTable:
    """The final table of a tournament of the pool.

    It is the one that was submitted, if each player with a game has a place in it.  Otherwise
    places are by points, then by the tie-breaks that the tournament states, as far as they are
    understood; if it states none, by those that fit it.  Equal players share theirs.  Without a
    submitted table, players of teams are in the order of their boards, and have no tie-breaks.

    Raises :class:`~ledger.events.problems.Refused` if no such tournament has ended.
    """
    history = answers.submitted(tournament)
    (given,) = history.tournaments(answers.question.pool, [tournament])
    period, report = answers.evaluated(tournament)
    heading = answers.heading_of(tournament, history)
    fact = history.submission(tournament)
    ranking = ranking_of(fact, given)
    names = answers.names(given.players)
    changes = rating_effects(report.rows, heading["rulebook"])
    games = _games(given)
    last = len(given.players), len(given.players)
    order = sorted(
        given.players, key=lambda it: (ranking.places.get(it, last)[0], names.get(it, ""), it)
    )
    table: FinalTable = {
        "tournament": heading["tournament"],
        "ended_on": heading["ended_on"],
        "rulebook": heading["rulebook"],
        "name": given.name,
        "rated": period is not None and report.excluded is None,
        "layout": layout_of(given),
        "source": "calculated" if ranking.calculated is None else "submitted",
        "tie_breaks": list(ranking.tie_breaks),
        "calculated_by": list((ranking.calculated or ranking).tie_breaks),
        "players": [_row(it, names.get(it), ranking, changes.get(it), games[it]) for it in order],
        "gained_most": _gained_most(changes, heading["rulebook"], order),
    }
    return _completed(table, ranking, fact, given)


def _completed(
    table: FinalTable, ranking: Ranking, fact: TournamentSubmitted, given: Tournament
) -> FinalTable:
    """Add what only some tournaments have."""
    if fact.teams:
        table["teams"], table["matches"] = team_table(fact, given)
        boards = boards_of(table["matches"], given.games)
        for row in table["players"]:
            row["boards"] = boards.get(row["player"], [])
        if is_by_boards(table):
            table["players"] = board_list(table["players"])
    if ranking.unused:
        table["unused_tie_breaks"] = list(ranking.unused)
    return table


def ranking_of(fact: TournamentSubmitted, given: Tournament) -> Ranking:
    """Return the submitted ranking if there is one, else the calculated one."""
    lines, stated = table_lines_of(fact, given), fact.tie_break_codes()
    if fact.teams:  # what is stated decides between them, and players have their points alone
        of_teams = attrs.evolve(given, format="team")
        calculated = attrs.evolve(ranked(of_teams, (), lines), unused=stated)
    else:
        calculated = ranked(given, stated, lines)
    return as_submitted(fact, given, calculated) or calculated


@attrs.frozen
class Winner:
    """A player, or a team by its name alone, with a first place that others may share."""

    player: str | None
    name: str | None


def winners(answers: Answers, tournaments: Sequence[str]) -> Mapping[str, Sequence[Winner]]:
    """The winners of tournaments that have ended; nobody where the teams are not on record."""
    history, found = answers.history(tournaments), dict[str, Sequence[Winner]]()
    for given in history.tournaments(answers.question.pool, tournaments):
        fact, names = history.submission(given.id), answers.names(given.players)
        if fact.teams:
            rows, _ = team_table(fact, given)
            found[given.id] = [Winner(None, it["name"]) for it in rows if it["place"][0] == 1]
        elif places := places_of(fact, given):
            first = [it for it, place in places.items() if place[0] == 1]
            found[given.id] = [Winner(it, names.get(it)) for it in sorted(first)]
    return found


@cached(
    LRUCache(MOST_KEPT),
    key=lambda fact, given: (fact, given.games, *given.players),
    lock=Lock(),
)
def places_of(fact: TournamentSubmitted, given: Tournament) -> Mapping[str, tuple[int, int]]:
    """The places of the players with games; none in a tournament of teams."""
    return {} if given.format == "team" or fact.teams else ranking_of(fact, given).places


def table_lines_of(fact: TournamentSubmitted, given: Tournament) -> Mapping[str, TableLine]:
    """Return the line of the submitted table of everyone who entered."""
    return {
        entrant.player: TableLine(**{name: getattr(stated, name) for name in OF_LINE})
        for entrant, stated in zip(given.entrants, fact.entrants, strict=True)
    }


def as_submitted(
    fact: TournamentSubmitted, given: Tournament, calculated: Ranking
) -> Ranking | None:
    """Return the ranking of the submitted table; None if a player with a game has no place in it.

    Points that the table does not state are those of the games.
    """
    lines = table_lines_of(fact, given)
    places = {player: line.place for player, line in lines.items() if line.place is not None}
    playing = {it for game in given.games for it in (game.white, game.black) if it is not None}
    if not playing or not playing <= places.keys():
        return None
    sharing = Counter(places.values())
    columns = range(max(len(line.tie_breaks) for line in lines.values()))
    stated = {player: line.points for player, line in lines.items() if line.points is not None}
    return Ranking(
        tie_breaks=[fact.tie_break_names[column] for column in columns],
        unused=(),
        places={player: (at, at + sharing[at] - 1) for player, at in places.items()},
        points={**calculated.points, **stated},
        values={it: _padded(lines.get(it, NO_LINE), columns) for it in given.players},
        calculated=calculated,
    )


def _padded(line: TableLine, columns: Sequence[int]) -> Sequence[float]:
    """A line's tie-breaks; a file leaves out the last ones if they are 0."""
    return [*line.tie_breaks, *(0.0 for _ in columns[len(line.tie_breaks) :])]


def layout_of(given: Tournament) -> Layout:
    """The layout of a tournament's results: a crosstable if two thirds of all pairs have met.

    A Swiss tournament is read by rounds, however few have entered.
    """
    if given.format == "swiss" and all(game.round is not None for game in given.games):
        return "rounds"
    pairs = {frozenset((it.white, it.black)) for it in given.games if it.black is not None}
    return "crosstable" if most_have_met(pairs) else "rounds"


def most_have_met(pairs: Collection[frozenset[str]] | Collection[frozenset[int]]) -> bool:
    """True if two thirds of all pairs of a few players have met, as in a crosstable."""
    players = len({each for pair in pairs for each in pair})
    return 2 <= players <= MOST_PLAYERS and len(pairs) * 3 >= players * (players - 1)


def _tie_breaks_of(given: Tournament) -> Sequence[str]:
    """Return the fitting tie-breaks (decision 0142); Buchholz needs different opponents."""
    if given.format in {"knockout", "pairs", "team"} or not given.games:
        return ()
    everybody_met = layout_of(given) == "crosstable"
    if given.discipline == "go":
        return ("SODOS",) if everybody_met else ("SOS", "SOSOS")
    return (SONNEBORN_BERGER,) if everybody_met else (BUCHHOLZ, SONNEBORN_BERGER)


def ranked(
    given: Tournament, stated: Sequence[str], lines: Mapping[str, TableLine] = NO_LINES
) -> Ranking:
    """Return the ranking by the tie-breaks stated, or by those that fit if none is evaluated.

    ``lines`` of the submitted table tell with which McMahon scores the players began.
    """
    from projections.rulebooks.fide_c07.codes import TieBreak, code_of  # noqa: PLC0415
    from projections.rulebooks.fide_c07.p04_order import (  # noqa: PLC0415
        in_order,
        is_missing,
        with_points,
    )
    from projections.rulebooks.fide_c07.table import as_today, table_of  # noqa: PLC0415

    understood = {text: code_of(text) for text in stated}
    table = _with_starts(table_of(given), list(understood.values()), lines)
    evaluated = {
        each.name: each for each in understood.values() if each and not is_missing(table, each)
    }
    used = set(evaluated.values())
    if not evaluated:
        table = as_today(table)
        evaluated = {name: TieBreak(code=CODES.get(name, name)) for name in _tie_breaks_of(given)}
    tie_breaks = with_points(list(evaluated.values()))
    playing = {it for game in given.games for it in (game.white, game.black)}
    groups = [[it for it in given.players if (it in playing) is plays] for plays in (True, False)]
    found = in_order(table, groups, tie_breaks)
    columns = [place for place, each in enumerate(tie_breaks) if each.code != "PTS"]
    return Ranking(
        tie_breaks=[name for name, each in evaluated.items() if each.code != "PTS"],
        unused=[text for text, each in understood.items() if each not in used],
        places={player: place for player, place in found.places.items() if player in playing},
        points={player: score / 2 for player, score in table.scores.items()},
        values={
            player: [float(values[place]) for place in columns]
            for player, values in found.values.items()
        },
    )


def _with_starts(
    table: "Table", stated: Sequence["TieBreak | None"], lines: Mapping[str, TableLine]
) -> "Table":
    """Return the table with the McMahon scores before the first round, if they can be known."""
    from projections.rulebooks.fide_c07.go import starts_of  # noqa: PLC0415

    column = next((at for at, it in enumerate(stated) if it and it.code == "MMS"), None)
    if column is None:
        return table
    scores = {
        player: Fraction(line.tie_breaks[column])
        for player, line in lines.items()
        if column < len(line.tie_breaks)
    }
    return attrs.evolve(table, starts=starts_of(table, scores))


def _games(given: Tournament) -> Mapping[str, list[TableGame]]:
    """Everybody's games by round and board."""
    found: dict[str, list[TableGame]] = {player: [] for player in given.players}
    for game in sorted(given.games, key=lambda it: (it.round or LAST, it.board or LAST, it.game)):
        for player, row in _sides(game):
            found[player].append(row)
    return found


def _sides(game: Game) -> Iterator[tuple[str, TableGame]]:
    of_white: TableGame = {
        "game": game.game,
        "round": game.round,
        "colour": None if game.black is None else "white",
        "opponent": game.black,
        "points": game.white_points,
        "played": game.played,
        "reason": game.reason,
    }
    yield game.white, of_white
    if game.black is not None:
        own = game.black_points
        yield game.black, {**of_white, "colour": "black", "opponent": game.white, "points": own}


def _place(ranking: Ranking, player: str) -> list[int] | None:
    return [*ranking.places.get(player, ())] or None


def _row(
    player: str,
    name: str | None,
    ranking: Ranking,
    change: RatingEffect | None,
    games: list[TableGame],
) -> FinalTableRow:
    calculated = ranking.calculated or ranking
    return {
        "player": player,
        "name": name,
        "place": _place(ranking, player),
        "calculated_place": _place(calculated, player),
        "calculated_points": calculated.points[player],
        "points": ranking.points[player],
        "tie_breaks": list(ranking.values[player]),
        "rating": change,
        "games": games,
    }


def points_before(table: FinalTable, number: int | None) -> Mapping[str, float]:
    """Return the points of the players before a round; empty for the first and for no round."""
    return {
        row["player"]: sum(it["points"] for it in row["games"] if 0 < (it["round"] or 0) < number)
        for row in table["players"]
        if number is not None and number > 1
    }


def _gained_most(
    changes: Mapping[str, RatingEffect], rulebook: str | None, order: Sequence[str]
) -> list[str]:
    """The players who gained most, of equal ones the better placed first."""
    gains = {player: gain_of(each["change"], rulebook) or 0 for player, each in changes.items()}
    gained = [player for player in order if gains.get(player, 0) > 0]
    return sorted(gained, key=lambda it: -gains[it])[:MOST_GAINED]


# --- arranging a final table for reading ---------------------------------------------------------


RowT = TypeVar("RowT")
CellT = TypeVar("CellT")
Cells = Mapping[int, Sequence[tuple[int | None, CellT]]]
"""The contents of each line, from 1, each with its column: the line of an opponent, or a round."""


@attrs.frozen
class ShownLine(Generic[RowT, CellT]):
    """The line of a player or a team, with what is in each column."""

    row: RowT
    cells: Sequence[Sequence[CellT]]


@attrs.frozen
class ShownTable(Generic[RowT, CellT]):
    """A table as people read it: by opponents, whose lines head the columns, or by rounds.

    ``numbers``: the line of each player, from 1.
    """

    by_opponent: bool
    headings: Sequence[int]
    lines: Sequence[ShownLine[RowT, CellT]]
    numbers: Mapping[str, int]

    @classmethod
    def of(
        cls,
        by_opponent: bool,
        rows: Sequence[RowT],
        cells: Cells[CellT],
        numbers: Mapping[str, int] = MappingProxyType({}),
    ) -> Self:
        """Lay out the cells of the lines."""
        columns = {at for of_line in cells.values() for at, _ in of_line if at is not None}
        headings = range(1, len(rows) + 1) if by_opponent else sorted(columns)
        lines = []
        for line, row in enumerate(rows, start=1):
            own = cells.get(line, ())
            in_columns = [[it for at, it in own if at == each] for each in headings]
            lines.append(ShownLine(row, in_columns))
        return cls(by_opponent, headings, lines, numbers)


def team_lines(table: FinalTable) -> ShownTable[TeamRow, tuple[int, int, float]]:
    """The teams with their matches: round, the opponent's line and the own board points.

    It is by rounds if many of the teams have not met.
    """
    teams, matches = table.get("teams", []), table.get("matches", [])
    numbers = {row["team"]: number for number, row in enumerate(teams, start=1)}
    by_opponent = most_have_met({frozenset((it["team"], it["opponent"])) for it in matches})
    cells = defaultdict[int, list[tuple[int | None, tuple[int, int, float]]]](list)
    for it in matches:
        one, other = numbers[it["team"]], numbers[it["opponent"]]
        for own, its, points in ((one, other, it["points"]), (other, one, it["opponent_points"])):
            cells[own].append((its if by_opponent else it["round"], (it["round"], its, points)))
    return ShownTable.of(by_opponent, teams, cells)


def shown_table(table: FinalTable) -> ShownTable[FinalTableRow, TableGame]:
    """The players with their games, by the layout that the table has."""
    players, by_opponent = table["players"], table["layout"] == "crosstable"
    numbers = {row["player"]: number for number, row in enumerate(players, start=1)}
    cells = {
        numbers[row["player"]]: [
            (numbers.get(it["opponent"] or "") if by_opponent else it["round"], it)
            for it in row["games"]
        ]
        for row in players
    }
    return ShownTable.of(by_opponent, players, cells, numbers)
