"""Formulas of the checker: written for it alone, and given nothing but a step's values.

Nothing here is taken from the rulebooks: a fault in one of them must not be able to hide in its
own check.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

WHOLE = "the document"
"""The name of the whole document among the symbols that a formula is given."""
Given = Mapping[str, Any]
Work = Callable[[Given], Any]
CANNOT_BE = "cannot be: the given values do not go together"
CANNOT_TELL = "not known here"
NOTHING_RATED = "The tournament is not rated."
"""The words of the one step that any paragraph may have: given nothing, it says why."""
FORM_IS_WRONG = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that a document of another form leads to."""


class Formula(NamedTuple):
    """A formula, the symbols its result goes by, and those given that are a step's own.

    ``free`` symbols may differ from what they were in the steps before.
    """

    work: Work
    gives: frozenset[str]
    free: frozenset[str]


class Printed(NamedTuple):
    """A value that a printed table shows to a tenth, cut or rounded, nobody knows which."""

    exact: Fraction

    def fits(self, value: float) -> bool:
        """True if a printed tenth may stand for the exact value."""
        return abs(exact(value) - self.exact) < Fraction(1, 10)


class OneOf(NamedTuple):
    """Results that a step may have, where its values do not say which one it is about."""

    results: tuple[Any, ...]

    def fits(self, value: Any) -> bool:
        """True if it is one of them."""
        return value in self.results


FORMULAS: dict[tuple[str, frozenset[str]], Formula] = {}


def formula(rule: str, symbols: str, gives: str = "", free: str = "") -> Callable[[Work], Work]:
    """A formula under its paragraph and the symbols it is given (``Ro|W|We|E|n``).

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
    """A number as the decimal of at most twelve places beside it; the rest is a float's doing."""
    return Fraction(round(Fraction(value) * 10**12), 10**12)


def half_up(value: float | Fraction) -> int:
    """A number rounded, halves up."""
    return math.floor(Fraction(value) + Fraction(1, 2))


def half_away(value: float | Fraction) -> int:
    """A number rounded, halves away from zero."""
    return half_up(value) if value >= 0 else -half_up(-value)
