"""Official evaluations and rating cards, reproduced."""

from itertools import pairwise

import pytest

from projections.rulebooks.dwz.p4_05_expectation import chance
from projections.rulebooks.dwz.p4_07_4_iteration import extreme_value
from projections.rulebooks.dwz.p4_09_next_rating import (
    development_coefficient_1995,
    next_index,
    next_rating_1995,
)
from tests.rulebooks.dwz_1995.club import (
    against,
    evaluate,
    printed,
    residual,
    rows,
    shown,
    tournament,
    waiting,
)
from tests.tables import every

FOLLOW_UPS = printed("official_follow_ups.csv")
STEPS = printed("career_steps.csv")
AGES = {"<=20": 18, "21-25": 23, ">25": 40}


def evaluated(example, **parameters):
    opponents = [int(rating) for rating in example["opponents"].split()]
    games, cards = against("player", example["results"], opponents)
    age = AGES[example["ages"].split()[0]]
    event = tournament(*games, births={"player": 1996 - age})
    return rows(event, {**cards, "player": f"{example['Ro']}-20"}, **parameters)["player"]


class TestOfficialFollowUps:
    """DWZ 4.5, DWZ 4.6, DWZ 4.8, DWZ 4.9.1, DWZ 4.9.2: as the federation published them."""

    @every("example", FOLLOW_UPS, ids=lambda example: example["evaluation"])
    def test_rating_coefficient_and_performance_are_as_published(self, example):
        row = evaluated(example)
        assert row["rating_after"] == int(example["Rn"])
        assert row["coefficient"] == int(example["E"])
        assert row["performance"] == int(example["Rh"])
        assert row["expected"] == pytest.approx(float(example["We"]), abs=0.003)

    @every("expectancy", ["table", "logistic"])
    def test_another_curve_reproduces_only_some_of_them(self, expectancy):
        met = {
            example["evaluation"]
            for example in FOLLOW_UPS
            if evaluated(example, expectancy=expectancy)["rating_after"] == int(example["Rn"])
        }
        assert met == {e["evaluation"] for e in FOLLOW_UPS if expectancy in e["also under"]}

    def test_two_consecutive_evaluations_of_2002_and_2003_lead_from_2212_to_2219(self):
        second = {e["evaluation"]: e for e in FOLLOW_UPS}["207"]
        first = {e["evaluation"]: e for e in FOLLOW_UPS}["206"]
        after_first = evaluated(first)["rating_after"]
        assert evaluated({**second, "Ro": str(after_first)})["rating_after"] == 2219


class TestRatingCards:
    """DWZ 4.9.1, DWZ 4.9.2, DWZ 4.9.3: cards of 2010-2023, the steps that 1995 still governs."""

    @every("step", STEPS, ids=lambda step: f"{step['card']}{step['step']}")
    def test_coefficient_and_rating_are_those_of_the_card(self, step):
        Ro, index, n = int(step["Ro"]), int(step["index"]), int(step["n"])
        E = development_coefficient_1995(Ro, index, AGES[">25"])
        assert int(step["E"]) == E
        assert next_rating_1995(Ro, float(step["W"]), float(step["We"]), E, n) == int(step["Rn"])

    def test_from_step_to_step_rating_and_index_hand_over(self):
        for card in "ABC":
            chain = [step for step in STEPS if step["card"] == card]
            for before, after in pairwise(chain):
                assert after["Ro"] == before["Rn"]
                assert int(after["index"]) == next_index(int(before["index"]))


class TestOtherPublishedFigures:
    def test_a_first_rating_with_one_residual_game(self):
        """DWZ 4.4, DWZ 4.7.2.1.3: an official first rating of 983."""
        games, cards = against("new", "1 0 1 0", [894, 1087, 905, 1255])
        after = evaluate(tournament(*games), {**cards, "new": waiting(residual(1177, 0.0))})
        assert shown(after.cards["new"]) == "983-1"

    def test_the_expectations_of_seven_games_to_six_digits(self):
        """DWZ 4.5: as the federation's own portal answers, from White's side."""
        met = [(1318, 1), (1973, -1), (1942, 1), (1964, -1), (1987, 1), (1905, -1), (1554, 1)]
        expected = [0.977875, 0.619457, 0.42291, 0.60728, 0.361837, 0.525371, 0.880469]
        found = [chance(side * (1887 - rating), "normal") for rating, side in met]
        assert found == pytest.approx(expected, abs=5e-7)

    def test_no_point_in_five_games_against_a_mean_of_505(self):
        """DWZ 4.7.2.1.2, DWZ 4.8: published as a performance of -172."""
        assert extreme_value([505] * 5, 0.0) == -172
        games, cards = against("player", "0 0 0 0 0", [505] * 5)
        event = tournament(*games)
        assert rows(event, {**cards, "player": "731-9"})["player"]["performance"] == -172
