"""What a formula is to the checker: written for it alone, and given nothing but a step's values.

Nothing here is taken from the rulebooks: a fault in one of them must not be able to hide in its
own check.
"""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

CHECKED_BY: Mapping[str, str] = {
    "dwz-1995": "dwz",
    "dwz-2014": "dwz",
    "dwz-2026": "dwz",
    "egf-2021": "egf",
    "fide-2024": "fide",
    "ingo-1960": "ingo",
    "lask-1970": "lask",
    "mgsz-2011": "mgsz",
}
"""By rulebook the system of its rows; an edition that inherits has formulas of its own."""

Given = Mapping[str, Any]
Work = Callable[[Given], Any]
CANNOT_BE = "cannot be: the given values do not go together"
CANNOT_TELL = "not known here"


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
        """Whether a printed tenth may stand for the exact value."""
        return abs(decimal(value) - self.exact) < Fraction(1, 10)


class OneOf(NamedTuple):
    """Results that a step may have, where its values do not say which one it is about."""

    results: tuple[Any, ...]

    def fits(self, value: Any) -> bool:
        """Whether it is one of them."""
        return value in self.results


FORMULAS: dict[tuple[str, frozenset[str]], Formula] = {}


def formula(rule: str, symbols: str, gives: str = "", free: str = "") -> Callable[[Work], Work]:
    """A formula under its paragraph and the symbols it is given (``Ro|W|We|E|n``)."""

    def known(work: Work) -> Work:
        FORMULAS[rule, _names(symbols)] = Formula(work, _names(gives), _names(free))
        return work

    return known


def _names(text: str) -> frozenset[str]:
    return frozenset(filter(None, text.split("|")))


def system_of(document: Mapping[str, Any]) -> str:
    """The system by whose formulas an audit is checked; none for a rulebook not known here."""
    return CHECKED_BY.get(str(document.get("rulebook")), "")


def unchecked(document: Mapping[str, Any]) -> str | None:
    """What is said of an audit whose rulebook has no checker, None where it has one."""
    name = document.get("rulebook")
    if name is None or system_of(document):
        return None
    return f"no independent checker for {name}: its steps are stated, not recomputed"


def exact(value: float) -> Fraction:
    """A number as the decimal of at most twelve places beside it; the rest is a float's doing."""
    return Fraction(round(Fraction(value) * 10**12), 10**12)


def half_up(value: float | Fraction) -> int:
    """A number rounded, halves up."""
    return math.floor(Fraction(value) + Fraction(1, 2))


def half_away(value: float) -> int:
    """A number rounded, halves away from zero."""
    return half_up(value) if value >= 0 else -half_up(-value)


def decimal(value: float) -> Fraction:
    """A number as the decimal of at most three places that it is written as."""
    return Fraction(round(value * 1000), 1000)
