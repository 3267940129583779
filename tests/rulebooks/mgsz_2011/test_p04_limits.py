"""MGSZ 4.§ and table 1: the grades and their limits."""

from itertools import pairwise

from projections.rulebooks.mgsz_2011.p04_grades import (
    GRADES,
    GRADES_OF_TABLE,
    LIMITS,
    grade_of,
    limit_of,
    rank_of,
    spelled,
    width_at,
)
from tests.tables import every


class TestLimits:
    """MGSZ 4 (3), MGSZ table 1."""

    def test_the_table_runs_from_35_kyu_to_7_dan(self):
        kyu = [f"{number}k" for number in range(35, 0, -1)]
        dan = [f"{number}d" for number in range(1, 8)]
        assert list(GRADES_OF_TABLE) == kyu + dan
        assert (limit_of("35k"), limit_of("7d")) == (1000, 2700)

    def test_the_widths_of_the_bands_never_shrink(self):
        """MGSZ table 1: the widths as they follow from the printed limits."""
        counted = [(10, 4), (15, 6), (20, 5), (25, 4), (30, 4), (35, 3), (40, 3), (45, 2), (50, 2)]
        widths = [width for width, times in counted for _ in range(times)]
        widths += [55, 60, 70, 80, 100, 120, 150, 200]
        assert [above - below for below, above in pairwise(LIMITS)] == widths

    def test_every_elo_lies_in_the_band_of_its_grade(self):
        for Elo in range(LIMITS[0], LIMITS[-1]):
            begins = limit_of(grade_of(Elo))
            assert begins <= Elo < begins + width_at(Elo, 200, 10)

    def test_a_band_ends_where_the_next_begins(self):
        for below, above in pairwise(GRADES_OF_TABLE):
            assert limit_of(below) + width_at(limit_of(below), 200, 10) == limit_of(above)

    @every(
        ("Elo", "width"), [(-50, 7), (999, 7), (1000, 10), (2699, 200), (2700, 333), (9000, 333)]
    )
    def test_the_open_bands_at_both_ends_have_the_width_that_is_read(self, Elo, width):
        assert width_at(Elo, 333, 7) == width


class TestSpelling:
    """MGSZ 4 (1): kyu grades fall from 35 to 1, dan grades rise from 1 to 9."""

    def test_grades_are_ordered_from_35_kyu_to_9_dan(self):
        assert (GRADES[0], GRADES[-1]) == ("35k", "9d")
        assert rank_of("2k") < rank_of("1k") < rank_of("1d") < rank_of("2d")

    @every(("grade", "said"), [("3k", "3 kyu"), ("35k", "35 kyu"), ("2d", "2 dan")])
    def test_a_grade_as_people_say_it(self, grade, said):
        assert spelled(grade) == said
