"""Which players can be valued together, and how the groups stand to each other.

WALDSTEIN 5 names three exceptions; W2 and W3 carry them through to every table: players who
won or lost all are taken out again and again, the rest is put into groups that have one limit.
"""

from collections.abc import Callable
from typing import Literal

import attrs

from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.classes import Classes, reachable

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
    """Parts between which no results decide."""

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
    """Those who conceded nothing to anyone present, though they scored against somebody."""
    return frozenset(
        c
        for c in present
        if classes.single(c)
        and classes.lost_to[c].isdisjoint(present)
        and not classes.beat[c].isdisjoint(present)
    )


@waldstein.within("5 b")
def losers_of_all(classes: Classes, present: frozenset[int]) -> frozenset[int]:
    """Those who scored against no one present, though they played somebody."""
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
    """Take the winners and losers of all out until there are none (W3)."""
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
    """The class the limit springs from: largest λ and, of several, alone highest above the rest.

    Equal λ one above the other: the lower one's t dies away, if slowly.  None: several are
    equally high, and the limit would depend on the numbers one starts from.
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
