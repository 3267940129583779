"""DWZ 2026 3.4 and 3.6.2: who gets a first DWZ, the fictitious draw, what becomes of the value."""

from projections.rulebooks.dwz.chapters import Score
from projections.rulebooks.dwz.p4_07_4_iteration import (
    joint_root,
    overall_iteration_2026,
    start_value_2026,
    with_draw,
)
from projections.rulebooks.dwz.p4_07_first_ratings import corrected_value_2026, joins_2026
from tests.rulebooks.dwz_1995.club import against, residual, tournament, waiting
from tests.rulebooks.dwz_2026.club import evaluate, rows, steps
from tests.tables import every

FIVE = [1500, 1620, 1710, 1430, 1800]


class TestWhoJoins:
    """DWZ 2026 3.4.1."""

    @every(
        ("games", "residual_games", "W", "drawn", "read_otherwise"),
        [
            (5, 0, 5.0, True, False),
            (1, 4, 5.0, True, False),
            (5, 0, 4.5, True, True),
            (5, 0, 0.5, True, True),
            (5, 0, 0.0, False, False),
            (4, 0, 4.0, False, False),
            (0, 5, 5.0, False, False),
        ],
    )
    def test_five_games_and_a_point(self, games, residual_games, W, drawn, read_otherwise):
        assert joins_2026(games, residual_games, W, "draw") == drawn
        assert joins_2026(games, residual_games, W, "residual") == read_otherwise

    def test_without_a_point_the_games_wait(self):
        games, cards = against("new", "0 0 0 0 0", FIVE)
        after = evaluate(tournament(*games), cards)
        assert after.cards["new"].figure is None
        assert sorted(g.opponent_rating for g in after.cards["new"].residual_games) == sorted(FIVE)

    def test_residual_games_and_those_of_today_are_one_score(self):
        """Four wins that waited, a draw today: no full score, and no fictitious draw."""
        games, cards = against("new", "½", [1500])
        held = waiting(*(residual(1500, 1.0, game=f"old{n}") for n in range(4)))
        row = rows(tournament(*games), {**cards, "new": held})["new"]
        # Φ(x) = 0.9 at x = 1.28155: 362.5 above 1500, and 0.08 · 138 on top of it.
        assert row["rating_after"] == 1873
        assert row["games"] == 5


class TestFictitiousDraw:
    """DWZ 2026 3.6.2."""

    def test_the_start_value_has_it_too(self):
        """5½ of 6 against 1600 and five of 1600: 1600 + D(11/12), 391.2."""
        assert start_value_2026([1600] * 5, 5.0, "normal") == 1991
        assert start_value_2026([1600] * 5, 4.5, "normal") == 1600 + 362  # nine tenths

    def test_its_opponent_is_the_mean_rounded(self):
        score = with_draw(Score(fixed=[1500, 1501], W=2.0))
        assert (score.n, score.W) == (3, 2.5)
        assert score.opponents({}) == [1500, 1501, 1501]
        assert score.exact_opponents({}) == [1500, 1501, 1500.5]

    @every("W", [0.0, 0.5, 1.5])
    def test_no_other_score_has_it(self, W):
        score = Score(fixed=[1500, 1501], W=W)
        assert with_draw(score) is score

    def test_the_mean_moves_with_newcomers(self):
        score = with_draw(Score(fixed=[1500], moving=["b"], W=2.0))
        assert (score.n, score.opponents({"b": 1600})) == (3, [1500, 1600, 1550])
        # What a point more of b means: his own game, and half of the mean's.
        assert score.shares_in_iteration([0.1, 0.2, 0.4]) == [("b", 0.4)]

    def test_in_the_exact_root_the_mean_is_not_rounded(self):
        """One win against 1500, and a draw with 1500: ¾, so 0.67449 · 282.84 = 190.8 above."""
        scores = {"a": with_draw(Score(fixed=[1500], W=1.0))}
        assert joint_root({"a": 1500}, scores, "normal") == {"a": 1691}

    def test_a_root_with_a_moving_opponent_is_that_of_the_passes(self):
        """A beats B and three of 1600; B has two of four besides."""
        scores = {
            "a": Score(fixed=[1600] * 3, moving=["b"], W=4.0),
            "b": Score(fixed=[1500] * 4, moving=["a"], W=2.0),
        }
        iteration = overall_iteration_2026({"a": 1900, "b": 1500}, scores, "normal")
        assert iteration.end == "constant"
        completed = {name: with_draw(score) for name, score in scores.items()}
        root = joint_root({"a": 1000, "b": 2500}, completed, "normal")
        assert root is not None
        for name, value in iteration.values.items():
            assert abs(root[name] - value) <= 1

    def test_the_audit_shows_it(self):
        games, cards = against("new", "1 1 1 1 1", FIVE)
        written = steps(tournament(*games), cards)
        (mean,) = [each for each in written if each.rule == "DWZ 2026 3.6.2"]
        assert (mean.player, mean.result) == ("new", 1612)


class TestCorrectedValue:
    """DWZ 2026 3.4.4."""

    def test_the_lines_meet_at_1100(self):
        assert corrected_value_2026(1100, 0.08, 0) == 1172
        assert 1100 + 9 * 0.08 * 1100 / 11 == 1172

    def test_another_correction_lifts_otherwise(self):
        assert corrected_value_2026(1500, 0.1, 1100) == 1550
        assert corrected_value_2026(1500, 0, 1100) == 1500

    def test_a_whole_correction_lifts_to_2000(self):
        assert corrected_value_2026(1500, 1, 1100) == corrected_value_2026(1999, 1, 1100) == 2000

    @every("Ri", [-900, 0, 1099, 1150, 1199])
    def test_the_minimum_holds_for_every_line(self, Ri):
        assert corrected_value_2026(Ri, 0, 1200) == 1200

    def test_a_half_goes_up(self):
        """1250 + 0.01 · 750 = 1257.5."""
        assert corrected_value_2026(1250, 0.01, 1100) == 1258
