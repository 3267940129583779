"""DWZ 4.7.2 to 4.7.4: first ratings, their two stages and the overall iteration."""

from math import floor
from statistics import NormalDist
from typing import ClassVar

from hypothesis import assume, given
from hypothesis import strategies as st

from projections.rulebooks.dwz.chapters import Score
from projections.rulebooks.dwz.p4_05_expectation import chance
from projections.rulebooks.dwz.p4_07_4_iteration import joint_root as exact_root
from tests.rulebooks.dwz_1995.club import (
    against,
    evaluate,
    left_out,
    residual,
    rows,
    shown,
    steps,
    tournament,
    waiting,
)
from tests.tables import every

CURVE = NormalDist(0, 200 * 2**0.5)
FIVE = {"a": "1500-10", "b": "1620-10", "c": "1710-10", "d": "1430-10", "e": "1800-10"}
ONE = ["one 1 a", "one ½ b", "one 0 c", "one 1 d", "one 0 e"]


def numbers(row, *names):
    return tuple(row[name] for name in names)


def passes(written, player):
    (found,) = [s.given["passes"] for s in written if (s.rule, s.player) == ("DWZ 4.7.4", player)]
    return found


class TestFirstApproximation:
    """DWZ 4.7.2.1.1: Rc + D(W/n), each rounded."""

    def test_mean_and_difference_are_rounded_each_for_itself(self):
        """Rc = 1612; 2.5 of 5 is D = 0; with 3 of 5 D(0.6) = 71.66."""
        assert passes(steps(tournament(*ONE), FIVE), "one")[0] == 1612
        better = [*ONE[:2], "one ½ c", *ONE[3:]]
        assert passes(steps(tournament(*better), FIVE), "one")[0] == 1612 + 72

    def test_stage_2_starts_from_the_approximations_of_stage_1(self):
        two = ["two ½ a", "two ½ b", "two ½ c", "two ½ d", "two ½ one"]
        written = steps(tournament(*ONE, *two), FIVE)
        # (1500 + 1620 + 1710 + 1430 + 1612)/5 = 1574.4
        assert passes(written, "two")[0] == 1574


class TestExtremeResults:
    """DWZ 4.7.2.1.2: 677 from the mean of the opponents."""

    @every(("result", "rating"), [("1", 1500 + 677), ("0", 1500 - 677)])
    def test_every_point_or_none(self, result, rating):
        games, rated = against("new", " ".join(result * 5), [1400, 1450, 1500, 1550, 1600])
        assert shown(evaluate(tournament(*games), rated).cards["new"]) == f"{rating}-1"

    def test_a_first_dwz_may_lie_below_zero(self):
        games, rated = against("new", "0 0 0 0 0", [500] * 5)
        assert shown(evaluate(tournament(*games), rated).cards["new"]) == "-177-1"

    def test_the_mean_is_rounded_half_up(self):
        games, rated = against("new", "0 0 0 0 0 0", [1500, 1500, 1500, 1501, 1501, 1501])
        assert shown(evaluate(tournament(*games), rated).cards["new"]) == "824-1"

    def test_it_follows_the_mean_while_the_opponents_first_ratings_move(self):
        """One beats all but the other newcomer, who loses to everybody."""
        zero, rated = against("zero", "0 0 0 0 0", [1500] * 5)
        event = tournament(*zero, *(f"one ½ {name}" for name in rated), "one 1 zero")
        found = rows(event, rated)
        mean = (5 * 1500 + found["one"]["rating_after"]) / 6
        assert found["zero"]["rating_after"] == floor(mean + 0.5) - 677


