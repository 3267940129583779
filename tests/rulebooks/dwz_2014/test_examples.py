"""Official evaluations, a rating card and worked tournaments, by the rulebook's own functions."""

from itertools import pairwise

from projections.rulebooks.dwz.p4_07_first_ratings import corrected_value_2014
from projections.rulebooks.dwz.p4_09_next_rating import (
    age_constant,
    development_coefficient_2014,
    next_index,
    next_rating_1995,
)
from tests.rulebooks.dwz_1995.club import against, printed, residual, tournament, waiting
from tests.rulebooks.dwz_2014.club import evaluate, printed_steps, rows, tournaments
from tests.rulebooks.dwz_2014.written_examples import differing, written
from tests.tables import every

STEPS = printed_steps()
OLDER_CARDS = [step for step in printed("career_steps.csv") if step["card"] in "ABC"]


def E_of(step):
    W, We = float(step["W"]), float(step["We"])
    if step["step"] == "3" and step["Ro"] == "852":
        We = 0.0004  # printed as 0.000, yet above it
    return development_coefficient_2014(int(step["Ro"]), int(step["index"]), 15, W, We)


class TestOfficialFollowUps:
    """DWZ 2014 3.3, DWZ 2014 3.5, DWZ 2014 Anhang 1.2: evaluations with every opponent."""

    @every(
        ("own", "age", "results", "opponents", "after"),
        [
            ("1896-21", 26, "1 1 1 0 0", [1432, 1806, 1808, 1877, 1772], (1886, 22, 28)),
            (
                "1975-43",
                18,
                "1 1 1 ½ 0 0 0",
                [1573, 1061, 1762, 1371, 1802, 1678, 1847],
                (1903, 44, 20),
            ),
            ("1033-6", 16, "½ 0 0", [1421, 1285, 1042], (1018, 7, 11)),
        ],
    )
    def test_rating_index_and_coefficient_are_as_published(
        self, own, age, results, opponents, after
    ):
        games, cards = against("player", results, opponents)
        event = tournament(*games, births={"player": 1996 - age})
        row = rows(event, {**cards, "player": own})["player"]
        assert (row["rating_after"], row["index_after"], row["coefficient"]) == after

    def test_a_first_rating_with_one_residual_game(self):
        """DWZ 2014 3.4.4: an official first rating of 983."""
        games, cards = against("new", "1 0 1 0", [894, 1087, 905, 1255])
        after = evaluate(tournament(*games), {**cards, "new": waiting(residual(1177, 0.0))})
        figure = after.cards["new"].figure
        assert (figure.rating, figure.index) == (983, 1)

    def test_no_point_in_five_games_against_a_mean_of_505(self):
        """DWZ 2014 3.6: published as a performance of -172."""
        games, cards = against("player", "0 0 0 0 0", [505] * 5)
        row = rows(tournament(*games), {**cards, "player": "731-9"})["player"]
        assert row["performance"] == -172


class TestRatingCards:
    """DWZ 2014 3.5, DWZ 2014 Anhang 1.2, DWZ 2014 2.2.4: cards of 2010-2023, step by step."""

    @every("step", STEPS + OLDER_CARDS, ids=lambda s: f"{s['Ro']}-{s['index']}")
    def test_coefficient_and_rating_are_those_of_the_card(self, step):
        E = E_of(step)
        assert int(step["E"]) == E
        found = next_rating_1995(
            int(step["Ro"]), float(step["W"]), float(step["We"]), E, int(step["n"])
        )
        assert found == int(step["Rn"])

    def test_from_step_to_step_rating_and_index_hand_over(self):
        assert len(STEPS) == 22
        for before, after in pairwise(STEPS):
            assert after["Ro"] == before["Rn"]
            assert int(after["index"]) == next_index(int(before["index"]))

    def test_a_we_of_exactly_nothing_would_not_have_braked(self):
        """No points and We 0.000 as printed: W is not less than We, and E is 15 by the index."""
        assert development_coefficient_2014(852, 3, 15, 0.0, 0.0) == 15
        assert development_coefficient_2014(852, 3, 15, 0.0, 0.0004) == 34


class TestCoefficient:
    """DWZ 2014 Anhang 1.2: worked by hand."""

    @every(
        ("Ro", "index", "age", "met", "E"),
        [
            (1600, 20, 18, True, 9),  # (6.5536 + 5) · 0.8 = 9.24
            (1600, 20, 18, False, 12),  # 11.55
            (800, 3, 12, True, 5),  # (0.4096 + 5) · 0.5 = 2.70
            (800, 3, 12, False, 32),  # 5.4096 + e^(500/150) − 1 = 32.44
            (400, 1, 40, False, 150),  # 15.03 + e^6 − 1 = 417.5
            (2300, 40, 40, True, 30),  # 27.98 + 15
            (2300, 2, 40, True, 10),  # 5 · 2
            (1299, 5, 23, False, 13),  # 2.847 + 10 + 0.0067 = 12.85
        ],
    )
    def test_it_is_the_one_worked_out(self, Ro, index, age, met, E):
        J = age_constant(age)
        assert development_coefficient_2014(Ro, index, J, 2.0, 2.0 if met else 2.5) == E


class TestFirstValues:
    """DWZ 2014 3.4.4: 700 + Ri/8 below 800."""

    @every(
        ("Ri", "Rn"),
        [(801, 801), (800, 800), (799, 800), (796, 800), (640, 780), (0, 700), (-172, 679)],
    )
    def test_it_is_corrected_below_800(self, Ri, Rn):
        """796/8 = 99.5 and -172/8 = -21.5: both halves go up."""
        assert corrected_value_2014(Ri) == Rn


class TestTournaments:
    """DWZ 2014 3.4.1, DWZ 2014 3.4.2, DWZ 2014 3.4.4, DWZ 2014 3.6, DWZ 2014 3.6.3."""

    @every("example", tournaments(), ids=lambda example: example["says"])
    def test_every_row_is_as_worked_out(self, example):
        event, cards = written(example)
        found = rows(event, cards)
        assert found.keys() == example["rows"].keys()
        wrong = {name: differing(found[name], row) for name, row in example["rows"].items()}
        assert not any(wrong.values()), wrong
