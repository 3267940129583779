"""A tournament's final table: places, results by opponent or by round, and rating changes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from projections.queries.answer_types import FinalTable, FinalTableRow, RatingEffect, TableGame
from projections.queries.answers import Answers
from projections.queries.rating_changes import gain_of, rating_effect
from projections.rulebooks.tournament import Game, Tournament

Layout = Literal["crosstable", "rounds"]
MOST_PLAYERS = 20
"""Players of a crosstable that is still read at a glance."""
MOST_GAINED = 3
BUCHHOLZ, SONNEBORN_BERGER = "buchholz-fide", "sonneborn-berger-fide"
CODES = {BUCHHOLZ: "BH", SONNEBORN_BERGER: "SB"}


Score = tuple[float, ...]
"""A player's points, then the tie-breaks in the order in which they decide."""


def final_table(answers: Answers, tournament: str) -> FinalTable:
    """The final table of a tournament of the pool.

    Places are by points, then by the ``tie_breaks``; equal players share theirs.

    Raises :class:`~ledger.events.problems.Refused` if no such tournament has ended.
    """
    history = answers.submitted(tournament)
    pool = answers.question.pool
    (given,) = history.tournaments(pool, [tournament])
    period, report = answers.evaluated(tournament)
    heading = answers.heading_of(tournament, history)
    layout, tie_breaks = layout_of(given), _tie_breaks_of(given)
    scores = _scores(given, tie_breaks)
    names = answers.names(given.players)
    rows = defaultdict(list)
    for row in report.rows:
        rows[row["player"]].append(row)
    changes = {it: rating_effect(each, heading["rulebook"]) for it, each in rows.items()}
    games = _games(given)
    places = _places(scores, games)
    order = sorted(
        given.players,
        key=lambda it: (places[it][0] if it in places else len(scores) + 1, names.get(it, ""), it),
    )
    gains = {it: gain_of(each["change"], heading["rulebook"]) for it, each in changes.items()}
    return {
        **heading,
        "name": given.name,
        "rated": period is not None and report.excluded is None,
        "layout": layout,
        "tie_breaks": list(tie_breaks),
        "players": [
            _row(it, names.get(it), (places.get(it), scores[it]), changes.get(it), games[it])
            for it in order
        ],
        "gained_most": _gained_most(gains, order),
    }


def layout_of(given: Tournament) -> Layout:
    """The layout of a tournament's results: a crosstable if two thirds of all pairs have met.

    A Swiss tournament is read by rounds, however few have entered.
    """
    if given.format == "swiss" and all(game.round is not None for game in given.games):
        return "rounds"
    pairs = {frozenset((it.white, it.black)) for it in given.games if it.black is not None}
    players = {player for pair in pairs for player in pair}
    possible = len(players) * (len(players) - 1) // 2
    is_small = 2 <= len(players) <= MOST_PLAYERS
    return "crosstable" if is_small and len(pairs) * 3 >= possible * 2 else "rounds"


def _tie_breaks_of(given: Tournament) -> Sequence[str]:
    """Return the fitting tie-breaks (decision 0142); Buchholz needs different opponents."""
    if given.format in {"knockout", "pairs"} or not given.games:
        return ()
    if layout_of(given) == "crosstable":
        return (SONNEBORN_BERGER,)
    return (BUCHHOLZ, SONNEBORN_BERGER)


def _scores(given: Tournament, tie_breaks: Sequence[str]) -> Mapping[str, Score]:
    from projections.rulebooks.fide_c07.codes import TieBreak  # noqa: PLC0415
    from projections.rulebooks.fide_c07.p04_order import standings  # noqa: PLC0415

    values = standings(given, [TieBreak(code=CODES[method]) for method in tie_breaks]).values
    return {player: tuple(map(float, values[player])) for player in given.players}


def _places(
    scores: Mapping[str, Score], games: Mapping[str, Sequence[TableGame]]
) -> Mapping[str, tuple[int, int]]:
    """The first and the last place that each player shares; none for anyone without a game."""
    placed = sorted((it for it in scores if games[it]), key=scores.__getitem__, reverse=True)
    places: dict[str, tuple[int, int]] = {}
    first = 1
    for _, equal in groupby(placed, key=scores.__getitem__):
        sharing = list(equal)
        last = first + len(sharing) - 1
        places |= dict.fromkeys(sharing, (first, last))
        first = last + 1
    return places


def _games(given: Tournament) -> Mapping[str, list[TableGame]]:
    """Everybody's games by round and board."""
    last = float("inf")
    found: dict[str, list[TableGame]] = {player: [] for player in given.players}
    for game in sorted(given.games, key=lambda it: (it.round or last, it.board or last, it.game)):
        for player, row in _sides(game):
            found[player].append(row)
    return found


def _sides(game: Game) -> Iterator[tuple[str, TableGame]]:
    is_bye = game.black is None
    yield game.white, _game(game, None if is_bye else "white", game.black, game.white_points)
    if game.black is not None:
        yield game.black, _game(game, "black", game.white, game.black_points)


def _game(
    game: Game, colour: Literal["white", "black"] | None, opponent: str | None, points: float
) -> TableGame:
    return {
        "game": game.game,
        "round": game.round,
        "colour": colour,
        "opponent": opponent,
        "points": points,
        "played": game.played,
        "reason": game.reason,
    }


def _row(
    player: str,
    name: str | None,
    standing: tuple[tuple[int, int] | None, Score],
    change: RatingEffect | None,
    games: list[TableGame],
) -> FinalTableRow:
    place, score = standing
    return {
        "player": player,
        "name": name,
        "place": None if place is None else list(place),
        "points": score[0],
        "tie_breaks": list(score[1:]),
        "rating": change,
        "games": games,
    }


def _gained_most(gains: Mapping[str, float | None], order: Sequence[str]) -> list[str]:
    """The players who gained most, of equal ones the better placed first."""
    gained = [it for it in order if (gains.get(it) or 0) > 0]
    return sorted(gained, key=lambda it: -(gains[it] or 0))[:MOST_GAINED]
