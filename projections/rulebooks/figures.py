"""Rounding and printed tables: the arithmetic that several documents share."""

import csv
import math
from collections.abc import Sequence
from fractions import Fraction
from importlib import resources

_IN_DOUBT = 1e-6
_TWELVE_PLACES = 10**12


def whole(value: float | Fraction) -> int:
    """``value`` rounded half up, the rounding of every document that says only "rounded"."""
    if isinstance(value, (float, int)):  # faster than creating a Fraction
        return _half_up(value)
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def _half_up(value: float) -> int:
    below = math.floor(value)
    return below + (value - below >= 0.5)


def is_near_half(value: float) -> bool:
    """True if a value is too near a half to be rounded as a float."""
    return -_IN_DOUBT < value % 1 - 0.5 < _IN_DOUBT


def exact(value: float) -> Fraction:
    """The decimal of at most twelve places that a float stands for: 8.05, not the nearest float.

    Sums of printed decimals, and of chances that add up to 1, are restored exactly.
    """
    numerator, denominator = value.as_integer_ratio()
    twelve_places, rest = divmod(numerator * _TWELVE_PLACES, denominator)
    # To the nearest integer, halves to even, like round() of a Fraction, which is slow.
    if 2 * rest > denominator or (2 * rest == denominator and twelve_places % 2):
        twelve_places += 1
    return Fraction(twelve_places, _TWELVE_PLACES)


def whole_half_away(value: float) -> int:
    """``value`` rounded, halves away from zero."""
    return _half_up(value) if value >= 0 else -_half_up(-value)


def printed_table(package: str, name: str, folder: str = "") -> Sequence[dict[str, str]]:
    """The rows of ``package``'s ``tables/NAME`` as printed; lines with ``#`` cite the source.

    One CSV file per printed table; every value is text until the rulebook reads it.  ``folder``:
    that of the edition, where several share a package.
    """
    text = resources.files(package).joinpath(folder, "tables", name).read_text("utf-8")
    printed = (line for line in text.splitlines() if line and not line.startswith("#"))
    return list(csv.DictReader(printed))
