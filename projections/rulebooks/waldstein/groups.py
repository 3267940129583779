"""The groups of players that can be valued together, and the relations between the groups."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import gcd
from typing import Literal

import attrs

from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable

# --- linked classes: each reaches each other by a chain of results -------------------------------
# The scores between players decide if the paper's iteration has a limit, and for which
# players.  It is decided here on the graph of results, in whole numbers (W2).


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
        """True for a class of one player, who is on no chain that leads back to him."""
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
    """Return players related to every other: by a common group, or a chain of points either way.

    Sets of players are integers here, one bit a player.
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
    """Return players in the order in which a depth-first search finishes them."""
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


# --- groups --------------------------------------------------------------------------------------
# WALDSTEIN 5 names three exceptions; W2 and W3 carry them through to every table: players who
# won or lost all are taken out again and again, the rest is put into groups that have one limit.

SAME_STRENGTH = 1e-9
"""Classes whose λ differ by no more than this share of the largest are equally dominant."""


@attrs.frozen(kw_only=True)
class Layer:
    """Players taken out in one pass: ``hors_concours`` (5 a) or ``lost_all`` (5 b)."""

    status: Literal["hors_concours", "lost_all"]
    players: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Group:
    """Players with one list of t; ``leading`` are those of its class with the largest λ."""

    players: tuple[int, ...]
    leading: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Isolated:
    """A player left without opponents; he has a place but no t."""

    players: tuple[int, ...]


@attrs.frozen(kw_only=True)
class Parallel:
    """Parts with no deciding results between them."""

    parts: "tuple[tuple[Part, ...], ...]"

    @property
    def players(self) -> tuple[int, ...]:
        """The players of all parts."""
        return tuple(player for part in self.parts for item in part for player in item.players)


Part = Layer | Group | Isolated | Parallel


@attrs.frozen(kw_only=True)
class Field:
    """The classes of a tournament, the λ of each, and the reading of ``reducible``."""

    classes: Classes
    strength: Callable[[int], float]
    layered: bool


@waldstein.within("5")
def ranked(field: Field, present: frozenset[int]) -> tuple[Part, ...]:
    """The classes ``present`` as parts, the strongest first."""
    above: list[Part] = []
    below: list[Part] = []
    while present:
        winners, losers, present = _without_extremes(field.classes, present)
        above += winners
        below = losers + below
        components = _components(field.classes, present)
        if len(components) > 1:
            above.append(Parallel(parts=tuple(ranked(field, part) for part in components)))
            break
        if present:
            parts, present = _divided(field, present)
            above += parts
    return (*above, *below)


@waldstein.within("5 a")
def winners_of_all(classes: Classes, present: frozenset[int]) -> frozenset[int]:
    """Return those who conceded nothing to anyone present and scored against a player present."""
    return frozenset(
        c
        for c in present
        if classes.single(c)
        and classes.lost_to[c].isdisjoint(present)
        and not classes.beat[c].isdisjoint(present)
    )


@waldstein.within("5 b")
def losers_of_all(classes: Classes, present: frozenset[int]) -> frozenset[int]:
    """Return those who played players present and scored against none of them."""
    return frozenset(
        c
        for c in present
        if classes.single(c)
        and classes.beat[c].isdisjoint(present)
        and not classes.met[c].isdisjoint(present)
    )


def _without_extremes(
    classes: Classes, present: frozenset[int]
) -> tuple[list[Part], list[Part], frozenset[int]]:
    """Remove the winners and losers of all until there are none (W3)."""
    above: list[Part] = []
    below: list[Part] = []
    while True:
        winners, losers = winners_of_all(classes, present), losers_of_all(classes, present)
        if winners:
            above.append(Layer(status="hors_concours", players=classes.players(winners)))
        if losers:
            below.insert(0, Layer(status="lost_all", players=classes.players(losers)))
        if not winners and not losers:
            return above, below, present
        present -= winners | losers


def _components(classes: Classes, present: frozenset[int]) -> list[frozenset[int]]:
    """The parts of ``present`` that have no games with each other."""
    components = []
    left = present
    while left:
        components.append(reachable([min(left)], classes.met, left))
        left -= components[-1]
    return sorted(components, key=classes.players)


def _divided(field: Field, present: frozenset[int]) -> tuple[list[Part], frozenset[int]]:
    """The upper parts of one connected component, and the classes still to be placed below."""
    if len(present) == 1:
        return [_alone(field.classes, *present)], frozenset()
    leader = None if field.layered else _leader(field, present)
    if leader is None:
        return _layers(field.classes, present), frozenset()
    valued = reachable([leader], field.classes.lost_to, present)
    below = reachable(valued, field.classes.beat, present) - valued
    beside = present - valued - below
    group = Group(players=field.classes.players(valued), leading=field.classes.members[leader])
    if beside:
        return [Parallel(parts=((group,), ranked(field, beside)))], below
    return [group], below


def _leader(field: Field, present: frozenset[int]) -> int | None:
    """Return the class that gives the limit: largest λ and, of several, alone above the rest.

    With equal λ one above the other, t of the lower one tends to 0, if slowly.  None: several are
    equally high, and the limit would depend on the start.
    """
    strength = {c: field.strength(c) for c in present}
    enough = max(strength.values()) * (1 - SAME_STRENGTH)
    dominant = {c for c in present if strength[c] >= enough}
    height: dict[int, int] = {}
    for c in sorted(present, reverse=True):
        under = (height[lower] for lower in field.classes.beat[c] & present)
        height[c] = (c in dominant) + max(under, default=0)
    top = max(height.values())
    highest = [c for c in dominant if height[c] == top]
    return highest[0] if len(highest) == 1 else None


def _layers(classes: Classes, present: frozenset[int]) -> list[Part]:
    """Every class by itself, ordered by the longest chain of classes above it (Kendall-Wei)."""
    level: dict[int, int] = {}
    for c in sorted(present):
        over = (level[upper] for upper in classes.lost_to[c] & present)
        level[c] = 1 + max(over, default=0)
    parts: list[Part] = []
    for step in range(1, max(level.values()) + 1):
        at_step = (c for c in present if level[c] == step)
        abreast = [_alone(classes, c) for c in sorted(at_step, key=classes.members.__getitem__)]
        parts.append(
            abreast[0] if len(abreast) == 1 else Parallel(parts=tuple((part,) for part in abreast))
        )
    return parts


def _alone(classes: Classes, c: int) -> Part:
    players = classes.members[c]
    if classes.single(c):
        return Isolated(players=players)
    return Group(players=players, leading=players)
