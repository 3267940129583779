"""DWZ 2026 3.5 and Anhang 1.2: the next rating, and K, which has taken the place of E."""

from fractions import Fraction

from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_1995.card import Held
from projections.rulebooks.dwz_1995.chapters import NextRating, Result
from projections.rulebooks.dwz_1995.p4_09_next_rating import next_index
from projections.rulebooks.dwz_2014.p3_05_next_rating import EQUAL
from projections.rulebooks.dwz_2026 import dwz_2026
from projections.rulebooks.dwz_2026.readings import Readings, chosen_in
from projections.rulebooks.figures import exact, near_a_half, printed_table, whole

Rational = int | Fraction

_K0 = [
    [int(row[index]) for index in ("<=1", *map(str, range(2, 11)), ">10")]
    for row in printed_table(__package__, "anhang_1_2_k0.csv")
]
_YOUNG, _ADULT, _OTHERS = _K0


def evaluated(
    own: Held, result: Result, age: int | None, readings: dwz_1995.Readings
) -> NextRating:
    """The coefficient, the next rating and its index, from what somebody holds and scored."""
    chosen, W, We = chosen_in(readings), result.W, result.We
    K = development_coefficient(own.rating, own.index, age, result, chosen)
    Rn = next_rating(own.rating, W, We, K, chosen.minimum)
    return NextRating(K, Rn, next_index(own.index))


@dwz_2026("3.5")
def next_rating(Ro: int, W: float, We: float, K: float, minimum: int) -> int:
    """Rn = Ro + K (W − We), rounded; it is at least the minimum."""
    Rn = Ro + K * (W - We)
    return max(minimum, whole(Ro + exact(K) * (exact(W) - exact(We)) if near_a_half(Rn) else Rn))


@dwz_2026.within("Anhang 1.2")
def development_coefficient(
    Ro: int, index: int, A: int | None, result: Result, chosen: Readings
) -> float:
    """K of a player of this strength, index and age, by whether he met what was expected."""
    W, We = result.W, result.We
    K0 = tabled(Ro, index, A)
    b = brake(Ro, W, We, chosen.brake_shift)
    a = bonus(Ro, W, We, A, chosen)
    return coefficient(K0, b, a, chosen.k_max)


@dwz_2026("Anhang 1.2")
def tabled(Ro: int, index: int, A: int | None) -> int:
    """K0 stands in the table: by strength and age, and by the index."""
    column = min(max(index, 1), 11) - 1
    if A is not None and A <= 25:
        return (_YOUNG if Ro < 2200 else _OTHERS)[column]
    return (_ADULT if Ro < 2000 else _OTHERS)[column]


@dwz_2026("Anhang 1.2")
def brake(Ro: int, W: float, We: float, u: float) -> Rational:
    """b = (Ro + u)/(1600 + u) below 1600 if W is less than We, else 1."""
    if Ro >= 1600 or We - W < EQUAL:
        return 1
    return _shortest((Ro + exact(u)) / (1600 + exact(u)))


def bonus(Ro: int, W: float, We: float, A: int | None, chosen: Readings) -> Rational:
    """What is added for those who met what was expected of them, by their age."""
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
    """A whole number as such; other fractions are shown as they are."""
    return value.numerator if value.denominator == 1 else value
