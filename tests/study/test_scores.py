"""Losses of forecasts, their intervals, and comparisons: by hand and by simulation."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.study.scores import (
    Games,
    accuracy,
    brier,
    calibration,
    grouped,
    interval_of_mean,
    log_loss,
    mean_scores,
)

SHARES = st.floats(0.05, 0.95)


def games(expected, score, **columns):
    """Games of one tournament and year unless told otherwise."""
    many = len(expected)
    given_ = {"tournament": [0] * many, "year": [1996] * many, "experience": [10] * many}
    whole = {name: np.array(columns.get(name, them)) for name, them in given_.items()}
    figures = np.array(columns.get("figure", [1500.0] * many))
    return Games(expected=np.array(expected), score=np.array(score), figure=figures, **whole)


class TestOneGame:
    def test_half_a_point_expected_costs_the_logarithm_of_two_whatever_happens(self):
        assert log_loss(np.full(3, 0.5), np.array([0, 0.5, 1])) == pytest.approx([log(2)] * 3)

    def test_a_win_expected_at_four_fifths(self):
        """−ln 0.8 = 0.2231, −ln 0.2 = 1.6094; a draw costs the mean of both, 0.9163."""
        assert log_loss(np.full(3, 0.8), np.array([1, 0, 0.5])) == pytest.approx(
            [0.22314, 1.60944, 0.91629], abs=5e-6
        )

    def test_certainty_that_fails_costs_what_a_hundredth_costs(self):
        """−ln 0.01 = 4.6052."""
        assert log_loss(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == pytest.approx([4.60517] * 2)

    def test_the_square_of_the_miss(self):
        assert brier(np.array([0.8, 0.8]), np.array([1, 0.5])) == pytest.approx([0.04, 0.09])

    def test_a_draw_is_half_a_hit_and_so_is_having_no_favourite(self):
        expected, score = [0.8, 0.2, 0.8, 0.5, 0.2], [1, 1, 0.5, 1, 0]
        assert accuracy(np.array(expected), np.array(score)).tolist() == [1, 0, 0.5, 0.5, 1]


@given(truth=SHARES, other=SHARES, drawn=st.floats(0, 0.5))
def test_nobody_forecasts_better_than_who_knows_the_share_scored(truth, other, drawn):
    """Wins, draws and losses with these chances: the mean share costs least, draws or not."""
    draw = min(drawn, 2 * truth, 2 * (1 - truth))
    chances = [truth - draw / 2, draw, 1 - truth - draw / 2]
    score = np.array([1, 0.5, 0])
    for of in (log_loss, brier):
        best, his = (float(chances @ of(np.full(3, each), score)) for each in (truth, other))
        assert best <= his + 1e-12


class TestManyGames:
    def test_no_games_have_no_mean(self):
        nothing = np.array([])
        assert mean_scores(nothing, nothing) == {"log_loss": None, "brier": None, "accuracy": None}
        assert interval_of_mean(nothing, np.array([], dtype=int)) is None

    def test_favourites_are_put_in_bands_from_their_own_side(self):
        """0.73 as White who won, and 0.27 as White who drew: Black was the favourite at 0.73."""
        (band,) = calibration(games([0.73, 0.27], [1, 0.5]))
        assert (band["from"], band["to"], band["games"]) == (0.7, 0.75, 2)
        assert (band["expected"], band["scored"]) == (pytest.approx(0.73), 0.75)

    def test_certainty_is_in_the_last_band(self):
        (band,) = calibration(games([1.0], [1.0]))
        assert (band["from"], band["to"]) == (0.95, 1.0)

    def test_colours_see_the_same_game_from_both_sides(self):
        white, black = grouped(games([0.6], [1.0]))["colour"]
        assert (white["expected"], white["scored"]) == (0.6, 1)
        assert (black["expected"], black["scored"]) == (pytest.approx(0.4), 0)

    def test_groups_hold_every_game_once(self):
        experience, years = [0, 4, 5, 19, 20, 49, 50, 900], [1996] * 3 + [1997] * 5
        many = games([0.5] * 8, [1.0] * 8, experience=experience, year=years)
        found = grouped(many)
        assert {row["group"]: row["games"] for row in found["experience"]} == {
            "0-4": 2,
            "5-19": 2,
            "20-49": 2,
            "50 and more": 2,
        }
        assert [(row["group"], row["games"]) for row in found["year"]] == [
            ("1996", 3),
            ("1997", 5),
        ]
        assert sum(row["games"] for row in found["strength"]) == 8


class TestIntervals:
    def test_tournaments_that_are_alike_leave_no_doubt(self):
        found = interval_of_mean(np.array([0.2, 0.4] * 5), np.repeat(np.arange(5), 2))
        assert (found.low, found.value, found.high) == pytest.approx((0.3, 0.3, 0.3))

    def test_the_order_of_the_games_does_not_matter(self):
        losses, tournament = np.arange(12.0), np.repeat(np.arange(4), 3)
        mixed = np.random.default_rng(3).permutation(12)
        assert interval_of_mean(losses[mixed], tournament[mixed]) == interval_of_mean(
            losses, tournament
        )

    def test_a_known_difference_lies_within_nineteen_of_twenty_intervals(self):
        """Games won with a chance of 0.6, forecast at 0.6 and at 0.5: the Brier scores differ by
        0.1² in the mean.  Of 200 seasons of 40 tournaments about 190 intervals hold that; 177 or
        fewer would be four standard deviations too few.
        """
        dice = np.random.default_rng(11)
        tournament = np.repeat(np.arange(40), 12)
        held = 0
        for _ in range(200):
            score = (dice.random(480) < 0.6).astype(float)
            known, even = (np.full(480, share) for share in (0.6, 0.5))
            found = interval_of_mean(
                brier(even, score) - brier(known, score), tournament, draws=300
            )
            held += found.low <= 0.01 <= found.high
        assert held > 177
