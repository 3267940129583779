"""WALDSTEIN 5: the Turnierqualität T, and where t is no more than an order."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable

Share = TypeVar("Share", float, Fraction)


@waldstein.within("5")
def quality(t: Share, n: int) -> Share:
    """T = t · n: how far above or below the average of the n players, which is 1 (W4)."""
    return t * n


@waldstein.within("5")
def homogeneity(T: Sequence[Share]) -> Share:
    """The highest T over the lowest: 1 where all were equally strong."""
    return max(T) / min(T)


@waldstein.within("5 a")
def ordinal_value(points: Mapping[int, int], weight: Mapping[int, float]) -> float:
    """What the calculation would give one who won all: an order number, not a strength.

    ``weight``: t / λ of those who have a t; points against others weigh nothing.
    """
    return sum(doubled * weight[j] for j, doubled in points.items() if j in weight)


@waldstein.within("5 c")
def order_numbers_only(table: Crosstable) -> frozenset[int]:
    """The one who conceded points to a single player, and that player, who has no others.

    The t of both say only where they stand (W15).  A match of two is no such case.
    """
    if len(table.players) <= 2:
        return frozenset()
    from_whom: dict[int, list[int]] = {}
    for w, row in enumerate(table.points):
        for x in row:
            from_whom.setdefault(x, []).append(w)
    pairs = (
        (x, givers[0])
        for x, givers in from_whom.items()
        if len(givers) == 1 and list(table.points[givers[0]]) == [x]
    )
    return frozenset(player for pair in pairs for player in pair)
