"""DWZ 2014 3.5 and Anhang 1.2: the next rating, with acceleration and brake in its coefficient."""

from math import exp

from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_1995.card import Held
from projections.rulebooks.dwz_1995.chapters import NextRating, Result
from projections.rulebooks.dwz_1995.p4_09_next_rating import (
    age_constant,
    next_index,
    next_rating,
)
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.figures import whole

YOUTH = 5
"""J of those of whom a success counts more."""
FOREIGN = "6.1.2"
"""The paragraph of 1995 under which a figure of another system is held."""
EQUAL = 1e-9
"""W and We that differ by less are the same."""


def evaluated(
    own: Held, result: Result, age: int | None, readings: dwz_1995.Readings
) -> NextRating:
    """The coefficient, the next rating and its index, from what somebody holds and scored."""
    del readings  # no choice here
    W, We, n = result.W, result.We, result.n
    index = 1 if own.paragraph == FOREIGN else own.index
    E = development_coefficient(own.rating, index, age_constant(age), W, We)
    return NextRating(E, next_rating(own.rating, W, We, E, n), next_index(own.index))


@dwz_2014.within("Anhang 1.2")
def development_coefficient(Ro: int, index: int, J: int, W: float, We: float) -> int:
    """E of a player of this strength, index and age, by whether he met what was expected."""
    fB, SBr = acceleration(Ro, J, W, We), brake(Ro, W, We)
    return bounded(unbounded(Ro, J, fB, SBr), index, SBr)


@dwz_2014("Anhang 1.2")
def acceleration(Ro: int, J: int, W: float, We: float) -> float:
    """fB = Ro/2000 within 0.5 and 1 up to 20 years if W is at least We, else 1."""
    if J != YOUTH or We - W >= EQUAL:
        return 1.0
    return min(max(Ro / 2000, 0.5), 1.0)


@dwz_2014("Anhang 1.2")
def brake(Ro: int, W: float, We: float) -> float:
    """SBr = e^((1300 − Ro)/150) − 1 below 1300 if W is less than We, else 0."""
    if Ro >= 1300 or We - W < EQUAL:
        return 0.0
    return exp((1300 - Ro) / 150) - 1


@dwz_2014("Anhang 1.2")
def unbounded(Ro: int, J: int, fB: float, SBr: float) -> int:
    """E = ((Ro/1000)^4 + J) · fB + SBr, rounded; a rating below zero counts as zero."""
    return whole((max(Ro, 0) ** 4 / 10**12 + J) * fB + SBr)


@dwz_2014("Anhang 1.2")
def bounded(E: int, index: int, SBr: float) -> int:
    """E is at least 5 and at most 30 and 5 × index (index 0 as 1), with a brake at most 150."""
    return max(5, min(E, 150) if SBr > 0 else min(E, 5 * max(index, 1), 30))
