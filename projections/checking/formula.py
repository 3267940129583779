"""Formulas of the checker: written for it alone, and given only a step's values.

Nothing here is taken from the rulebooks: a fault in one of them must not hide in its own check.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

WHOLE = "the document"
"""The name of the whole document among the symbols that a formula is given."""
Given = Mapping[str, Any]
Work = Callable[[Given], object]
CANNOT_BE = "cannot be: the given values do not go together"
CANNOT_TELL = "not known here"
NOTHING_RATED = "The tournament is not rated."
"""The text of the one step that any paragraph may have: no values, only the reason."""
FORM_IS_WRONG = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that a document of another form causes."""


class Formula(NamedTuple):
    """A formula, the symbols of its result, and the given symbols that belong to the step alone.

    ``free`` symbols may differ from their values in the steps before.
    """

    work: Work
    gives: frozenset[str]
    free: frozenset[str]


class Printed(NamedTuple):
    """A value that a printed table shows to a tenth, either truncated or rounded."""

    exact: Fraction

    def fits(self, value: float) -> bool:
        """True if the printed tenth is consistent with the exact value."""
        return abs(exact(value) - self.exact) < Fraction(1, 10)


class OneOf(NamedTuple):
    """Alternative results of a step whose values do not tell its case."""

    results: tuple[object, ...]

    def fits(self, value: object) -> bool:
        """True if it is one of them."""
        return value in self.results


FORMULAS: dict[tuple[str, frozenset[str]], Formula] = {}


def formula(rule: str, symbols: str, gives: str = "", free: str = "") -> Callable[[Work], Work]:
    """Register a formula under its paragraph and its given symbols (``Ro|W|We|E|n``).

    Under several paragraphs, the same in several editions: ``DWZ 4.9.3|DWZ 2014 2.2.4``.
    """

    def known(work: Work) -> Work:
        for each in rule.split("|"):
            FORMULAS[each, _names(symbols)] = Formula(work, _names(gives), _names(free))
        return work

    return known


def _names(text: str) -> frozenset[str]:
    return frozenset(filter(None, text.split("|")))


def exact(value: float) -> Fraction:
    """Return the nearest decimal of at most twelve places, without the float's error."""
    return Fraction(round(Fraction(value) * 10**12), 10**12)


def half_up(value: float | Fraction) -> int:
    """A number rounded, halves up."""
    return math.floor(Fraction(value) + Fraction(1, 2))


def half_away(value: float | Fraction) -> int:
    """A number rounded, halves away from zero."""
    return half_up(value) if value >= 0 else -half_up(-value)
