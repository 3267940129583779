"""MGSZ 5.§: how a grade is won."""

from projections.rulebooks.mgsz_2011.p04_grades import needed
from tests.tables import every


class TestNeeded:
    """MGSZ 5 (2), MGSZ 5 (4)."""

    @every(("grade", "times"), [("35k", 1), ("4k", 1), ("3k", 2), ("7d", 2)])
    def test_a_grade_is_won_once_up_to_4_kyu_and_twice_from_3_kyu(self, grade, times):
        assert needed(grade) == times


class TestWinningAGrade:
    """MGSZ 5 (1), MGSZ 4 (2): counted after each tournament, with the new Elo; never lost."""

    def test_4_kyu_is_won_at_once(self, club):
        cup = club.tournament(club.game("a", "b"))
        assert club.evaluate(cup, {"a": 1760, "b": 1760}).cards["a"].grade == "4k"

    def test_3_kyu_is_attained_by_one_tournament_and_won_by_the_next(self, club):
        cup = club.tournament(club.game("a", "b"))
        first = club.evaluate(cup, {"a": 1810, "b": 1810}).cards["a"]
        assert (first.grade, first.attained) == ("4k", (("3k", 1),))
        second = club.evaluate(cup, {"a": first, "b": 1810}).cards["a"]
        assert (second.grade, second.attained) == ("3k", ())

    def test_losing_does_not_cost_the_grade_and_staying_at_the_limit_confirms_it(self, club):
        """MGSZ 5 (4): "reaches or stays at"."""
        cup = club.tournament(club.game("b", "a"))
        after = club.evaluate(cup, {"a": club.card(1823, "4k", _3k=1), "b": 1823}).cards["a"]
        assert (after.elo, after.grade) == (1816, "3k")

    def test_a_point_below_the_limit_attains_nothing(self, club):
        cup = club.tournament(club.game("b", "a"))
        after = club.evaluate(cup, {"a": club.card(1821, "4k", _3k=1), "b": 1821}).cards["a"]
        assert (after.elo, after.grade, after.attained) == (1814, "4k", (("3k", 1),))

    def test_the_grade_stays_above_the_band_of_a_fallen_elo(self, club):
        """MGSZ 4 (2)."""
        cup = club.tournament(club.game("b", "a"))
        after = club.evaluate(cup, {"a": club.card(1500, "2d"), "b": 1500}).cards["a"]
        assert (after.elo, after.grade) == (1493, "2d")

    def test_nobody_is_promoted_beyond_7_dan(self, club):
        cup = club.tournament(club.game("a", "b"))
        after = club.evaluate(cup, {"a": club.card(3000, "7d"), "b": 3000}).cards["a"]
        assert (after.grade, after.attained) == ("7d", ())

    def test_the_committees_9_dan_keeps_his_grade(self, club):
        cup = club.tournament(club.game("b", "a"))
        after = club.evaluate(cup, {"a": club.card(2700, "9d"), "b": 2700}).cards["a"]
        assert (after.grade, after.attained) == ("9d", ())


class TestWhatCountsAsATournament:
    """MGSZ 5 (4), readings M8 and M9."""

    def test_a_tournament_in_parts_counts_once(self, club):
        games = [club.game("a", "b", round=n) for n in range(1, 9)]
        cup = club.tournament(*games, C=40, rounds=8)
        cards = {"a": club.card(1900, "2k"), "b": club.card(1900, "2k")}
        after = club.evaluate(cup, cards).cards["a"]
        assert (after.grade, after.attained) == ("2k", (("1k", 1), ("1d", 1)))

    def test_every_part_counts_under_the_other_reading(self, club):
        games = [club.game("a", "b", round=n) for n in range(1, 9)]
        cup = club.tournament(*games, C=40, rounds=8)
        cards = {"a": club.card(1900, "2k"), "b": club.card(1900, "2k")}
        after = club.evaluate(cup, cards, confirm_per_part=True).cards["a"]
        assert after.grade == "1d"

    def test_a_part_in_which_the_player_sat_out_does_not_count_for_him(self, club):
        games = [club.game("a", "b", round=1), club.game("b", "c", round=8)]
        cup = club.tournament(*games, C=40, rounds=8)
        cards = {"a": club.card(1950, "2k"), "b": 1950, "c": 1950}
        played = club.evaluate(cup, cards, confirm_per_part=True).cards["a"]
        assert played.attained == (("1k", 1),)

    def test_nor_does_it_where_being_at_a_tournament_is_enough(self, club):
        """M9: reached once in part 1, so 3k and 2k wait for another tournament; 4k stays."""
        games = [club.game("a", "b", round=1), club.game("b", "c", round=8)]
        present = {"confirm_per_part": True, "confirm_needs_played_game": False}
        cup = club.tournament(*games, C=40, rounds=8)
        cards = {"a": club.card(1860, "4k"), "b": 1860, "c": 1860}
        played = club.evaluate(cup, cards, **present).cards["a"]
        assert (played.elo, played.grade) == (1880, "4k")
        assert played.attained == (("3k", 1), ("2k", 1))

    def test_in_parts_all_of_them_without_a_game_the_tournament_counts_once(self, club):
        away = club.game("a", None, "1-0", played=False, reason="bye", round=1)
        cup = club.tournament(away, club.game("b", "c", round=8), C=40, rounds=8)
        cards = {"a": club.card(1820, "4k"), "b": 1860, "c": 1860}
        present = {"confirm_per_part": True, "confirm_needs_played_game": False}
        there = club.evaluate(cup, cards, **present).cards["a"]
        assert (there.grade, there.attained) == ("4k", (("3k", 1),))

    def test_a_tournament_with_multiplier_0_counts_unless_read_otherwise(self, club):
        cup = club.tournament(club.game("a", "b"), C=0)
        cards = {"a": club.card(1820, "4k", _3k=1), "b": 1820}
        assert club.evaluate(cup, cards).cards["a"].grade == "3k"
        other = club.evaluate(cup, cards, confirm_with_zero_multiplier=False).cards["a"]
        assert (other.grade, other.attained) == ("4k", (("3k", 1),))

    def test_a_tournament_without_a_game_played_does_not_count(self, club):
        cup = club.tournament(club.game("a", None, "1-0", played=False, reason="bye"))
        cards = {"a": club.card(1820, "4k", _3k=1)}
        assert club.evaluate(cup, cards).cards == {}

    def test_being_there_counts_under_the_other_reading(self, club):
        cup = club.tournament(club.game("a", None, "1-0", played=False, reason="bye"))
        cards = {"a": club.card(1820, "4k", _3k=1)}
        after = club.evaluate(cup, cards, confirm_needs_played_game=False).cards["a"]
        assert (after.elo, after.grade, after.source) == (1820, "3k", "t")
