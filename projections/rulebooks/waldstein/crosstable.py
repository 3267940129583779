"""The crosstable of a tournament, the points of each pair, and the final places.

Points are doubled (2, 1, 0) as section 6 advises, so that everything up to the places can be
computed in whole numbers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

import attrs

from projections.rulebooks.tournament import Tournament
from projections.rulebooks.waldstein import waldstein


@attrs.frozen(kw_only=True)
class Crosstable:
    """Players who played, by id, and their points against each opponent.

    ``points[i][j]``: doubled points of player i against j, present only if positive;
    ``games[i][j]``: their number of games.  Several games of one pair add up (W6).
    """

    players: tuple[str, ...]
    points: tuple[Mapping[int, int], ...]
    games: tuple[Mapping[int, int], ...]

    def among(self, members: Sequence[int]) -> "Crosstable":
        """The table of some of the players, without their games against the others."""
        place = {member: index for index, member in enumerate(members)}
        return Crosstable(
            players=tuple(self.players[member] for member in members),
            points=tuple(_only(self.points[member], place) for member in members),
            games=tuple(_only(self.games[member], place) for member in members),
        )

    def sums(self) -> tuple[int, ...]:
        """The doubled points p of every player."""
        return tuple(sum(row.values()) for row in self.points)


def _only(row: Mapping[int, int], place: Mapping[int, int]) -> Mapping[int, int]:
    return {place[j]: number for j, number in row.items() if j in place}


@waldstein.within("1")
def crosstable(tournament: Tournament) -> Crosstable:
    """The table of the games that were played; forfeits and byes are not counted (W7)."""
    played = [
        (game.white, game.black, int(2 * game.white_points), int(2 * game.black_points))
        for game in tournament.games
        if game.played and game.black is not None
    ]
    players = tuple(sorted({side for white, black, _, _ in played for side in (white, black)}))
    index = {player: i for i, player in enumerate(players)}
    points: list[dict[int, int]] = [{} for _ in players]
    games: list[dict[int, int]] = [{} for _ in players]
    for white, black, white_points, black_points in played:
        i, j = index[white], index[black]
        _add(points[i], j, white_points)
        _add(points[j], i, black_points)
        _add(games[i], j, 1)
        _add(games[j], i, 1)
    return Crosstable(players=players, points=_in_order(points), games=_in_order(games))


def _add(row: dict[int, int], opponent: int, number: int) -> None:
    if number:
        row[opponent] = row.get(opponent, 0) + number


def _in_order(rows: Sequence[Mapping[int, int]]) -> tuple[Mapping[int, int], ...]:
    """Return the rows with opponents in order, so that the order of the games has no effect."""
    return tuple(dict(sorted(row.items())) for row in rows)


def idle_players(tournament: Tournament, table: Crosstable) -> tuple[str, ...]:
    """Entrants and everyone named in a game who played none, by id."""
    named = set(tournament.players) | {entrant.player for entrant in tournament.entrants}
    for game in tournament.games:
        named |= {game.white} | ({game.black} if game.black is not None else set())
    return tuple(sorted(named - set(table.players)))


# --- places: players level with each other -------------------------------------------------------

Place = tuple[int, int]
Levels = list[list[int]]


def levels(members: Iterable[int], key: Callable[[int], Any]) -> Levels:
    """Return the members in levels, the largest key first; equal keys share a level."""
    order = sorted(members, key=key, reverse=True)
    return [sorted(level) for _, level in groupby(order, key=key)]


def near_levels(members: Iterable[int], number: Mapping[int, float], nearness: float) -> Levels:
    """The members in levels; neighbours nearer than ``nearness`` of the largest share one."""
    order = sorted(members, key=lambda member: (-number[member], member))
    found = [order[:1]]
    for better, worse in pairwise(order):
        if number[better] - number[worse] <= nearness * number[order[0]]:
            found[-1].append(worse)
        else:
            found.append([worse])
    return found


def places(found: Sequence[Sequence[int]]) -> dict[int, Place]:
    """The first and last place every member shares with those on his level."""
    shared: dict[int, Place] = {}
    first = 1
    for members in found:
        last = first + len(members) - 1
        shared.update(dict.fromkeys(members, (first, last)))
        first = last + 1
    return shared
