"""WALDSTEIN 2, 4 and 5: the performance t, Buchholz' tolerance, the quality T."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable
from projections.rulebooks.waldstein.perron import limit

# --- 2: points weighted by the strength of the opponents they were won from ----------------------
# A fixed point is wanted, in which the computed strengths equal the given ones: λ t_i = Σ r_ij
# t_j, with Σ t = 1.


@waldstein.within("2")
def operation(rows: Sequence[Mapping[int, int]], s: Sequence[int]) -> tuple[int, ...]:
    """s_k: every (doubled) point of ``rows`` times the Kennziffer s of the opponent."""
    return tuple(sum(points * s[j] for j, points in row.items()) for row in rows)


@waldstein.within("2")
def operations(table: Crosstable) -> Iterator[tuple[int, ...]]:
    """s_1, s_2, … of the doubled table without end; the first is Gelbfuß's valuation of p."""
    s = table.sums()
    while True:
        s = operation(table.points, s)
        yield s


@waldstein.within("2")
def performance(table: Crosstable) -> tuple[tuple[float, ...], float]:
    """t of every player of one group, and λ in points: the limit the operations tend to (W1)."""
    t, doubled = limit(table.points)
    return t, doubled / 2


# --- 4: Buchholz' tolerance in favour of the order of points -------------------------------------


@waldstein.within("4")
def buchholz_levels(
    b: Sequence[Fraction], p: Sequence[Fraction], tolerance: Fraction
) -> list[list[int]]:
    """Players in order of b, but the one with more points first if b leads by too little.

    W12: neighbours change places while the one behind has more points and the one ahead leads
    by at most the tolerance; players equal in both share a level.
    """
    alike: dict[tuple[Fraction, Fraction], list[int]] = {}
    for player, numbers in enumerate(zip(b, p, strict=True)):
        alike.setdefault(numbers, []).append(player)
    order = sorted(alike, reverse=True)
    while _settle(order, 1 + tolerance):
        pass
    return [alike[numbers] for numbers in order]


def _settle(order: list[tuple[Fraction, Fraction]], limit: Fraction) -> bool:
    """Go through the neighbours once; True if any changed places."""
    changed = False
    for ahead in range(len(order) - 1):
        (b_ahead, p_ahead), (b_behind, p_behind) = order[ahead : ahead + 2]
        if p_behind > p_ahead and b_ahead <= limit * b_behind:
            order[ahead], order[ahead + 1] = order[ahead + 1], order[ahead]
            changed = True
    return changed


# --- 5: the quality T, and when t is only an order -----------------------------------------------

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
def ordinal_value(points: Mapping[int, int], value: Mapping[int, float], strength: float) -> float:
    """s_i = Σ r_ij s_j / λ of a player who won all: an order number, not a strength.

    ``value``: t of those in a group, the order numbers of others who won all; points against
    players without either weigh nothing.  ``strength``: λ of the group.
    """
    return sum(doubled * value.get(j, 0) for j, doubled in points.items()) / (2 * strength)


@waldstein.within("5 c")
def order_numbers_only(table: Crosstable) -> frozenset[int]:
    """Return the one who conceded points to a single player, and that player, who has no others.

    The t of both only show their order (W15).  A match of two is not such a case.
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
