"""WALDSTEIN 2: the Turnierleistung t, points valued by the strength of those they were won from.

The strengths must come out as they were put in: λ t_i = Σ r_ij t_j, with Σ t = 1.
"""

from collections.abc import Iterator, Mapping, Sequence

from projections.rulebooks.waldstein import waldstein
from projections.rulebooks.waldstein.crosstable import Crosstable
from projections.rulebooks.waldstein.perron import limit


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
