"""Degrees, the unit of every Ingo figure, without error of rounding.

The figures that people read (F, N, H) are decimals; what lies between them are fractions, for a
figure that ends in exactly ½ must not depend on how a float writes a third.
"""

from fractions import Fraction

from projections.rulebooks.figures import whole

Degrees = int | Fraction


def exact(figure: float) -> Degrees:
    """A figure as the decimal it is written as; no figure has more than three places."""
    return figure if isinstance(figure, int) else Fraction(round(figure * 1000), 1000)


def rounded(value: Degrees, places: int) -> Degrees:
    """``value`` rounded half up to ``places`` decimals (reading R2)."""
    if isinstance(value, int):
        return value
    if not places:
        return whole(value)
    return Fraction(whole(value * 10**places), 10**places)


def plain(value: Degrees) -> float:
    """``value`` as people write it: a whole number where it is one, else a decimal."""
    if isinstance(value, int):
        return value
    numerator, denominator = value.numerator, value.denominator
    return numerator if denominator == 1 else numerator / denominator


def shown(number: float) -> float:
    """A number without a decimal point where it is whole: 128, not 128.0."""
    return int(number) if number == int(number) else number


def weighted(F: float, old: int, H: float, new: int, places: int) -> float:
    """The mean of ``old`` times F and ``new`` times H, rounded half up to ``places``."""
    mean = Fraction(old * exact(F) + new * exact(H), old + new)
    return plain(rounded(mean, places))
