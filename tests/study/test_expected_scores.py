"""The expected score by each document: numbers from its tables or worked by hand."""

from datetime import date

import pytest

from projections.engine.registry import rulebook
from projections.rulebooks.tournament import Entrant
from tests.tables import every

DAY = date(2025, 1, 1)
RULE_CHANGED = date(2025, 10, 1)


def expected(name, own, opponent, day=DAY, stones=0, **readings):
    return rulebook(name, readings).expected_score(own, opponent, day=day, stones=stones)


@every("edition", ["dwz-1995", "dwz-2014", "dwz-2026"])
def test_a_hundred_points_of_dwz_are_worth_64_per_cent(edition):
    """DWZ 4.5 and Anhang 2.1: P(100) is Φ(100 / 282.84) = 0.63816, printed 0.64."""
    assert expected(edition, 1600, 1500) == pytest.approx(0.63816, abs=5e-6)
    assert expected(edition, 1500, 1600) == pytest.approx(0.36184, abs=5e-6)


def test_the_printed_table_is_used_where_it_was_chosen():
    """DWZ Anhang 2.1: 0.64 at a difference of 100."""
    assert expected("dwz-1995", 1600, 1500, expectancy="table") == 0.64


def test_more_than_400_points_count_as_400_and_not_for_the_best():
    """FIDE 8.1.2: 0.92 at 400 and 0.99 at 650; 8.3.1 exempts 2650 since October 2025."""
    assert expected("fide-2024", 2700, 2050) == 0.92
    assert expected("fide-2024", 2700, 2050, day=RULE_CHANGED) == 0.99
    assert expected("fide-2024", 2600, 1950, day=RULE_CHANGED) == 0.92


def test_an_ingo_number_of_22_degrees_less_scores_72_per_cent():
    """INGO A: the performance is as many degrees from the level as the result is from 50 %."""
    assert expected("ingo-1960", 128, 150) == 0.72
    assert expected("ingo-1960", 150, 128) == 0.28


def test_nobody_scores_more_than_everything():
    """INGO A: sixty degrees are more than there are points to win."""
    assert expected("ingo-1960", 100, 160) == 1
    assert expected("ingo-1960", 160, 100) == 0


def test_who_is_500_better_risks_31_points_for_one():
    """LASK Tabell 5: K is 15 from 500 on, so a win gives 1 and a loss takes 31: 31/32."""
    assert expected("lask-1970", 2000, 1500) == 31 / 32
    assert expected("lask-1970", 1500, 2000) == 1 / 32
    assert expected("lask-1970", 1700, 1700) == 0.5


def test_the_chance_of_the_hungarian_table():
    """MGSZ table 4: .490 from 3 to 7 is what the higher one wins, so 0.51 is expected of him."""
    assert expected("mgsz-2011", 1505, 1500) == 0.51
    assert expected("mgsz-2011", 1500, 1505) == 0.49


def test_four_stones_let_the_weaker_one_expect_more():
    """MGSZ 8 (2) step 1: every stone lifts the receiver, here past the one who gave them."""
    assert expected("mgsz-2011", 1500, 1600) < 0.5 < expected("mgsz-2011", 1500, 1600, stones=4)


def test_a_hundred_points_of_gor():
    """EGF Se: q = 1200/1300, 1 / (1 + q^7) = 1 / (1 + 0.57104) = 0.63652."""
    assert expected("egf-2021", 2100, 2000) == pytest.approx(0.63652, abs=5e-6)


def test_nobody_is_the_weaker_one_with_half_a_stone():
    """EGF handicap: one stone is worth 50 points, so 2050 and 2000 with one stone are equals."""
    assert expected("egf-2021", 2000, 2050, stones=1) == 0.5
    assert expected("egf-2021", 2050, 2000, stones=-1) == 0.5


def figure(name, entrant):
    return rulebook(name, {}).figure_before_game(None, DAY, entrant)


def test_who_is_in_no_go_list_goes_in_with_the_grade_he_declares():
    """EGF entry: 5 kyu is 1600; MGSZ 6 (1) step 2: a guest has the limit of his grade."""
    guest = Entrant(player="g", entry_grade="5k", status="guest")
    assert figure("egf-2021", guest) == 1600
    assert figure("mgsz-2011", guest) is not None


def test_who_declares_nothing_has_no_figure():
    """EGF entry, MGSZ 6 (1) step 2, and chess, where nobody declares a grade."""
    unknown = Entrant(player="g")
    for name in ("egf-2021", "mgsz-2011", "dwz-1995", "ingo-1960", "lask-1970", "fide-2024"):
        assert figure(name, unknown) is None