class TestImprovement:
    """DWZ 4.7.2.1, DWZ 4.7.2.1.3: corrected until W and We agree."""

    def test_a_newcomer_who_draws_with_equals_is_one_of_them(self):
        games, rated = against("new", "½ ½ ½ ½ ½", [1500] * 5)
        assert shown(evaluate(tournament(*games), rated).cards["new"]) == "1500-1"

    def test_five_rated_opponents(self):
        row = rows(tournament(*ONE, "a ½ b", "c 1 d", "a 0 e"), FIVE)["one"]
        assert numbers(row, "status", "stage", "games", "points") == ("first", 1, 5, 2.5)
        assert numbers(row, "rating_after", "index_after", "performance") == (1612, 1, 1612)

    def test_residual_games_fill_up_to_five_and_serve_the_first_dwz(self):
        before = waiting(residual(1400, 1.0), residual(1550, 0.5), residual(1610, 0.0))
        event = tournament("three ½ a", "three 0 b", "four 1 a", "four 0 b", "four ½ three")
        after = evaluate(event, {"a": "1500-10", "b": "1620-10", "three": before})
        assert shown(after.cards["three"]) == "1462-1"
        kept = after.cards["four"].residual_games
        assert [(game.opponent_rating, game.points) for game in kept] == [
            (1500, 1.0),
            (1620, 0.0),
            (1462, 0.5),
        ]
        assert (shown(after.cards["a"]), shown(after.cards["b"])) == ("1498-11", "1630-11")

    @given(st.data())
    def test_no_first_rating_could_be_improved_by_another_whole_step(self, data):
        names = [f"p{n}" for n in range(10)]
        rated = data.draw(st.lists(st.integers(1000, 2200), min_size=4, max_size=8))
        results = data.draw(
            st.lists(st.sampled_from("1½0"), min_size=45, max_size=45), label="results"
        )
        pairs = [(a, b) for n, a in enumerate(names) for b in names[n + 1 :]]
        event = tournament(*(f"{a} {r} {b}" for (a, b), r in zip(pairs, results, strict=True)))
        cards = {name: f"{rating}-9" for name, rating in zip(names, rated, strict=False)}
        written = steps(event, cards)
        assume(not any("root" in step.text for step in written))
        for row in rows(event, cards).values():
            if row["status"] == "first" and row["points"] not in {0, row["games"]}:
                met = [game["opponent_rating"] for game in row["games_used"]]
                We = sum(CURVE.cdf(row["rating_after"] - rating) for rating in met)
                share = (row["points"] - We) / row["games"] + 0.5
                assert abs(CURVE.inv_cdf(share)) < 0.5 + 1e-9


class TestTwoStages:
    """DWZ 4.7.3: the chain of first ratings ends after two stages."""

    EVENT = (
        *("one 1 a", "one ½ b", "one 0 c", "one 1 d", "one 0 e"),
        *("two 0 a", "two ½ b", "two 0 c", "two 1 d", "two ½ one"),
        *("rest 1 two", "rest 0 a", "rest ½ one", "a 1 b", "c ½ e"),
    )

    def test_stage_1_has_five_rated_opponents(self):
        """DWZ 4.7.3.1."""
        row = rows(tournament(*self.EVENT), FIVE)["one"]
        assert numbers(row, "stage", "games", "points", "rating_after") == (1, 6, 3.0, 1591)

    def test_stage_2_reaches_five_with_stage_1(self):
        """DWZ 4.7.3.2."""
        row = rows(tournament(*self.EVENT), FIVE)["two"]
        assert numbers(row, "stage", "games", "points", "rating_after") == (2, 5, 2.0, 1494)

    def test_a_third_stage_there_is_not(self):
        """DWZ 4.7.7: four rated opponents and one of stage 2 do not make five."""
        more = [*self.EVENT, "rest ½ b", "rest ½ c", "rest ½ two"]
        assert rows(tournament(*more), FIVE)["rest"]["status"] == "residual"

    def test_a_game_against_stage_2_is_no_residual_game(self):
        """DWZ 4.7.3.2, DWZ 4.7.7."""
        event = tournament(*self.EVENT)
        kept = evaluate(event, FIVE).cards["rest"].residual_games
        assert [(game.opponent, game.opponent_rating, game.points) for game in kept] == [
            ("a", 1500, 0.0),
            ("one", 1591, 0.5),
        ]
        assert left_out(event, FIVE) == {"g11": "DWZ 4.7.7"}

    def test_the_feedback_of_stage_2_changes_stage_1(self):
        """DWZ 4.7.2.2, DWZ 4.7.3.2: a draw with the weaker newcomer costs points."""
        without = rows(tournament(*ONE), FIVE)["one"]["rating_after"]
        assert rows(tournament(*self.EVENT), FIVE)["one"]["rating_after"] < without

    def test_two_of_stage_2_do_not_serve_each_other(self):
        """DWZ 4.7.3.2."""
        twos = [f"{two} ½ {name}" for two in ("two", "zwei") for name in "abcd"]
        event = tournament(*ONE, *twos, "two ½ one", "zwei ½ one", "two 1 zwei")
        found = rows(event, FIVE)
        assert (found["two"]["stage"], found["zwei"]["stage"]) == (2, 2)
        assert found["two"]["games"] == found["zwei"]["games"] == 5
        assert left_out(event, FIVE) == {"g16": "DWZ 4.7.3.2"}

    def test_residual_games_alone_do_not_make_a_first_dwz(self):
        """DWZ 4.7.3.1, DWZ 4.7.3.2: one game of the five is from this tournament."""
        full = waiting(*(residual(1400 + n, 0.5) for n in range(5)))
        event = tournament("a 1 b", "full ½ other", births={"idle": 1960})
        after = evaluate(event, {**FIVE, "full": full, "idle": full})
        assert set(after.cards) == {"a", "b"}

    def test_in_a_club_without_any_rating_nobody_gets_one(self):
        """DWZ 4.7.3.1, DWZ 4.7.7."""
        games = ["x ½ y"] * 6
        event = tournament(*games)
        assert evaluate(event, {}).cards == {}
        assert set(left_out(event, {}).values()) == {"DWZ 4.7.7"}


