"""The printed tables, held against one another and against the curve they come from."""

import tomllib
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist

from projections.rulebooks.figures import printed_table
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.metod_1_initial import class_mean, difference, table_1
from projections.rulebooks.lask_1970.rankingregler import change, compensation
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_6_base_dates import deduction, table_4
from tests.tables import every

TABLE_2 = tomllib.loads(Path(__file__).with_name("table_2.toml").read_text("utf-8"))
RESULTS = {"vinst": 1.0, "remi": 0.5, "förlust": 0.0}


def rows_of(name):
    return printed_table(lask.package, name)


def ends(band):
    first, _, last = band.partition("-")
    return int(first), int(last or 4000)


class TestTabell2:
    """LASK Tabell 2: Elo's table, antisymmetric, without a value for 0 and 1."""

    def test_it_has_the_101_rows_of_the_print(self):
        assert [row["P"] for row in rows_of("tabell_2_sannolikhet.csv")] == [
            f"{P / 100:.2f}" for P in range(100, -1, -1)
        ]

    def test_the_upper_half_is_elos_but_for_the_504_of_the_print(self):
        for P, R in zip(range(50, 100), TABLE_2["upper_half"], strict=True):
            assert difference(P, 504) == R

    def test_a_share_and_its_complement_have_opposite_differences(self):
        for P in range(1, 100):
            assert difference(P, 504) == -difference(100 - P, 504)

    def test_nothing_can_be_read_at_either_end(self):
        assert difference(0, 504) is None
        assert difference(100, 504) is None

    def test_it_is_the_normal_curve_but_for_the_slip_and_two_values_at_the_end(self):
        curve = NormalDist(sigma=2000 / 7)
        off = {P for P in range(50, 100) if abs(difference(P, 504) - curve.inv_cdf(P / 100)) > 1}
        assert off == {96, 98, 99}

    def test_elos_501_is_the_other_reading_on_both_sides(self):
        assert difference(96, 501) == 501
        assert difference(4, 501) == -501
        assert difference(95, 504) == difference(95, 501) == 470


class TestTabell3:
    """LASK Tabell 3: every cell is Rankingregel 1 with LASK Tabell 5."""

    @every("row", rows_of("tabell_3_poang.csv"), ids=lambda row: row["R"])
    def test_a_row_is_the_rule_at_both_ends_of_its_band(self, row):
        for R in ends(row["R"]):
            for result, points in RESULTS.items():
                assert int(row[f"{result} bättre"]) == change(2000 + R, 2000, points)
                assert int(row[f"{result} sämre"]) == change(2000, 2000 + R, points)

    def test_its_bands_are_those_of_tabell_5(self):
        assert [row["R"] for row in rows_of("tabell_3_poang.csv")] == [
            row["skillnad"] for row in rows_of("tabell_5_kompensation.csv")
        ]


class TestTabell5:
    """LASK Tabell 5: sixteen bands without gap, from the slope of Tabell 2."""

    def test_every_band_begins_where_the_one_before_ends(self):
        bands = [ends(row["skillnad"]) for row in rows_of("tabell_5_kompensation.csv")]
        assert bands[0][0] == 0
        assert all(first[1] + 1 == second[0] for first, second in pairwise(bands))
        assert [int(row["K"]) for row in rows_of("tabell_5_kompensation.csv")] == list(range(16))

    def test_it_rounds_32_times_the_advantage_but_for_four_bands_that_begin_late(self):
        printed = [ends(row["skillnad"])[0] for row in rows_of("tabell_5_kompensation.csv")]
        smooth = [
            next(R for R in range(700) if round(32 * (share_at(R) - 0.5)) >= K) for K in range(16)
        ]
        late = {K: printed[K] for K in range(16) if printed[K] != smooth[K]}
        assert late == {3: 57, 13: 353, 14: 410, 15: 500}

    def test_there_is_no_cut_off(self):
        assert compensation(500) == compensation(5000) == 15


class TestTabell4:
    """LASK Tabell 4: (6 − n)(9 − n)/2 points for n games."""

    def test_the_rows_follow_the_formula(self):
        table = table_4({})
        assert [deduction(n, table) for n in range(7)] == [
            (6 - n) * (9 - n) // 2 for n in range(7)
        ]

    def test_higher_deductions_may_be_decided_row_by_row(self):
        table = table_4({"0": 40, "2": 15})
        assert [deduction(n, table) for n in range(7)] == [40, 20, 15, 9, 5, 2, 0]

    def test_the_last_row_decided_holds_for_more_games(self):
        table = table_4({"6+": 3, "8": 1})
        assert [deduction(n, table) for n in (5, 6, 7, 8, 20)] == [2, 3, 3, 1, 1]


class TestTabell1:
    """LASK Tabell 1: two classes are attested, two inferred, the rest is the committee's."""

    def test_two_classes_are_attested(self):
        assert table_1({}, Readings()) == {"I": 1950, "II": 1775}

    def test_two_more_are_inferred_on_request_one_step_of_175_away(self):
        table = table_1({}, Readings(use_inferred_table1=True))
        assert table == {"M": 1950 + 175, "I": 1950, "II": 1950 - 175, "III": 1950 - 2 * 175}

    def test_a_decision_adds_and_replaces_classes(self):
        table = table_1({"II": 1780.5, "SM": 2300}, Readings())
        assert class_mean("II", table) == 1781
        assert class_mean("SM", table) == 2300
        assert class_mean("I", table) == 1950

    def test_an_unknown_class_has_no_mean(self):
        assert class_mean("SM", table_1({}, Readings(use_inferred_table1=True))) is None


def share_at(R):
    """P for a difference, between the printed values of Tabell 2 on a straight line."""
    values = TABLE_2["upper_half"]
    for P, (low, high) in enumerate(pairwise(values), start=50):
        if low <= R < high:
            return (P + (R - low) / (high - low)) / 100
    return 0.99
