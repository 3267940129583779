"""DWZ 2026 3.5, 3.6 and Anhang 1.2: K, the next rating, performances, parameters."""

from fractions import Fraction

import pytest

from projections.rulebooks.dwz.chapters import Result
from projections.rulebooks.dwz.p4_08_performance import performance_2026
from projections.rulebooks.dwz.p4_09_next_rating import (
    brake_2026,
    coefficient,
    development_coefficient_2026,
    low_bonus,
    next_rating_2026,
    tabled,
    youth_bonus,
)
from projections.rulebooks.dwz.readings import Readings2014, Readings2026, chosen_in
from tests.rulebooks.dwz_1995.club import adopted, against, tournament
from tests.rulebooks.dwz_2026.club import edition, rows, steps
from tests.tables import every


class TestTableOfK0:
    """DWZ 2026 Anhang 1.2."""

    @every(
        ("Ro", "A", "row"),
        [
            (2199, 25, "60 60 60 48 46 44 42 40 38 36 34 32 32"),
            (1999, 26, "60 60 60 44 42 40 38 36 34 32 30 28 28"),
            (1999, None, "60 60 60 44 42 40 38 36 34 32 30 28 28"),
            (2000, 26, "60 60 60 41 39 37 35 33 31 29 27 25 25"),
            (2200, 25, "60 60 60 41 39 37 35 33 31 29 27 25 25"),
        ],
    )
    def test_by_strength_age_and_index(self, Ro, A, row):
        assert [tabled(Ro, index, A) for index in range(13)] == [int(K0) for K0 in row.split()]


class TestParts:
    """DWZ 2026 Anhang 1.2."""

    def test_the_brake_begins_below_1600_and_below_the_expectation(self):
        assert brake_2026(1600, 0.0, 1.0, 800) == 1
        assert brake_2026(1599, 0.0, 1.0, 800) == pytest.approx(2399 / 2400)
        assert brake_2026(1599, 1.0, 1.0, 800) == 1
        assert brake_2026(1599, 1.0, 1.0 + 1e-10, 800) == 1
        assert brake_2026(1000, 0.0, 1.0, 0) == pytest.approx(1000 / 1600)

    def test_the_bonus_of_youth_ends_at_2000_and_below_the_expectation(self):
        assert youth_bonus(1700, 1.0, 1.0, 30) == 10
        assert youth_bonus(1999, 1.0, 0.5, 0.5) == 2
        assert youth_bonus(1999, 0.4, 0.5, 0.5) == 0
        assert youth_bonus(1999, 0.5, 0.5 + 1e-10, 0.5) == 2
        assert youth_bonus(2000, 1.0, 1.0, 30) == youth_bonus(2100, 1.0, 1.0, 30) == 0

    def test_a_whole_part_of_k_is_a_whole_number_and_another_the_exact_fraction(self):
        """As the audit shows it: 4, not 4/1, and 2399/2400."""
        whole = low_bonus(1599, 1.0, 1.0, 4)
        assert (whole, type(whole)) == (4, int)
        assert brake_2026(1599, 0.0, 1.0, 800) == Fraction(2399, 2400)

    def test_the_bonus_of_others_ends_at_1600_and_below_the_expectation(self):
        assert (low_bonus(1599, 1.0, 1.0, 4), low_bonus(1600, 1.0, 1.0, 4)) == (4, 0)
        assert (low_bonus(1599, 0.9, 1.0, 4), low_bonus(1599, 1.0, 1.0, 4.5)) == (0, 4.5)

    @every(
        ("age", "met", "K"),
        [
            (20, True, 61.7),
            (21, True, 67.0),
            (25, True, 67.0),
            (26, True, 68.5),
            (26, False, 58.8),
        ],
    )
    def test_who_has_which_bonus(self, age, met, K):
        """1550-2: 60 + 450/270, 60 + 7, 60 + 8.5; 60 · 2350/2400 = 58.75."""
        chosen = Readings2026(youth_divisor=270, junior_bonus=7, adult_bonus=8.5)
        result = Result(1.0, 1.0 if met else 1.5, 2)
        assert development_coefficient_2026(1550, 2, age, result, chosen) == K

    def test_k_is_rounded_before_it_is_capped(self):
        assert coefficient(60, 1, 4, 80) == 64.0
        assert coefficient(60, 1, 20, 72.5) == 72.5
        assert coefficient(60, 1, 0, 60) == 60.0
        assert coefficient(28, 1, 0.05, 80) == 28.1


