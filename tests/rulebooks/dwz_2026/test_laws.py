"""Laws that hold for every tournament under DWZ 2026."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from projections.rulebooks.dwz.card import Held
from projections.rulebooks.dwz.chapters import Result, Score
from projections.rulebooks.dwz.p4_05_expectation import sum_of_expectations
from projections.rulebooks.dwz.p4_07_4_iteration import joint_root, with_draw
from projections.rulebooks.dwz.p4_07_first_ratings import corrected_value_2026
from projections.rulebooks.dwz.p4_08_performance import performance_2026
from projections.rulebooks.dwz.p4_09_next_rating import evaluated_2026, tabled
from projections.rulebooks.dwz.readings import Readings2026
from projections.rulebooks.occasion import TournamentEnded
from tests.rulebooks.dwz_1995.club import DAY, tournament
from tests.rulebooks.dwz_1995.drawn_games import AGES, GAMES, HELD, rated_from
from tests.rulebooks.dwz_2026.club import edition

PERFECT = st.sampled_from(["draw", "residual"])


def worked_out(event, cards, **parameters):
    return edition(**parameters).evaluate(TournamentEnded(day=DAY, tournament=event), cards)


class TestTournaments:
    """DWZ 2026 3.4.1, DWZ 2026 3.4.4, DWZ 2026 3.5: one outcome, however it is written."""

    @given(GAMES, HELD, PERFECT)
    def test_nobodys_first_dwz_rests_on_no_point_and_on_all_only_as_read(
        self, games, cards, perfect
    ):
        """DWZ 2026 3.4.1."""
        for row in worked_out(tournament(*games), cards, perfect_score=perfect).report().rows:
            if row["status"] == "first":
                assert row["games"] >= 5
                most = row["games"] if perfect == "draw" else row["games"] - 0.5
                assert 0.5 <= row["points"] <= most


FIELDS = st.lists(st.integers(700, 2600), min_size=5, max_size=12)


class TestFictitiousDraw:
    """DWZ 2026 3.6.2."""

    @given(FIELDS)
    def test_a_full_score_is_worth_more_than_the_mean_of_the_field(self, field):
        assert performance_2026(field, float(len(field)), edition().rules) > sum(field) / len(
            field
        )

    @given(FIELDS, FIELDS)
    def test_in_the_exact_root_both_have_the_points_to_be_expected(self, one, other):
        """A has won every game, that against b too; b has half of his other points."""
        scores = {
            "a": Score(fixed=one, moving=["b"], W=len(one) + 1.0),
            "b": Score(fixed=other, moving=["a"], W=float(len(other)) / 2),
        }
        completed = {name: with_draw(score) for name, score in scores.items()}
        root = joint_root({"a": 2000, "b": 1500}, completed, "normal")
        assert root is not None
        for name, score in completed.items():
            We = sum_of_expectations(root[name], score.exact_opponents(root), "normal")
            # A point of rating is 0.0014 points of a game at most, and both are rounded.
            assert abs(We - score.W) <= 0.0015 * score.n / 2 + 0.0015


RATED = rated_from(1100)


class TestNextRating:
    """DWZ 2026 3.5, DWZ 2026 Anhang 1.2."""

    @given(RATED, AGES, st.integers(1, 15), st.floats(0, 1), st.floats(0, 1))
    def test_k_keeps_its_limits_and_the_rating_follows_the_result(self, own, age, n, w, we):
        W, We = round(2 * n * w) / 2, n * we
        after = evaluated_2026(own, Result(W, We, n), age, Readings2026())
        K, Rn, index = after.E, after.Rn, after.index
        assert 19 <= K <= 80
        assert round(K, 1) == K
        assert index == own.index + 1
        if We <= W:
            assert Rn >= own.rating
        if We > W:
            assert 1100 <= Rn <= own.rating

    @given(RATED, AGES, st.floats(0, 1))
    def test_a_better_result_gives_no_lower_rating(self, own, age, we):
        results = [Result(points / 2, 4 * we, 4) for points in range(9)]
        after = [evaluated_2026(own, result, age, Readings2026()).Rn for result in results]
        assert after == sorted(after)

    @given(st.integers(1100, 3000), st.integers(0, 60), AGES, st.booleans())
    def test_k_is_the_exact_fraction_rounded_half_up(self, Ro, index, age, met):
        own = Held(Ro, index, None, "before", "6.1.1")
        K = evaluated_2026(own, Result(1.0, 1.0 if met else 1.5, 2), age, Readings2026()).E
        a, b = Fraction(0), Fraction(1)
        if met and age is not None and age <= 20:
            a = Fraction(max(2000 - Ro, 0), 30)
        elif met:
            a = Fraction(4 * (Ro < 1600))
        elif Ro < 1600:
            b = Fraction(Ro + 800, 2400)
        exactly = min(tabled(Ro, index, age) * b + a, Fraction(80))
        assert -Fraction(1, 20) <= exactly - Fraction(str(K)) < Fraction(1, 20)

    @given(st.integers(-3000, 3500), st.integers(0, 500), st.sampled_from([0, 0.08, 0.125]))
    def test_a_higher_first_value_gives_no_lower_dwz(self, Ri, more, r):
        """DWZ 2026 3.4.4."""
        assert corrected_value_2026(Ri, r, 1100) <= corrected_value_2026(Ri + more, r, 1100)
        assert corrected_value_2026(Ri, r, 1100) >= max(min(Ri, 2000), 1100)
