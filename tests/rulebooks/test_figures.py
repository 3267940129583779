"""Rounding that several documents share."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.figures import exact, is_near_half, whole, whole_half_away
from tests.tables import every

NUMBERS = st.floats(-1e6, 1e6) | st.integers(-(10**6), 10**6)


@every(
    ("value", "decimal"),
    [(8.05, "8.05"), (-0.1, "-0.1"), (0.1 + 0.2, "0.3"), (4, "4"), (2.5, "2.5"), (1 / 3, None)],
)
def test_a_decimal_comes_back_as_it_was_written(value, decimal):
    assert exact(value) == Fraction(decimal or "0.333333333333")


@given(NUMBERS)
def test_twelve_places_are_kept_and_the_rest_is_rounded_halves_to_even(value):
    assert exact(value) == Fraction(round(Fraction(value) * 10**12), 10**12)


@given(NUMBERS)
def test_a_fraction_is_rounded_as_the_number_it_is(value):
    assert whole(Fraction(value)) == (Fraction(value) + Fraction(1, 2)).__floor__()


@every(("value", "rounded"), [(0.5, 1), (-0.5, 0), (2.5, 3), (-2.5, -2), (7, 7)])
def test_halves_go_up(value, rounded):
    assert whole(value) == whole(Fraction(value)) == rounded


@every(("value", "rounded"), [(0.5, 1), (-0.5, -1), (0.4, 0), (2.5, 3), (-2.5, -3), (0, 0)])
def test_halves_go_away_from_zero_where_a_document_says_so(value, rounded):
    assert whole_half_away(value) == rounded


@every("below", [0, 1499, -3])
def test_a_value_within_a_millionth_of_a_half_is_in_doubt(below):
    in_doubt = [below + 0.5 + each for each in (-9e-7, 0, 9e-7)]
    clear = [below + 0.5 + each for each in (-0.5, -1.1e-6, 1.1e-6, 0.4)]
    assert [is_near_half(value) for value in in_doubt + clear] == [True] * 3 + [False] * 4


@every(
    ("times", "places"),
    [
        *((1, 122_070_312), (3, 366_210_938), (5, 610_351_562)),  # ….5 each time
        *((7, 854_492_188), (9, 1_098_632_812), (11, 1_342_773_438)),
    ],
)
def test_what_lies_halfway_between_two_decimals_goes_to_the_even_one(times, places):
    """10^12/2^13 is 122,070,312.5, of which these are odd multiples."""
    value = times * 2**-13
    assert exact(value) == Fraction(places, 10**12)
