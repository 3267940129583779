"""DWZ 4.9; 2014, 2026: 3.5 and Anhang 1.2: the next rating, its coefficient and its index."""

from collections.abc import Mapping
from fractions import Fraction
from math import exp

from projections.rulebooks.document import by_player
from projections.rulebooks.dwz import dwz, dwz_2014, dwz_2026
from projections.rulebooks.dwz.card import Held
from projections.rulebooks.dwz.chapters import Field, NextRating, Result, Sheet
from projections.rulebooks.dwz.p4_04_residual_games import enough_for_next_rating
from projections.rulebooks.dwz.readings import Readings1995, Readings2026, chosen_in
from projections.rulebooks.figures import exact, is_near_half, printed_table, whole
from projections.rulebooks.tournament import age_in

# --- 1995, 4.9: Rn, the coefficient E and the index ----------------------------------------------


def next_ratings(field: Field, sheets: Mapping[str, Sheet]) -> dict[str, NextRating]:
    """The next rating of every rated player with a game that counts."""
    rules, held, persons = field.rules, field.held, field.tournament.players
    year = field.tournament.ended_on.year
    after: dict[str, NextRating] = {}
    for player, sheet in by_player(sheets):
        if enough_for_next_rating(sheet.n):
            years = age(persons[player].birth_year, year)
            after[player] = rules.next_rating(held[player], sheet.result, years, rules.readings)
    return after


def evaluated_1995(
    own: Held, result: Result, age: int | None, readings: Readings1995
) -> NextRating:
    """The coefficient, the next rating and its index, from the current rating and the result."""
    del readings  # this edition has no parameter for it
    E = development_coefficient_1995(own.rating, own.index, age)
    Rn = next_rating_1995(own.rating, result.W, result.We, E, result.n)
    return NextRating(E, Rn, next_index(own.index))


@dwz("4.9.1")
def next_rating_1995(Ro: int, W: float, We: float, E: int, n: int) -> int:
    """Rn = Ro + 800 (W − We) / (E + n), rounded."""
    Rn = Ro + 800 * (W - We) / (E + n)
    return whole(Ro + 800 * (exact(W) - exact(We)) / (E + n) if is_near_half(Rn) else Rn)


@dwz.within("4.9.2")
def development_coefficient_1995(Ro: int, index: int, age: int | None) -> int:
    """E = (Ro/1000)^4 + J within its limits, J by the age."""
    return bounded_1995(unbounded_1995(Ro, age_constant(age)), index)


@dwz.within("4.9.2")
def age_constant(age: int | None) -> int:
    """J = 5 up to 20 years, 10 from 21 to 25, 15 above and where the age is unknown."""
    if age is None or age > 25:
        return 15
    return 10 if age > 20 else 5


@dwz("4.9.2")
def unbounded_1995(Ro: int, J: int) -> int:
    """E = (Ro/1000)^4 + J, rounded; a rating below zero counts as zero."""
    return whole(max(Ro, 0) ** 4 / 10**12) + J


@dwz("4.9.2")
def bounded_1995(E: int, index: int) -> int:
    """E is at most 5 × index (index 0 counts as 1), at most 30 and at least 5."""
    return max(5, min(E, 5 * max(index, 1), 30))


@dwz("4.9.3")
def next_index(index: int) -> int:
    """Every evaluation raises the index by 1, even that of a single game."""
    return index + 1


@dwz.within("4.2")
def age(birth_year: int | None, year: int) -> int | None:
    """A = the year of the tournament's end − the year of birth."""
    return age_in(year, birth_year)


@dwz.within("4.9.2")
def age_class(age: int | None) -> str | None:
    """The age's class as the table of E prints it."""
    if age is None:
        return None
    return {5: "<=20", 10: "21-25", 15: ">25"}[age_constant(age)]


# --- 2014, 3.5 and Anhang 1.2: acceleration and brake in E ---------------------------------------

YOUTH = 5
"""J of the players for whom a success counts more."""
FOREIGN = "6.1.2"
"""The paragraph of 1995 for a rating adopted from another system."""
EQUAL = 1e-9
"""Largest difference at which W and We are treated as equal."""


@dwz_2014.within("Anhang 1.2")
def evaluated_2014(
    own: Held, result: Result, age: int | None, readings: Readings1995
) -> NextRating:
    """E, Rn and the index; E of a rating adopted from another system is that of index 1 (R8)."""
    del readings  # this edition has no parameter for it
    W, We, n = result.W, result.We, result.n
    index = 1 if own.paragraph == FOREIGN else own.index
    E = development_coefficient_2014(own.rating, index, age_constant(age), W, We)
    return NextRating(E, next_rating_1995(own.rating, W, We, E, n), next_index(own.index))


@dwz_2014.within("Anhang 1.2")
def development_coefficient_2014(Ro: int, index: int, J: int, W: float, We: float) -> int:
    """E = ((Ro/1000)^4 + J) · fB + SBr within its limits; fB if W ≥ We, SBr if not."""
    fB, SBr = acceleration(Ro, J, W, We), brake_2014(Ro, W, We)
    return bounded_2014(unbounded_2014(Ro, J, fB, SBr), index, SBr)


@dwz_2014("Anhang 1.2")
def acceleration(Ro: int, J: int, W: float, We: float) -> float:
    """fB = Ro/2000 within 0.5 and 1 up to 20 years if W is at least We, else 1."""
    if J != YOUTH or We - W >= EQUAL:
        return 1.0
    return min(max(Ro / 2000, 0.5), 1.0)


