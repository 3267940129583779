"""How alike two orders of the same people are: Kendall's τ-b and Spearman's ρ, ties allowed."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np

Figures = Sequence[float]


def spearman(first: Figures, second: Figures) -> float | None:
    """The correlation of the ranks, people who tie sharing the mean of theirs; None: no order."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(figures: Figures) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    _, group, sizes = np.unique(figures, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(sizes) - (sizes - 1) / 2)[group], dtype=np.float64)


def kendall(first: Figures, second: Figures) -> float | None:
    """Pairs in the same order less pairs in opposite order, of those that tie in neither (τ-b).

    By Knight's way: what would have to change places in the second order when people stand in
    the first.  None: no order.
    """
    pairs = _pairs([len(first)])
    tied_first, tied_second = _ties(first), _ties(second)
    apart = sqrt((pairs - tied_first) * (pairs - tied_second))
    if not apart:
        return None
    together = list(zip(first, second, strict=True))
    opposite = _inversions([theirs for _, theirs in sorted(together)])
    return (pairs - tied_first - tied_second + _ties(together) - 2 * opposite) / apart


def _ties(values: Iterable[object]) -> int:
    return _pairs(Counter(values).values())


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def _inversions(figures: Figures) -> int:
    """How many pairs stand the wrong way round, counted in a Fenwick tree of those seen."""
    places = {figure: place for place, figure in enumerate(sorted(set(figures)), start=1)}
    tree = [0] * (len(places) + 1)
    wrong = 0
    for seen, figure in enumerate(figures):
        place = places[figure]
        wrong += seen - _seen_up_to(tree, place)
        while place < len(tree):
            tree[place] += 1
            place += place & -place
    return wrong


def _seen_up_to(tree: Sequence[int], place: int) -> int:
    seen = 0
    while place:
        seen += tree[place]
        place -= place & -place
    return seen
