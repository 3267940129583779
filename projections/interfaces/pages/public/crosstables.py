"""Games arranged for reading: everybody against everybody, or round by round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import attrs

Row = Mapping[str, Any]
MOST_PLAYERS = 20


@attrs.frozen
class Cell:
    """A game from one side: points, the side's colour, and whether it was played."""

    points: float
    is_white: bool
    played: bool
    game: str


@attrs.frozen
class CrosstableLine:
    """A player's line: the games against each of the others, in their order."""

    player: str
    name: str | None
    points: float
    cells: Sequence[Sequence[Cell]]


def crosstable_of(games: Sequence[Row]) -> Sequence[CrosstableLine]:
    """A table by points; none where too few have met each other for one to be read."""
    names = dict(_players(games))
    met: defaultdict[tuple[str, str], list[Cell]] = defaultdict(list)
    points: defaultdict[str, float] = defaultdict(float)
    for game in games:
        points[game["white"]] += game["white_points"]
        if game["black"] is not None:
            points[game["black"]] += game["black_points"]
            for side, other in (("white", "black"), ("black", "white")):
                cell = Cell(game[f"{side}_points"], side == "white", game["played"], game["game"])
                met[game[side], game[other]].append(cell)
    players = sorted(names, key=lambda player: (-points[player], names[player] or "", player))
    pairs = len(players) * (len(players) - 1)
    if not 2 <= len(players) <= MOST_PLAYERS or len(met) * 3 < pairs * 2:
        return ()
    return [
        CrosstableLine(
            player=player,
            name=names[player],
            points=points[player],
            cells=[met.get((player, other), []) for other in players],
        )
        for player in players
    ]


def rounds_of(games: Sequence[Row]) -> Sequence[tuple[int | None, Sequence[Row]]]:
    """The games of each round, as they are given: by round and board."""
    return [(number, list(of)) for number, of in groupby(games, key=lambda game: game["round"])]


def _players(games: Sequence[Row]) -> Any:
    for game in games:
        yield game["white"], game["white_name"]
        if game["black"] is not None:
            yield game["black"], game["black_name"]
