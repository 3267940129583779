"""DWZ 2014 3.5 and 3.6: the next rating, the performance, the special evaluation."""

import pytest

from projections.rulebooks.dwz.p4_09_next_rating import acceleration, brake_2014
from tests.rulebooks.dwz_1995.club import adopted, against, residual, tournament, waiting
from tests.rulebooks.dwz_2014.club import rows, steps
from tests.tables import every


def after(results, opponents, own="1500-10", age=40, **parameters):
    """The row of somebody with these results."""
    games, cards = against("player", results, opponents)
    event = tournament(*games, births={"player": 1996 - age})
    return rows(event, {**cards, "player": own}, **parameters)["player"]


class TestNextRating:
    """DWZ 2014 3.5, DWZ 2014 Anhang 1.2, DWZ 2014 2.2.4."""

    def test_a_success_of_the_young_moves_further(self):
        """Age 18, 1600: E = 11.55 · 0.8 = 9.24; 1600 + 800 · 0.5/(9 + 1) = 1640."""
        row = after("1", [1600], "1600-20", age=18)
        assert (row["coefficient"], row["rating_after"], row["index_after"]) == (9, 1640, 21)

    def test_a_failure_of_the_young_is_that_of_an_adult_of_1995(self):
        """E = 11.55: 1600 − 800 · 0.5/(12 + 1) = 1569.2."""
        row = after("0", [1600], "1600-20", age=18)
        assert (row["coefficient"], row["rating_after"]) == (12, 1569)

    def test_a_failure_below_1300_is_braked_at_any_age(self):
        """1000, age 40: 1 + 15 + e² − 1 = 22.39; 1000 − 400/23 = 982.6; index 2 is not a limit."""
        row = after("0", [1000], "1000-2")
        assert (row["coefficient"], row["rating_after"]) == (22, 983)

    def test_just_what_was_expected_is_no_failure(self):
        """Two draws with equals: W = We, so no brake, and E by the index: 10."""
        row = after("½ ½", [1000, 1000], "1000-2")
        assert (row["coefficient"], row["rating_after"], row["index_after"]) == (10, 1000, 3)

    def test_w_and_we_are_equal_within_a_billionth(self):
        assert acceleration(1600, 5, 1.0, 1.0 + 9e-10) == 0.8
        assert acceleration(1600, 5, 1.0, 1.0 + 2e-9) == 1.0
        assert brake_2014(1000, 1.0, 1.0 + 9e-10) == 0.0
        assert brake_2014(1000, 1.0, 1.0 + 2e-9) == pytest.approx(6.389056)

    def test_the_acceleration_lies_between_a_half_and_one(self):
        found = [acceleration(Ro, 5, 1.0, 0.5) for Ro in (-50, 800, 1000, 1500, 2000, 2400)]
        assert found == [0.5, 0.5, 0.5, 0.75, 1.0, 1.0]
        assert acceleration(1000, 10, 1.0, 0.5) == 1.0  # over 20

    def test_there_is_no_brake_from_1300_on(self):
        assert (brake_2014(1300, 0.0, 0.5), brake_2014(1299, 0.0, 0.5) > 0) == (0.0, True)

    def test_there_is_no_floor(self):
        """-20, 40 years: 15 + e^8.8 − 1, at most 150; -20 − 400/151 = -22.6."""
        row = after("0", [-20], "-20-9")
        assert (row["coefficient"], row["rating_after"]) == (150, -23)

    def test_an_adopted_figure_enters_with_6_and_moves_with_index_1(self):
        """DWZ 2014 4.1.2: E = 23.4 + 15, at most 5 · 1; 2200 + 400/6 = 2266.7."""
        row = after("1", [2200], adopted(2200))
        assert (row["index_before"], row["coefficient"]) == (6, 5)
        assert (row["rating_after"], row["index_after"]) == (2267, 7)

    def test_an_adopted_figure_below_1300_is_braked_beyond_its_index(self):
        """As 1000-2 above: E = 22."""
        assert after("0", [1000], adopted(1000))["coefficient"] == 22


class TestPerformance:
    """DWZ 2014 3.6: from five games of this tournament on."""

    def test_four_games_show_none_and_five_do(self):
        assert after("½ ½ ½ ½", [1600] * 4)["performance"] is None
        assert after("½ ½ ½ ½ ½", [1600] * 5)["performance"] == 1600

    @every(("result", "Rh"), [("0", 923), ("1", 2277)])
    def test_no_point_and_all_of_them_are_677_from_the_mean(self, result, Rh):
        assert after(" ".join([result] * 5), [1600] * 5)["performance"] == Rh

    def test_that_of_a_first_dwz_is_the_value_of_the_iteration(self):
        """Five draws with 700: 700, and a first DWZ of 700 + 87.5, half up."""
        row = after("½ ½ ½ ½ ½", [700] * 5, None)
        assert (row["performance"], row["rating_after"]) == (700, 788)

    def test_the_working_of_a_first_dwz_names_its_value_as_the_performance(self):
        games, cards = against("player", "½ ½ ½ ½ ½", [700] * 5)
        written = steps(tournament(*games), {**cards, "player": None})
        shown = [step for step in written if step.rule == "DWZ 2014 3.6" and "Ri" in step.given]
        assert [(step.given["Ri"], step.result) for step in shown] == [(700, 700)]

    def test_with_residual_games_it_is_that_of_the_tournaments_games_alone(self):
        """Five draws with 1600 are 1600, whatever was lost before."""
        row = after("½ ½ ½ ½ ½", [1600] * 5, waiting(residual(1500, 0.0)))
        assert row["performance"] == 1600 > row["rating_after"]
        assert after("½ ½ ½ ½", [1600] * 4, waiting(residual(1500, 0.0)))["performance"] is None


