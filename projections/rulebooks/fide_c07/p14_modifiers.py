"""C.07 14 and 16.5: the least and the most significant values of a sum are cut."""

from collections.abc import Callable, Sequence

import attrs

from projections.rulebooks.fide_c07 import c07


@attrs.frozen(kw_only=True)
class Contribution:
    """A round's part in a sum: one's points in it, and the score of the opponent or dummy.

    ``voluntary``: it comes from a voluntary unplayed round.
    """

    points: int
    score: int
    voluntary: bool = False


Worth = Callable[[Contribution], int]
"""The value that a contribution adds: the score alone, or multiplied by the points."""


@c07.within("14.1")
@c07.within("14.2")
@c07.within("16.5.2")
def cut_lowest(given: Sequence[Contribution], cuts: int, worth: Worth) -> list[Contribution]:
    """Cut-1 and Cut-2: the least significant value is cut, then again."""
    kept = list(given)
    for _ in range(min(cuts, len(kept))):
        kept.remove(_cut_first(kept, worth))
    return kept


@c07.within("14.1.1")
@c07.within("16.5.1")
def _cut_first(kept: Sequence[Contribution], worth: Worth) -> Contribution:
    """The lowest opponent's value; instead the lowest of VURs unless that is worth less."""
    least = min(kept, key=lambda each: (each.score, worth(each)))
    voluntary = [each for each in kept if each.voluntary]
    lowest = min(voluntary, key=lambda each: (worth(each), each.score), default=least)
    return lowest if worth(lowest) >= worth(least) else least


@c07.within("14.3")
@c07.within("14.4")
def median(
    given: Sequence[Contribution], lowest: int, highest: int, worth: Worth
) -> list[Contribution]:
    """Median-1 and Median-2: the least significant values are cut, then the most significant."""
    kept = sorted(cut_lowest(given, lowest, worth), key=worth)
    return kept[:-highest] if highest else kept


@c07.within("14.5")
def koya_limit(games: int, half_points: int) -> int:
    """Half of the maximum score, in half points: raised or lowered by half points."""
    return games + half_points