class TestNextRating:
    """DWZ 2026 3.5."""

    def test_the_number_of_games_does_not_damp_it(self):
        assert next_rating_2026(1500, 2.0, 1.0, 40.0, 1100) == 1540

    def test_a_half_goes_up(self):
        assert next_rating_2026(1500, 0.5, 0.0, 45.0, 1100) == 1523
        assert next_rating_2026(1500, 0.0, 0.5, 45.0, 1100) == 1478

    def test_a_half_is_one_although_expectations_add_up_to_less(self):
        """Two chances that make one point together, in floats a little less."""
        assert next_rating_2026(1500, 1.5, 1.0 - 1e-16, 45.0, 1100) == 1523
        assert next_rating_2026(1500, 1.5, 1.0 + 3e-16, 45.0, 1100) == 1523
        assert 10 + 45.0 * (1.5 - (1.0 + 3e-16)) < 32.5
        assert next_rating_2026(10, 1.5, 1.0 + 3e-16, 45.0, 0) == 33

    def test_nobody_is_evaluated_below_the_minimum(self):
        assert next_rating_2026(1110, 0.0, 1.0, 40.0, 1100) == 1100
        assert next_rating_2026(900, 1.0, 0.5, 40.0, 1100) == 1100
        assert next_rating_2026(900, 1.0, 0.5, 40.0, 0) == 920


class TestAdoptedFigures:
    """DWZ 2026 4.1.2, DWZ 2026 2.2.4: K by the index with which the figure enters."""

    def test_a_figure_of_fide_has_the_k_of_index_6(self):
        games, cards = against("new", "1", [1700])
        row = rows(tournament(*games), {**cards, "new": adopted(1700)})["new"]
        assert (row["coefficient"], row["index_before"], row["index_after"]) == (38.0, 6, 7)


class TestPerformance:
    """DWZ 2026 3.6."""

    FIVE = (1500, 1620, 1710, 1430, 1800)

    @every("perfect_score", ["draw", "residual"])
    def test_every_point_is_computed_with_the_fictitious_draw(self, perfect_score):
        """DWZ 2026 3.6.2: as in the first DWZ of 2038."""
        rules = edition(perfect_score=perfect_score).rules
        assert performance_2026(self.FIVE, 5.0, rules) == 2038

    def test_nobody_has_one_without_a_point_or_five_games(self):
        rules = edition().rules
        assert performance_2026(self.FIVE, 0.0, rules) is None
        assert performance_2026(self.FIVE[:4], 2.0, rules) is None

    def test_the_working_says_k(self):
        games, cards = against("anna", "1 ½ 0 1 0", list(self.FIVE))
        written = steps(tournament(*games), {**cards, "anna": "1550-4"})
        rules = {each.rule for each in written if each.player == "anna"}
        assert {"DWZ 2026 3.3", "DWZ 2026 3.5", "DWZ 2026 3.6", "DWZ 2026 Anhang 1.2"} <= rules
        assert not any(rule.startswith(("DWZ 4", "DWZ 6", "DWZ 2014")) for rule in rules)


class TestReadings:
    @every(
        ("name", "value"),
        [
            ("first_correction", 0.0805001),
            ("adult_bonus", 4.0005),
            ("k_max", 80.05),
            ("youth_divisor", 0.0),
            ("brake_shift", float("inf")),
        ],
    )
    def test_a_number_it_cannot_have_is_refused(self, name, value):
        (objection,) = edition().read_with({name: value})
        assert objection.field == f"parameters.{name}"

    @every(
        ("name", "value", "remedy"),
        [
            ("youth_divisor", 0, "must be a number, above 0, with at most 3 decimals"),
            ("junior_bonus", -1, "must be a number, 0 or more, with at most 3 decimals"),
            ("k_max", 80.05, "must be a number, 0 or more, with at most one decimal"),
        ],
    )
    def test_the_refusal_says_which_numbers_there_may_be(self, name, value, remedy):
        (objection,) = edition().read_with({name: value})
        assert objection.message == remedy

    def test_nobody_need_get_a_bonus(self):
        assert edition(adult_bonus=0, junior_bonus=0.0).readings.adult_bonus == 0

    def test_readings_of_another_edition_are_a_mistake(self):
        with pytest.raises(TypeError, match="not Readings2026"):
            chosen_in(Readings2026, Readings2014())


class TestShown:
    def test_an_evaluation_has_k_among_its_columns(self):
        """DWZ 2026 Anhang 1.2: in place of E."""
        assert edition().columns["coefficient"] == "K"

    def test_the_umstufung_is_known_from_either_edition_before(self):
        """DWZ 2026 Umstufung: 2000 becomes 0.64 · 2000 + 760, and the index grows by one."""
        for before in ("dwz-1995", "dwz-2014"):
            known = edition().conversions[before]
            assert known["pieces"][2] == {"below": 2110, "factor": 0.64, "plus": 760}
            assert known["count_plus"] == 1
