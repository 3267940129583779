"""FIDE 8.3.3 and 8.3.4: K at its bounds, in both readings (F3), and the change it makes."""

from projections.rulebooks.fide_2024.card import FideCard
from projections.rulebooks.fide_2024.p8_ratings import K_of, base_K, period_change
from tests.tables import every


@every(
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


@every(
    ("rating", "peak", "ever", "current"),
    [(2250, 2250, 40, 40), (2310, 2310, 20, 20), (2250, 2310, 20, 40), (None, 2310, 20, 40)],
)
def test_a_junior_s_40_ends_with_2300_once_reached_or_while_it_is_held(
    rating, peak, ever, current
) -> None:
    """FIDE 8.3.3: born in 2010 and 16 on a list of 2026, in both readings (F3)."""
    card = FideCard(rating=rating, peak=peak, games=40, birth_year=2010)
    for reading, expected in (("ever", ever), ("current", current)):
        assert base_K(card, 2026, "peak_first", reading) == expected
    assert base_K(card, 2029, "peak_first", "current") == 20  # 19 years old


@every(
    ("K", "deltas", "period", "tournament"),
    [
        (7, [7], 0, 0),
        (10, [5], 1, 1),
        (7, [-7], 0, 0),
        (10, [-5], -1, -1),
        (20, [8], 2, 2),
        (20, [7, -30, 26], 1, 0),
        (10, [-14, -14, -14], -4, -3),
        (10, [0], 0, 0),
    ],
)
def test_hundredths_are_rounded_once_and_halves_go_away_from_zero(
    K, deltas, period, tournament
) -> None:
    """FIDE 8.3.4: .49 is nothing, .50 is one; three tournaments together, or each (F2).

    20 · .03 = .6, but 1.4 - 6.0 + 5.2 by themselves are 1, -6 and 5; 10 · -.42 = -4.2, but three
    times -1.4 is three times -1.
    """
    assert period_change(K, deltas, "period") == period
    assert period_change(K, deltas, "tournament") == tournament
