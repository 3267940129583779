"""Places: who stands level with whom, and what places they share ("V/VI" is ``(5, 6)``)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

Place = tuple[int, int]
Levels = list[list[int]]


def levels(members: Iterable[int], key: Callable[[int], Any]) -> Levels:
    """The members in levels, the largest key first; equal keys stand level."""
    order = sorted(members, key=key, reverse=True)
    return [sorted(level) for _, level in groupby(order, key=key)]


def near_levels(members: Iterable[int], number: Mapping[int, float], nearness: float) -> Levels:
    """The members in levels, neighbours nearer than ``nearness`` of the largest standing level."""
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