class TestOverallIteration:
    """DWZ 4.7.4: all at once, until the units stay the same."""

    def test_the_last_two_passes_agree(self):
        written = steps(tournament(*TestTwoStages.EVENT), FIVE)
        assert passes(written, "one")[-1] == 1591
        assert passes(written, "two") == [1502, 1499, 1495, 1495, 1494]

    def swapping(self):
        """Ten games between two newcomers, in which a point goes to and fro in the passes."""
        one, rated_one = against("one", "1 1 0 0 0", [1448, 1534, 1542, 1548, 1682])
        two, rated_two = against("two", "½ ½ 1 1 0", [1558, 1493, 1620, 1650, 1564])
        two = [game.replace("opponent", "other") for game in two]
        rated_two = {n.replace("opponent", "other"): c for n, c in rated_two.items()}
        between = ["one 1 two"] * 4 + ["one ½ two"] * 4 + ["one 0 two"] * 2
        return tournament(*one, *two, *between), {**rated_one, **rated_two}

    def test_where_the_passes_swing_for_ever_the_exact_joint_root_is_taken(self):
        event, cards = self.swapping()
        found = rows(event, cards)
        assert len(passes(steps(event, cards), "one")) == 102
        assert joint_root(found["one"], found["two"]) == (
            found["one"]["rating_after"],
            found["two"]["rating_after"],
        )

    @every("expectancy", ["normal", "logistic"])
    @every("start", [1400, 1500, 1537, 1896])
    def test_a_root_half_way_between_two_numbers_is_rounded_up(self, start, expectancy):
        """DWZ 4.7.4: half the points of 1500 and 1901 are the result of 1700.5."""
        scores = {"one": Score(fixed=[1500, 1901], W=1.0)}
        assert exact_root({"one": start}, scores, expectancy) == {"one": 1701}

    def test_an_extreme_result_stands_677_above_the_mean_at_the_root(self):
        """DWZ 4.7.2.1.2, 4.7.4: One won against 1500 and four times against Two, who drew once.

        One is (1500 + 4 · 1477.33) / 5 + 677 = 2158.86; Two expects .468 + 4 · .008 = .5 there.
        """
        scores = {
            "one": Score(fixed=[1500], moving=["two"] * 4, W=5.0),
            "two": Score(fixed=[1500], moving=["one"] * 4, W=0.5),
        }
        found = exact_root({"one": 2100, "two": 1500}, scores, "normal")
        assert found == {"one": 2159, "two": 1477}

    RING: ClassVar = {"a": (1400, "db"), "b": (1500, "ac"), "c": (1600, "bd"), "d": (1700, "ca")}
    POINTS: ClassVar = {"a": 4.5, "b": 5.0, "c": 4.0, "d": 5.0}

    def ring(self):
        """Four newcomers in a ring: four games with each neighbour, one with a rated player."""
        return {
            name: Score(fixed=[rated], moving=[*by * 4], W=self.POINTS[name])
            for name, (rated, by) in self.RING.items()
        }

    def test_the_root_of_four_who_met_in_a_ring_is_that_of_all(self):
        """DWZ 4.7.4: by halving, one after the other: 1638.52, 1654.42, 1618.36 and 1676.00."""
        found = exact_root(dict.fromkeys(self.RING, 1500), self.ring(), "normal")
        assert found == {"a": 1639, "b": 1654, "c": 1618, "d": 1676}

    def test_by_the_table_nobody_misses_his_points_by_half_a_hundredth_a_game(self):
        """DWZ 4.7.4, Anhang 2.2: within it the printed difference is nought."""
        found = exact_root(dict.fromkeys(self.RING, 1500), self.ring(), "table")
        assert found is not None
        for name, score in self.ring().items():
            opponents = score.opponents(found)
            We = sum(chance(found[name] - opponent, "table") for opponent in opponents)
            assert abs(score.W - We) / score.n <= 0.005

    def test_the_working_says_so(self):
        event, cards = self.swapping()
        said = {step.text for step in steps(event, cards) if step.rule == "DWZ 4.7.4"}
        assert len(said) == 1
        assert "exact root" in said.pop()

    def test_two_who_lost_to_everybody_but_drew_with_each_other_come_to_rest_all_the_same(self):
        """No root: whatever their ratings, both expect more than half a point of six games."""
        one, rated = against("one", "0 0 0 0 0", [1500] * 5)
        event = tournament(*one, *(f"two 0 {name}" for name in rated), "one ½ two")
        written = steps(event, rated)
        assert {step.text for step in written if step.rule == "DWZ 4.7.4"} == {
            "W = We has no root for all: the passes go on until none changes any more."
        }
        one, two = (rows(event, rated)[name]["rating_after"] for name in ("one", "two"))
        assert one == two
        # At the end 5 · Φ(x) / 6 is worth less than half a point, 0.5 · φ(0) / 282.84 = 0.000705,
        # so Φ(x) < 0.000846 and x < -3.138: 887.6 below 1500.
        assert one == 1500 - 888

    def test_a_root_on_a_flat_stretch_of_the_curve_is_found(self):
        """Four of 1000 and one of 2600: halfway between, a hundred points more change little.

        4 · Φ(863/282.84) + Φ(-737/282.84) = 3.9954 + 0.0046 = 4.
        """
        games, cards = against("new", "1 1 1 1 0", [1000] * 4 + [2600])
        event = tournament(*games)
        assert rows(event, cards)["new"]["rating_after"] == 1863
        # The same as a performance, whatever the rating before (DWZ 4.8).
        assert rows(event, {**cards, "new": "1500-10"})["new"]["performance"] == 1863

    def test_two_on_a_flat_stretch_who_drew_with_each_other_find_theirs_together(self):
        """Both are where one of them would be alone: between equals a draw is expected."""
        games, cards = against("zoe", "1 1 1 1 0", [1000] * 4 + [2600])
        both = [*games, *(game.replace("zoe", "ida") for game in games), "zoe ½ ida"]
        found = rows(tournament(*both), cards)
        assert [found[name]["rating_after"] for name in ("zoe", "ida")] == [1863, 1863]


def joint_root(one, two):
    """Both ratings at which each expects just what he scored, by halving, rounded."""

    def fixed(row, other):
        return [g["opponent_rating"] for g in row["games_used"] if g["opponent"] != other]

    def own(row, rated, others, value):
        low, high = 0.0, 4000.0
        for _ in range(60):
            R = (low + high) / 2
            We = sum(CURVE.cdf(R - r) for r in rated) + others * CURVE.cdf(R - value)
            low, high = (R, high) if We < row["points"] else (low, R)
        return low

    fixed_one, fixed_two = fixed(one, "two"), fixed(two, "one")
    a = b = 1500.0
    for _ in range(300):
        a = own(one, fixed_one, 10, b)
        b = own(two, fixed_two, 10, a)
    return floor(a + 0.5), floor(b + 0.5)