class TestSpecialEvaluation:
    """DWZ 2014 3.6.3: a performance more than 300 above Ro stands in for it."""

    DRAWS = "½ ½ ½ ½ ½"  # with five of 1800: a performance of 1800

    @every(("Ro", "special"), [(1500, None), (1499, 1800)])
    def test_it_must_lie_more_than_300_above(self, Ro, special):
        assert after(self.DRAWS, [1800] * 5, f"{Ro}-10")["special"] == special

    def test_four_games_are_none(self):
        assert after("1 1 1 1", [2200] * 4)["special"] is None

    def test_a_threshold_of_0_means_that_there_is_none(self):
        assert after(self.DRAWS, [1800] * 5, "1000-10", special_threshold=0)["special"] is None
        assert after(self.DRAWS, [1800] * 5, "1000-10", special_threshold=800)["special"] is None
        assert after(self.DRAWS, [1800] * 5, "999-10", special_threshold=800)["special"] == 1800

    def test_adopted_figures_are_no_exception(self):
        assert after(self.DRAWS, [1800] * 5, adopted(1400))["special"] == 1800

    def test_five_games_lost_against_far_stronger_ones_are_a_performance_too(self):
        """0 of 5 against 2300 is 1623: more than 300 above 1322, not above 1323."""
        zero = "0 0 0 0 0"
        assert after(zero, [2300] * 5, "1322-10")["special"] == 1623
        assert after(zero, [2300] * 5, "1323-10")["special"] is None

    @every(
        ("expectancy", "results", "opponents", "Rh"),
        [
            # 1585: We = 1.4962, D(0.50076) = 0.54, a whole step up; 1586: -0.19, none back
            ("normal", "½ ½ ½ 0 0", [1792, 1430, 1792, 1894, 1837], 1586),
            # 1067: We = 0.50162, D(0.49968) = -0.23, no step; the passes come from above, and
            # 1068: We = 0.50346, D(0.49931) = -0.48, none either
            ("logistic", "½ 0 0 0 0", [1119, 1818, 1764, 1722, 1722], 1068),
            # 1099: We = 0.51 of the table, which the printed D takes for 0.50
            ("table", "½ 0 0 0 0", [1119, 1818, 1764, 1722, 1722], 1100),
        ],
    )
    def test_one_point_too_many_is_enough_under_every_curve(
        self, expectancy, results, opponents, Rh
    ):
        """Ro + 300 lies a single point below the performance, less than a step of rounding."""
        just, none = (
            after(results, opponents, f"{Ro}-10", expectancy=expectancy)["special"]
            for Ro in (Rh - 301, Rh - 300)
        )
        assert (just, none) == (Rh, None)

    def test_opponents_are_evaluated_against_it_and_the_player_from_his_own(self):
        """1800-10, age 40: E = 10.5 + 15; against 1800 a draw is We, against 1400 it is not."""
        games, cards = against("player", self.DRAWS, [1800] * 5)
        found = rows(tournament(*games), {**cards, "player": "1400-10"})
        other = found["opponent00"]
        assert [line["opponent_rating"] for line in other["games_used"]] == [1800]
        assert (other["expected"], other["rating_after"]) == (0.5, 1800)
        # We = 5 · Φ(-1.41421) = 0.39325; E = 3.84 + 15; 1400 + 800 · 2.10675/24 = 1470.2
        assert found["player"]["rating_after"] == 1470

    def test_the_deciding_performance_is_that_before_the_repetition(self):
        """Ada and Ben beat four of 2000 and draw with each other, both exceptional.

        Before it each has the other at 1500, in the end at his performance, which is higher.
        """
        others = dict.fromkeys("abcd", "2000-10")
        games = [f"{who} 1 {name}" for who in ("ada", "ben") for name in "abcd"]
        own = dict.fromkeys(("ada", "ben"), "1500-9")
        found = rows(tournament(*games, "ada ½ ben"), {**others, **own})
        ada = found["ada"]
        assert ada["special"] == found["ben"]["special"] > 1800
        assert ada["performance"] > ada["special"]
        assert ada["games_used"][-1]["opponent_rating"] == found["ben"]["special"]

    def test_the_working_names_performance_and_threshold(self):
        games, cards = against("player", self.DRAWS, [1800] * 5)
        written = steps(tournament(*games), {**cards, "player": "1400-10"})
        (step,) = [step for step in written if step.rule == "DWZ 2014 3.6.3"]
        assert step.given == {"Ro": 1400, "Rh": 1800, "threshold": 300}
        assert step.result == 1800
