"""The teams of a tournament: their table, and the matches that its games make up."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ledger.events.facts import Team, TournamentSubmitted
from projections.queries.answer_types import (
    FinalTable,
    FinalTableRow,
    TeamMatch,
    TeamRow,
)
from projections.queries.wall_order import LAST
from projections.rulebooks.tournament import Game, Tournament

WON, DRAWN = 2.0, 1.0
"""Match points of a match won and drawn, if the submitted table has none."""


def team_table(
    fact: TournamentSubmitted, given: Tournament
) -> tuple[list[TeamRow], list[TeamMatch]]:
    """Return the teams by their places, and their matches by round.

    Match and board points are those that were submitted, otherwise those of the games.  So are
    the places if each team has one; otherwise they are by match points, then by board points.
    """
    team_of = {
        entrant.player: stated.team
        for entrant, stated in zip(given.entrants, fact.entrants, strict=True)
        if stated.team is not None
    }
    matches = _matches(given.games, team_of)
    results, board_points = match_results(matches), _board_points(given.games, team_of)
    rows = [
        _row(team, results[team.number], board_points.get(team.number, 0.0), team_of)
        for team in fact.teams
    ]
    return _placed(rows, [team.place for team in fact.teams]), matches


def _matches(games: Iterable[Game], team_of: Mapping[str, int]) -> list[TeamMatch]:
    """The matches: in one round, the games between players of two teams.

    A bye with points is a board to which the only opponent of the team in the round sent nobody.
    """
    found: defaultdict[tuple[int, int, int], list[Game]] = defaultdict(list)
    opponents: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    byes: list[tuple[int, int, Game]] = []
    for game in games:
        white, black = team_of.get(game.white), team_of.get(game.black or "")
        if white is None or game.round is None:
            continue
        if game.black is None and not game.white_points:
            continue  # he was not lined up; where a board was lost, the winner's bye tells of it
        if game.black is None:
            byes.append((game.round, white, game))
        elif black is not None and white != black:
            found[game.round, min(white, black), max(white, black)].append(game)
            opponents[game.round, white].add(black)
            opponents[game.round, black].add(white)
    for round_, team, bye in byes:
        if len(opponents[round_, team]) == 1:
            (other,) = opponents[round_, team]
            found[round_, min(team, other), max(team, other)].append(bye)
    return [_match(*key, found[key], team_of) for key in sorted(found)]


def _match(
    round_: int, one: int, other: int, games: Sequence[Game], team_of: Mapping[str, int]
) -> TeamMatch:
    points = _board_points(games, team_of)
    lists = {team: [it for it, its in team_of.items() if its == team] for team in (one, other)}

    def place(game: Game) -> tuple[float, int]:
        sides = filter(None, (game.white, game.black))
        return game.board or LAST, min(lists[team_of[it]].index(it) for it in sides)

    in_order = sorted(games, key=place)
    return {
        "round": round_,
        "team": one,
        "opponent": other,
        "points": points.get(one, 0.0),
        "opponent_points": points.get(other, 0.0),
        "games": [game.game for game in in_order],
    }


def _board_points(games: Iterable[Game], team_of: Mapping[str, int]) -> Mapping[int, float]:
    """The points of the players of each team; a board without an opponent counts, too."""
    points: defaultdict[int, float] = defaultdict(float)
    for game in games:
        for player, scored in ((game.white, game.white_points), (game.black, game.black_points)):
            if (team := team_of.get(player or "")) is not None:
                points[team] += scored
    return points


def match_results(matches: Iterable[TeamMatch]) -> Mapping[int, Sequence[int]]:
    """The matches that each team has won, drawn and lost."""
    found: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for match in matches:
        lead = match["points"] - match["opponent_points"]
        for team, by in ((match["team"], lead), (match["opponent"], -lead)):
            found[team][0 if by > 0 else 1 if by == 0 else 2] += 1
    return found


def _row(
    team: Team, results: Sequence[int], board_points: float, team_of: Mapping[str, int]
) -> TeamRow:
    stated_match, stated_board = team.match_points, team.board_points
    match_points = WON * results[0] + DRAWN * results[1]
    return {
        "team": team.number,
        "name": team.name,
        "place": [],
        "match_points": match_points if stated_match is None else stated_match,
        "board_points": board_points if stated_board is None else stated_board,
        "players": [player for player, number in team_of.items() if number == team.number],
    }


def _placed(rows: Sequence[TeamRow], stated: Sequence[int | None]) -> list[TeamRow]:
    """The teams in the order of their places, which equal teams share."""
    places = [place for place in stated if place is not None]
    if len(places) < len(rows):
        strengths = [(row["match_points"], row["board_points"]) for row in rows]
        places = [1 + sum(other > own for other in strengths) for own in strengths]
    sharing = Counter(places)
    placed: list[TeamRow] = [
        {**row, "place": [place, place + sharing[place] - 1]}
        for row, place in zip(rows, places, strict=True)
    ]
    return sorted(placed, key=lambda row: (row["place"], row["team"]))


def boards_of(matches: Sequence[TeamMatch], games: Iterable[Game]) -> Mapping[str, list[int]]:
    """The first and the last board of each player in the matches of his team.

    Boards without numbers are counted.
    """
    by_id, found = {game.game: game for game in games}, defaultdict[str, set[int]](set)
    for match in matches:
        for place, game in enumerate(map(by_id.__getitem__, match["games"]), start=1):
            for player in filter(None, (game.white, game.black)):
                found[player].add(game.board or place)
    return {player: [min(boards), max(boards)] for player, boards in found.items()}


def is_by_boards(table: FinalTable) -> bool:
    """True if the players are a board list: those of teams, without places that were submitted."""
    return "teams" in table and table["source"] == "calculated"


def board_list(players: Iterable[FinalTableRow]) -> list[FinalTableRow]:
    """The players by their first boards, on each the best per cent first."""
    return sorted(players, key=lambda row: ([*row["boards"], LAST][0], -percent_of(row)))


def by_score(table: FinalTable) -> FinalTable:
    """The table with a board list by points, of equal ones the best per cent first; and places."""
    if not is_by_boards(table):
        return table
    scores = {row["player"]: (-row["points"], -percent_of(row)) for row in table["players"]}
    rows = sorted(table["players"], key=lambda row: scores[row["player"]])
    order = sorted(scores.values())
    places = {it: [bisect_left(order, it) + 1, bisect_right(order, it)] for it in order}
    return {**table, "players": [{**it, "place": places[scores[it["player"]]]} for it in rows]}


def percent_of(row: FinalTableRow) -> float:
    """A player's points as a percentage of the games, 0 without any."""
    return 100 * row["points"] / max(len(row["games"]), 1)


def line_ups(table: FinalTable) -> Mapping[int, Sequence[FinalTableRow]]:
    """The players of each team by their boards, those who did not play at the end."""
    rows = sorted(table["players"], key=lambda row: row["boards"] or [LAST])
    return {
        team["team"]: [row for row in rows if row["player"] in team["players"]]
        for team in table["teams"]
    }
