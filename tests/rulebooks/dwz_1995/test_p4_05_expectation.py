"""DWZ 4.5 and 4.6: P(D), its inverse, We, and the printed tables."""

from math import floor, fsum
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.dwz import dwz
from projections.rulebooks.dwz.p4_05_expectation import (
    chance,
    difference,
    expected_points,
    sum_of_expectations,
)
from projections.rulebooks.figures import printed_table
from tests.rulebooks.dwz_1995.club import rows, tournament
from tests.tables import every

CURVES = st.sampled_from(["normal", "table", "logistic"])
DIFFERENCES = st.integers(min_value=-3000, max_value=3000)
PRINTED = NormalDist(0, 2000 / 7)  # the curve of the FIDE table
P_TABLE = printed_table(dwz.package, "anhang_2_1_probability.csv", dwz.folder)
D_TABLE = printed_table(dwz.package, "anhang_2_2_difference.csv", dwz.folder)


class TestExpectationOfAGame:
    """DWZ 4.5: the normal distribution."""

    @every(("D", "P"), [(0, 0.5), (200, 0.760250), (-200, 0.239750), (400, 0.921350)])
    def test_values_of_the_normal_distribution(self, D, P):
        """Φ(0.707107), Φ(1.414214) from a printed table of the distribution."""
        assert chance(D, "normal") == pytest.approx(P, abs=1e-6)

    @given(DIFFERENCES, CURVES)
    def test_both_sides_together_expect_one_point(self, D, expectancy):
        assert chance(D, expectancy) + chance(-D, expectancy) == pytest.approx(1)

    @given(DIFFERENCES, st.integers(min_value=0, max_value=500), CURVES)
    def test_the_stronger_player_never_expects_less(self, D, more, expectancy):
        assert chance(D + more, expectancy) >= chance(D, expectancy)

    @given(st.integers(min_value=-650, max_value=650), st.sampled_from(["normal", "logistic"]))
    def test_the_inverse_leads_back(self, D, expectancy):
        assert difference(chance(D, expectancy), expectancy) == pytest.approx(D)

    @every("expectancy", ["normal", "table", "logistic"])
    def test_beyond_one_and_99_percent_the_inverse_goes_no_further(self, expectancy):
        assert difference(0.001, expectancy) == difference(0.01, expectancy)
        assert difference(0.999, expectancy) == difference(0.99, expectancy)


class TestExpectationOfATournament:
    """DWZ 4.6: the sum over the games; of one game its expectation."""

    def test_one_game(self):
        assert expected_points(1600, [1400], "normal") == chance(200, "normal")

    @given(st.lists(st.integers(min_value=800, max_value=2600), max_size=12), st.randoms())
    def test_the_order_of_the_games_never_shows_not_even_in_the_last_digit(self, met, dice):
        shuffled = dice.sample(met, len(met))
        assert sum_of_expectations(1600, met, "normal") == sum_of_expectations(
            1600, shuffled, "normal"
        )

    def test_the_report_shows_the_unrounded_sum_and_its_parts(self):
        event = tournament("anna 1 bert", "carl ½ anna")
        row = rows(event, {"anna": "1600-9", "bert": "1400-9", "carl": "1800-9"})["anna"]
        assert row["expected"] == pytest.approx(1.0)
        assert [game["expected"] for game in row["games_used"]] == pytest.approx(
            [0.760250, 0.239750], abs=1e-6
        )


class TestProbabilityTable:
    """DWZ Anhang 2.1: two digits, by bands."""

    def test_the_bands_follow_on_each_other_and_both_columns_make_one(self):
        ends = [int(row["DWZ-Diff."].split("-")[1]) for row in P_TABLE[:-1]]
        starts = [int(row["DWZ-Diff."].split("-")[0]) for row in P_TABLE[:-1]]
        assert starts == [0, *(end + 1 for end in ends[:-1])]
        assert P_TABLE[-1]["DWZ-Diff."] == f">{ends[-1]}"
        assert all(
            float(row["P(D) besser"]) + float(row["P(D) schlechter"]) == 1 for row in P_TABLE
        )

    def test_every_difference_reads_as_printed(self):
        for row in P_TABLE[:-1]:
            first, last = map(int, row["DWZ-Diff."].split("-"))
            for D in range(first, last + 1):
                assert chance(D, "table") == float(row["P(D) besser"])
            for D in range(max(first, 1), last + 1):
                assert chance(-D, "table") == float(row["P(D) schlechter"])
        assert (chance(736, "table"), chance(-736, "table")) == (1.0, 0.0)

    def test_it_is_the_curve_of_the_fide_table_but_for_six_differences(self):
        off = [
            D for D in range(800) if chance(D, "table") != floor(100 * PRINTED.cdf(D) + 0.5) / 100
        ]
        assert off == [54, 343, 344, 358, 392, 620]

    def test_the_approximation_below_it_is_logistic(self):
        assert chance(400, "logistic") == pytest.approx(10 / 11)


class TestDifferenceTable:
    """DWZ Anhang 2.2: D by the share of the points."""

    def test_every_share_reads_as_printed(self):
        assert len(D_TABLE) == 99
        for row in D_TABLE:
            assert difference(float(row["P"]), "table") == int(row["D"])

    def test_it_gives_the_middle_of_every_band_of_anhang_2_1_halves_dropped(self):
        printed = {row["P"]: int(row["D"]) for row in D_TABLE}
        for row in P_TABLE[1:-1]:
            first, last = map(int, row["DWZ-Diff."].split("-"))
            assert printed[row["P(D) besser"]] == (first + last) // 2
            assert printed[row["P(D) schlechter"]] == -((first + last) // 2)

    def test_it_is_within_one_point_of_the_curve_but_for_the_two_outermost_shares(self):
        curve = {row["P"]: PRINTED.inv_cdf(float(row["P"])) for row in D_TABLE}
        off = [row["P"] for row in D_TABLE if abs(curve[row["P"]] - int(row["D"])) > 1]
        assert off == ["0.99", "0.98", "0.02", "0.01"]

    def test_a_share_between_two_hundredths_is_rounded_half_up(self):
        assert difference(0.505, "table") == difference(0.51, "table")
        assert difference(0.5049, "table") == difference(0.50, "table")

    def test_a_sum_of_hundredths_at_exactly_a_half_is_not_lost_to_binary_fractions(self):
        """1 point for 4.45 expected of ten games: 0.155, in binary 0.15499999999999997."""
        We = fsum([0.68, 0.12, 0.33, 0.81, 0.13, 0.35, 0.95, 0.11, 0.18, 0.79])
        share = (1 - We) / 10 + 0.5
        assert share < 0.155
        assert difference(share, "table") == -284
