"""WALDSTEIN 4: Buchholz' tolerance in favour of the order of points."""

from collections.abc import Sequence
from fractions import Fraction

from projections.rulebooks.waldstein import waldstein


@waldstein.within("4")
def buchholz_levels(
    b: Sequence[Fraction], p: Sequence[Fraction], tolerance: Fraction
) -> list[list[int]]:
    """Players in order of b, but the one with more points first where b is ahead by too little.

    W12: neighbours change places while the one behind has more points and the one ahead leads
    by at most the tolerance; players equal in both stand level.
    """
    alike: dict[tuple[Fraction, Fraction], list[int]] = {}
    for player, numbers in enumerate(zip(b, p, strict=True)):
        alike.setdefault(numbers, []).append(player)
    order = sorted(alike, reverse=True)
    while _settle(order, 1 + tolerance):
        pass
    return [alike[numbers] for numbers in order]


def _settle(order: list[tuple[Fraction, Fraction]], limit: Fraction) -> bool:
    """Go through the neighbours once; says whether any changed places."""
    changed = False
    for ahead in range(len(order) - 1):
        (b_ahead, p_ahead), (b_behind, p_behind) = order[ahead : ahead + 2]
        if p_behind > p_ahead and b_ahead <= limit * b_behind:
            order[ahead], order[ahead + 1] = order[ahead + 1], order[ahead]
            changed = True
    return changed
