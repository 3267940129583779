"""Rounding that several documents share."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.figures import exact, whole

NUMBERS = st.floats(-1e6, 1e6) | st.integers(-(10**6), 10**6)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(("value", "rounded"), [(0.5, 1), (-0.5, 0), (2.5, 3), (-2.5, -2), (7, 7)])
def test_halves_go_up(value, rounded):
    assert whole(value) == whole(Fraction(value)) == rounded
