"""Linked classes: players of whom each reaches each other by a chain of results.

Whether the paper's iteration has a limit, and for whom, is a matter of who scored against whom
at all; it is decided here on the graph of results, in whole numbers (W2).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import gcd

import attrs

from projections.rulebooks.waldstein.crosstable import Crosstable


@attrs.frozen(kw_only=True)
class Classes:
    """The linked classes of a table, numbered so that no class scored against an earlier one.

    ``members[c]``: the players of class c; ``beat[c]``, ``lost_to[c]``, ``met[c]``: the other
    classes against which one of them scored, conceded, or played.
    """

    members: tuple[tuple[int, ...], ...]
    beat: tuple[frozenset[int], ...]
    lost_to: tuple[frozenset[int], ...]
    met: tuple[frozenset[int], ...]

    def single(self, c: int) -> bool:
        """A class of one player, who is on no chain that leads back to him."""
        return len(self.members[c]) == 1

    def players(self, classes: Iterable[int]) -> tuple[int, ...]:
        """The players of several classes, in order."""
        return tuple(sorted(player for c in classes for player in self.members[c]))


def linked_classes(table: Crosstable) -> Classes:
    """The linked classes of the table and the results between them."""
    members = _strong_components(table.points)
    class_of = {player: c for c, players in enumerate(members) for player in players}

    def towards(rows: Sequence[Mapping[int, int]]) -> tuple[frozenset[int], ...]:
        return tuple(
            frozenset(class_of[j] for player in players for j in rows[player]) - {c}
            for c, players in enumerate(members)
        )

    return Classes(
        members=members,
        beat=towards(table.points),
        lost_to=towards(_turned(table.points)),
        met=towards(table.games),
    )


def period(table: Crosstable) -> int:
    """The greatest common divisor of all chains that lead back, of a table that is one class.

    With a period above 1 (a match of two: 2) the paper's iteration swings for ever.
    """
    step = {0: 0}
    reached = [0]
    divisor = 0
    for player in reached:
        for opponent in table.points[player]:
            if opponent not in step:
                step[opponent] = step[player] + 1
                reached.append(opponent)
            divisor = gcd(divisor, step[player] + 1 - step[opponent])
    return divisor


def reachable(
    start: Iterable[int], onward: Sequence[Collection[int]], within: Collection[int]
) -> frozenset[int]:
    """Everything ``onward`` leads to from ``start`` (included) without leaving ``within``."""
    found = set(start)
    waiting = list(found)
    while waiting:
        for neighbour in onward[waiting.pop()]:
            if neighbour in within and neighbour not in found:
                found.add(neighbour)
                waiting.append(neighbour)
    return frozenset(found)


def related_to_all(classes: Classes, groups: Iterable[Sequence[int]]) -> frozenset[int]:
    """Players related to every other: by a common group, or a chain of points either way.

    Sets of players are whole numbers here, one bit a player.
    """
    own = [_bits(players) for players in classes.members]
    below, above = list(own), list(own)
    for c in reversed(range(len(own))):
        for lower in classes.beat[c]:
            below[c] |= below[lower]
    for c in range(len(own)):
        for upper in classes.lost_to[c]:
            above[c] |= above[upper]
    together: dict[int, int] = {}
    for group in groups:
        together |= dict.fromkeys(group, _bits(group))
    everybody = sum(own)
    return frozenset(
        player
        for c, players in enumerate(classes.members)
        for player in players
        if below[c] | above[c] | together.get(player, 0) == everybody
    )


def _bits(players: Iterable[int]) -> int:
    return sum(1 << player for player in players)


def _strong_components(rows: Sequence[Mapping[int, int]]) -> tuple[tuple[int, ...], ...]:
    """Kosaraju's algorithm: those nobody later scored against come first."""
    against = _turned(rows)
    unplaced = set(range(len(rows)))
    components = []
    for player in reversed(_finishing_order(rows)):
        if player in unplaced:
            component = reachable([player], against, unplaced)
            unplaced -= component
            components.append(tuple(sorted(component)))
    return tuple(components)


def _turned(rows: Sequence[Mapping[int, int]]) -> tuple[Mapping[int, int], ...]:
    turned: tuple[dict[int, int], ...] = tuple({} for _ in rows)
    for i, row in enumerate(rows):
        for j, number in row.items():
            turned[j][i] = number
    return turned


def _finishing_order(rows: Sequence[Mapping[int, int]]) -> list[int]:
    """Players in the order in which a search in depth has done with them."""
    finished: list[int] = []
    seen: set[int] = set()
    for root in range(len(rows)):
        trail: list[tuple[int, Iterator[int]]] = []
        onward = iter([root])
        player = -1
        while True:
            following = next((j for j in onward if j not in seen), None)
            if following is not None:
                trail.append((player, onward))
                seen.add(following)
                player, onward = following, iter(rows[following])
            elif trail:
                finished.append(player)
                player, onward = trail.pop()
            else:
                break
    return finished
