"""INGO B: the level (Niveau) of an event, the mean of the numbers that meet in it.

The general level is one for all, the single level (Einzel-Niveau) a player's own.  All are
exact here; the procedure rounds them.
"""

from collections.abc import Sequence
from fractions import Fraction

from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.degrees import Degrees


@ingo.within("B II")
def general_level(F: Sequence[Degrees], newcomers_d: Sequence[Degrees]) -> Fraction:
    """N = (Σ F + Σ %d of the newcomers) / number of F: the same for all in a round robin.

    Without newcomers it is the mean of all numbers (B I).
    """
    return Fraction(sum(F) + sum(newcomers_d), len(F))


@ingo.within("B II")
def control_deviation(d: Sequence[Degrees]) -> Degrees:
    """By how much Σ H of the rated differs from their Σ F in a complete round robin.

    With the general level that is Σ %d of all players: 0, but for the table's rounding.
    """
    return sum(d)


@ingo.within("B III 1")
def single_level(F: Degrees, opponents: Sequence[Degrees]) -> Fraction:
    """N = (F + Σ opponents' numbers) / (k + 1), one number per game (Vorwort 5)."""
    return Fraction(F + sum(opponents), len(opponents) + 1)


@ingo.within("B III 2")
def newcomers_level(opponents: Sequence[Degrees], d: Degrees) -> Fraction:
    """N = (Σ opponents' numbers + own %d) / k, the F-%d-Summe over its numbers.

    It is the level in which his own H counts: N (k + 1) = Σ opponents' numbers + H.
    """
    return Fraction(sum(opponents) + d, len(opponents))
