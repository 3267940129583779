"""Published and worked examples of DWZ 2026, by the rulebook's own functions."""

import pytest

from projections.rulebooks.dwz.chapters import Result
from projections.rulebooks.dwz.p4_05_expectation import chance
from projections.rulebooks.dwz.p4_07_first_ratings import corrected_value_2026
from projections.rulebooks.dwz.p4_09_next_rating import development_coefficient_2026
from projections.rulebooks.dwz.p6_01_validity import restated_2026
from projections.rulebooks.dwz.readings import Readings2026
from tests.rulebooks.dwz_2014.written_examples import differing, written
from tests.rulebooks.dwz_2026.club import rows, tournaments
from tests.rulebooks.dwz_2026.federation import the_umstufung
from tests.tables import every


class TestExpectation:
    """DWZ 2026 3.3: seven expectations that the rating portal showed, to six digits."""

    def test_they_are_those_of_the_normal_curve(self):
        published = {
            1318: 0.977875,
            1973: 1 - 0.619457,
            1942: 0.42291,
            1964: 1 - 0.60728,
            1987: 0.361837,
            1905: 1 - 0.525371,
            1554: 0.880469,
        }
        for opponent, expected in published.items():
            assert chance(1887 - opponent, "normal") == pytest.approx(expected, abs=5e-7)


class TestUmstufung:
    """DWZ 2026 Umstufung: figures published and computed."""

    @every(
        ("before", "after"),
        [
            (1366, 1634),
            (2841, 2841),
            (700, 1100),
            (1200, 1528),
            (1600, 1784),
            (2000, 2040),
            (2200, 2200),
            (650, 1100),  # nobody below 1100
            (699, 1100),
            (999, 1399),
            (1000, 1400),
            (1001, 1401),  # 1400.64
            (2109, 2110),  # 2109.76
            (2110, 2110),
        ],
    )
    def test_a_figure_becomes_that_of_the_new_scale(self, before, after):
        assert restated_2026(before, the_umstufung()) == after


class TestCoefficient:
    """DWZ 2026 Anhang 1.2: worked by hand."""

    @every(
        ("Ro", "index", "age", "met", "K"),
        [
            (1500, 1, 40, True, 64.0),  # 60 + 4
            (1500, 2, 40, False, 57.5),  # 60 · 2300/2400
            (1102, 1, 40, False, 47.6),  # 60 · 1902/2400 = 47.55
            (1100, 1, 10, True, 80.0),  # 60 + 30, at most 80
            (1400, 3, 15, True, 68.0),  # 48 + 20
            (1999, 12, 20, True, 32.0),  # 32 + 1/30
            (2199, 11, 25, False, 32.0),
            (2200, 11, 25, False, 25.0),
            (1999, 10, 26, True, 30.0),
            (2000, 10, 26, True, 27.0),
            (1599, 7, 22, True, 44.0),  # 40 + 4
            (1600, 7, 22, True, 40.0),
            (1599, 20, None, False, 28.0),  # 28 · 2399/2400 = 27.99
            (1300, 0, 30, False, 52.5),
        ],
    )
    def test_it_is_the_one_worked_out(self, Ro, index, age, met, K):
        result = Result(2.0, 2.0 if met else 2.5, 4)
        assert development_coefficient_2026(Ro, index, age, result, Readings2026()) == K


class TestFirstValues:
    """DWZ 2026 3.4.4: lifted towards 2000, and to the minimum at least."""

    @every(
        ("Ri", "Rn"),
        [
            (2150, 2150),
            (2000, 2000),
            (1999, 1999),
            (1500, 1540),
            (1100, 1172),
            (1099, 1172),
            (550, 1136),
            (0, 1100),
            (-200, 1100),
        ],
    )
    def test_it_is_the_one_worked_out(self, Ri, Rn):
        assert corrected_value_2026(Ri, 0.08, 1100) == Rn


class TestTournaments:
    """DWZ 2026 3.4.1, DWZ 2026 3.4.4, DWZ 2026 3.5, DWZ 2026 3.6, DWZ 2026 3.6.2."""

    @every("example", tournaments(), ids=lambda example: example["says"])
    def test_every_row_is_as_worked_out(self, example):
        event, cards = written(example)
        found = rows(event, cards, **example.get("parameters", {}))
        assert found.keys() == example["rows"].keys()
        wrong = {name: differing(found[name], row) for name, row in example["rows"].items()}
        assert not any(wrong.values()), wrong

    @every("example", tournaments(), ids=lambda example: example["says"])
    def test_a_first_dwz_shows_the_value_of_the_iteration(self, example):
        event, cards = written(example)
        found = rows(event, cards, **example.get("parameters", {}))
        for name, row in example["rows"].items():
            if "Ri" in row:  # nobody has residual games here
                assert found[name]["performance"] == row["Ri"]
