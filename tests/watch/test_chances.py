"""Chances of scores and counts, by hand, by the binomial law and by published examples."""

from math import comb, isclose, log
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.watch.chances import (
    Outcomes,
    at_least,
    at_most,
    both,
    chance_of_count,
    deviation,
    deviation_of,
    dispersion,
    distribution,
    exceeded,
    false_discovery_rates,
)

EVEN = (0.5, 0.0, 0.5)
CHESS = (0.25, 0.5, 0.25)
SHARES = st.floats(0.01, 0.98)


def test_two_even_games_without_draws_have_three_scores() -> None:
    assert distribution([EVEN, EVEN]) == [0.25, 0, 0.5, 0, 0.25]


def test_draws_give_the_scores_between() -> None:
    # 0: ¼·¼; ½: 2·¼·½; 1: ½·½ + 2·¼·¼; 1½ and 2 as ½ and 0.
    assert distribution([CHESS, CHESS]) == [0.0625, 0.25, 0.375, 0.25, 0.0625]


def test_nine_wins_out_of_nine_even_games_are_one_in_512() -> None:
    found = distribution([EVEN] * 9)
    assert at_least(found, 9) == 1 / 512
    assert at_most(found, 8.5) == 511 / 512
    assert at_least(found, 8) == 10 / 512


@given(st.integers(1, 30), SHARES, st.data())
def test_a_count_is_that_of_the_binomial_law(
    games: int, share: float, data: st.DataObject
) -> None:
    least = data.draw(st.integers(0, games))
    expected = sum(
        comb(games, count) * share**count * (1 - share) ** (games - count)
        for count in range(least, games + 1)
    )
    assert isclose(chance_of_count([share] * games, least), expected, rel_tol=1e-9)


@given(st.lists(st.tuples(SHARES, st.floats(0, 1)), min_size=1, max_size=12))
def test_all_scores_together_are_certain_and_their_mean_is_the_expectation(
    games: list[tuple[float, float]],
) -> None:
    outcomes = Outcomes([share for _, share in games][:1] * 10)
    chances = [outcomes.of(expected) for expected, _ in games]
    found = distribution(chances)
    mean = sum(halves / 2 * chance for halves, chance in enumerate(found))
    assert isclose(sum(found), 1, rel_tol=1e-9)
    assert isclose(mean, sum(expected for expected, _ in games), rel_tol=1e-9)
    assert all(min(each) >= -1e-12 for each in chances)


def test_draws_are_counted_by_the_strength_of_the_favourite() -> None:
    # 80 even games of which 40 are drawn, 100 of a favourite with 0.95, none drawn: 40 of 180
    # over all, which counts for 20 games more in each band.
    even = [(0.5, 0.5)] * 40 + [(0.5, 1.0)] * 40
    outcomes = Outcomes.counted([*even, *[(0.95, 1.0)] * 100])
    usual = 20 * 40 / 180
    loss, draw, win = outcomes.of(0.5)
    assert (draw, loss) == (pytest.approx((40 + usual) / 100), pytest.approx(win))
    assert outcomes.of(0.05)[1] == pytest.approx(usual / 120)


def test_a_score_deviates_by_its_standard_deviations() -> None:
    # Four even games: expectation 2, variance 4 · ¼ = 1.
    assert deviation([EVEN] * 4, 4) == 2
    assert deviation([EVEN] * 4, 0) == -2
    assert deviation([(0.0, 0.0, 1.0)], 1) == 0


def test_two_observations_of_one_half_are_no_surprise() -> None:
    assert both(0.5, 0.5) == pytest.approx(0.25 * (1 - log(0.25)))
    assert both(1, 1) == 1


def test_the_normal_law_is_that_of_the_tables() -> None:
    assert exceeded(1.96) == pytest.approx(0.025, abs=1e-4)
    assert deviation_of(exceeded(6)) == pytest.approx(6)


def test_results_as_the_expectations_have_them_are_not_dispersed() -> None:
    quantiles = [NormalDist().inv_cdf((number + 0.5) / 1000) for number in range(1000)]
    assert dispersion(quantiles) == pytest.approx(1, abs=0.01)
    assert dispersion([1.5 * each for each in quantiles]) == pytest.approx(1.5, abs=0.01)
    assert dispersion([0.5 * each for each in quantiles]) == 1  # never narrower
    assert dispersion([*quantiles, *[40.0] * 10]) == pytest.approx(1, abs=0.02)


# Benjamini and Hochberg 1995, section 3.2: of these 15 hypotheses four are rejected at 0.05.
PUBLISHED = (
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
)


def test_the_published_example_rejects_its_four_smallest() -> None:
    rates = false_discovery_rates(PUBLISHED, 15)
    assert [rate <= 0.05 for rate in rates] == [True] * 4 + [False] * 11


def test_the_order_of_the_chances_does_not_matter_and_the_rest_may_be_left_out() -> None:
    rates = false_discovery_rates(PUBLISHED[::-1], 15)
    assert rates[::-1] == pytest.approx(false_discovery_rates(PUBLISHED, 15))
    assert false_discovery_rates(PUBLISHED[:4], 15)[:3] == pytest.approx(rates[::-1][:3])