@dwz_2014("Anhang 1.2")
def brake_2014(Ro: int, W: float, We: float) -> float:
    """SBr = e^((1300 − Ro)/150) − 1 below 1300 if W is less than We, else 0."""
    if Ro >= 1300 or We - W < EQUAL:
        return 0.0
    return exp((1300 - Ro) / 150) - 1


@dwz_2014("Anhang 1.2")
def unbounded_2014(Ro: int, J: int, fB: float, SBr: float) -> int:
    """E = ((Ro/1000)^4 + J) · fB + SBr, rounded; a rating below zero counts as zero."""
    return whole((max(Ro, 0) ** 4 / 10**12 + J) * fB + SBr)


@dwz_2014("Anhang 1.2")
def bounded_2014(E: int, index: int, SBr: float) -> int:
    """E is at least 5 and at most 30 and 5 × index (index 0 as 1), with a brake at most 150."""
    return max(5, min(E, 150) if SBr > 0 else min(E, 5 * max(index, 1), 30))


# --- 2026, 3.5 and Anhang 1.2: K replaces E ------------------------------------------------------

Rational = int | Fraction

_K0 = [
    [int(row[index]) for index in ("<=1", *map(str, range(2, 11)), ">10")]
    for row in printed_table(__package__, "anhang_1_2_k0.csv", "2026")
]
_YOUNG, _ADULT, _OTHERS = _K0


def evaluated_2026(
    own: Held, result: Result, age: int | None, readings: Readings1995
) -> NextRating:
    """The coefficient, the next rating and its index, from the current rating and the result."""
    chosen, W, We = chosen_in(Readings2026, readings), result.W, result.We
    K = development_coefficient_2026(own.rating, own.index, age, result, chosen)
    Rn = next_rating_2026(own.rating, W, We, K, chosen.minimum)
    return NextRating(K, Rn, next_index(own.index))


@dwz_2026("3.5")
def next_rating_2026(Ro: int, W: float, We: float, K: float, minimum: int) -> int:
    """Rn = Ro + K (W − We), rounded; it is at least the minimum."""
    Rn = Ro + K * (W - We)
    return max(minimum, whole(Ro + exact(K) * (exact(W) - exact(We)) if is_near_half(Rn) else Rn))


@dwz_2026.within("Anhang 1.2")
def development_coefficient_2026(
    Ro: int, index: int, A: int | None, result: Result, chosen: Readings2026
) -> float:
    """K = K0 · b + a, at most Kmax; b counts if W < We, a if not."""
    W, We = result.W, result.We
    K0 = tabled(Ro, index, A)
    b = brake_2026(Ro, W, We, chosen.brake_shift)
    return coefficient(K0, b, bonus(Ro, W, We, A, chosen), chosen.k_max)


@dwz_2026("Anhang 1.2")
def tabled(Ro: int, index: int, A: int | None) -> int:
    """K0 is read from the table, by strength and age, and by the index."""
    column = min(max(index, 1), 11) - 1
    if A is not None and A <= 25:
        return (_YOUNG if Ro < 2200 else _OTHERS)[column]
    return (_ADULT if Ro < 2000 else _OTHERS)[column]


@dwz_2026("Anhang 1.2")
def brake_2026(Ro: int, W: float, We: float, u: float) -> Rational:
    """b = (Ro + u)/(1600 + u) below 1600 if W is less than We, else 1."""
    if Ro >= 1600 or We - W < EQUAL:
        return 1
    return _shortest((Ro + exact(u)) / (1600 + exact(u)))


@dwz_2026.within("Anhang 1.2")
def bonus(Ro: int, W: float, We: float, A: int | None, chosen: Readings2026) -> Rational:
    """Return a: by t up to 20 years, a1 from 21 to 25, a2 above and where A is unknown."""
    if A is not None and A <= 20:
        return youth_bonus(Ro, W, We, chosen.youth_divisor)
    by_age = chosen.junior_bonus if A is not None and A <= 25 else chosen.adult_bonus
    return low_bonus(Ro, W, We, by_age)


@dwz_2026("Anhang 1.2")
def youth_bonus(Ro: int, W: float, We: float, t: float) -> Rational:
    """a = (2000 − Ro)/t up to 20 years, below 2000 and if W is at least We, else 0."""
    if Ro >= 2000 or We - W >= EQUAL:
        return 0
    return _shortest((2000 - Ro) / exact(t))


@dwz_2026("Anhang 1.2")
def low_bonus(Ro: int, W: float, We: float, a1_or_a2: float) -> Rational:
    """a = a1 from 21 to 25 years, a2 above, below 1600 and if W is at least We, else 0."""
    if Ro >= 1600 or We - W >= EQUAL:
        return 0
    return _shortest(exact(a1_or_a2))


@dwz_2026("Anhang 1.2")
def coefficient(K0: int, b: Rational, a: Rational, k_max: float) -> float:
    """K = K0 · b + a, halves of a tenth rounded up, and at most Kmax."""
    return min(float(k_max), whole(10 * (K0 * b + a)) / 10)


def _shortest(value: Fraction) -> Rational:
    """Return a whole number as an integer, any other fraction unchanged."""
    return value.numerator if value.denominator == 1 else value
