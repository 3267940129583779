"""FIDE 8.3.3: K at its bounds, in both readings of the order of its sentences (F3)."""

import pytest

from projections.rulebooks.fide_2024.p8_3_rated import K_of


@pytest.mark.parametrize(
    ("peak", "games", "age", "peak_first", "text"),
    [
        (2399, 30, None, 20, 20),
        (2400, 30, None, 10, 10),
        (2401, 30, None, 10, 10),
        (2400, 29, None, 10, 40),
        (2399, 29, None, 40, 40),
        (2299, 30, 18, 40, 40),
        (2300, 30, 18, 20, 20),
        (2299, 30, 19, 20, 20),
    ],
)
def test_k_is_10_from_2400_on_and_40_for_the_young_and_the_new(
    peak, games, age, peak_first, text
) -> None:
    """FIDE 8.3.3."""
    for order, expected in (("peak_first", peak_first), ("text", text)):
        K = K_of(peak=peak, height=peak, games=games, age=age, k_order=order)
        assert expected == K
