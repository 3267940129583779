"""Rounding and printed tables: the arithmetic that several documents share."""

import csv
import math
from collections.abc import Sequence
from fractions import Fraction
from importlib import resources


def whole(value: float | Fraction) -> int:
    """``value`` rounded half up, the rounding of every document that says only "rounded"."""
    return math.floor(value + Fraction(1, 2)) if isinstance(value, Fraction) else _half_up(value)


def _half_up(value: float) -> int:
    below = math.floor(value)
    return below + (value - below >= 0.5)


def whole_away(value: float) -> int:
    """``value`` rounded, halves away from zero."""
    return _half_up(value) if value >= 0 else -_half_up(-value)


def printed_table(package: str, name: str) -> Sequence[dict[str, str]]:
    """The rows of ``package``'s ``tables/NAME`` as printed; lines with ``#`` cite the source.

    One CSV file per printed table; every value is text until the rulebook reads it.
    """
    text = resources.files(package).joinpath("tables", name).read_text("utf-8")
    printed = (line for line in text.splitlines() if line and not line.startswith("#"))
    return list(csv.DictReader(printed))
