"""MGSZ 6.§ (3): the parts of a long tournament."""

from projections.rulebooks.mgsz_2011.p06_tournament import rounds_of, split
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Entrant
from tests.tables import every

EVEN = {"a": 1900, "b": 1900}


def eight_wins(club, **facts):
    return [club.game("a", "b", round=n, **facts) for n in range(1, 9)]


class TestSplitTournament:
    """MGSZ 6 (3), MGSZ 6 (1) step 3: later parts start from the Elo after the earlier ones."""

    def test_320_is_rated_in_two_parts(self, club):
        """4 × 0.5 × 40 = 80; then, 160 apart, 4 × 0.16 × 40 = 25.6."""
        cup = club.tournament(*eight_wins(club), C=40, rounds=8)
        report = club.evaluate(cup, EVEN).report()
        told = [
            (row["player"], row["part"], row["elo_before"], row["game_points"], row["elo_after"])
            for row in report.rows
        ]
        assert told == [
            ("a", 1, 1900, 2.0, 1980),
            ("a", 2, 1980, 0.64, 2006),
            ("b", 1, 1900, -2.0, 1820),
            ("b", 2, 1820, -0.64, 1794),
        ]
        assert {row["grade_after"] for row in report.rows} == {"2k"}

    def test_below_the_limit_all_rounds_count_together(self, club):
        cup = club.tournament(*eight_wins(club), C=35, rounds=8)
        assert club.elos(cup, EVEN) == {"a": 2040, "b": 1760}

    def test_the_limit_itself_is_cut(self, club):
        games = [club.game("a", "b", round=n) for n in range(1, 11)]
        cup = club.tournament(*games, C=30, rounds=10)
        assert {row["part"] for row in club.evaluate(cup, EVEN).report().rows} == {1, 2}

    def test_the_order_of_the_games_in_the_report_of_a_part_is_that_of_the_tournament(self, club):
        cup = club.tournament(*reversed(eight_wins(club)), C=40, rounds=8)
        rows = [row for row in club.evaluate(cup, EVEN).report().rows if row["player"] == "a"]
        used = [[game["game"] for game in row["games_used"]] for row in rows]
        assert used == [["5", "6", "7", "8"], ["1", "2", "3", "4"]]

    def test_a_guest_keeps_his_value_unless_read_otherwise(self, club):
        """Reading M7."""
        entrants = (Entrant(player="b", entry_grade="2k"),)
        cup = club.tournament(*eight_wins(club), C=40, rounds=8, entrants=entrants)
        elos = {"a": 1865}
        assert club.elos(cup, elos) == {"a": 1865 + 80 + 50}  # 80 apart: 4 × 0.31 × 40 = 49.6
        moved = club.evaluate(cup, elos, split_update_unregistered=True)
        assert moved.cards["a"].elo == 1865 + 80 + 26  # 160 apart
        assert {row["player"] for row in moved.report().rows} == {"a"}
        assert set(moved.cards) == {"a"}


class TestRoundsNeeded:
    """MGSZ 6 (3): a cut needs the round of every counted game."""

    def test_without_rounds_a_tournament_to_be_cut_is_not_rated(self, club):
        games = [club.game("a", "b") for _ in range(8)]
        cup = club.tournament(*games, C=40, rounds=8)
        assert club.why_not(cup, EVEN).startswith("MGSZ 6 (3): ")
        assert club.elos(cup, EVEN) == {}

    def test_a_game_that_does_not_count_needs_no_round(self, club):
        bye = club.game("a", None, "1-0", played=False, reason="bye")
        cup = club.tournament(*eight_wins(club), bye, C=40, rounds=8)
        assert club.why_not(cup, EVEN) is None

    def test_without_rounds_a_short_tournament_is_rated(self, club):
        cup = club.tournament(club.game("a", "b"), club.game("a", "b"), C=40)
        assert club.elos(cup, EVEN) == {"a": 1940, "b": 1860}

    def test_a_single_round_that_reaches_the_limit_is_refused(self, club):
        """Reading M33."""
        cup = club.tournament(club.game("a", "b", round=1), C=45)
        assert club.why_not(cup, EVEN, split_limit=45).startswith("MGSZ 6 (3): ")
        assert club.why_not(cup, EVEN, split_limit=46) is None

    @every(
        ("facts", "rounds"),
        [
            ([{"round": 1}, {"round": 2}], 2),
            ([{"round": 7}], 7),
            ([{}, {}, {}], 3),
            ([], 0),
        ],
    )
    def test_unreported_rounds_are_the_highest_or_the_most_games_of_anybody(
        self, club, facts, rounds
    ):
        """Reading M25."""
        games = [club.game("a", f"b{n}", **fact) for n, fact in enumerate(facts)]
        assert rounds_of(club.tournament(*games)) == rounds

    def test_games_with_black_count_and_byes_are_nobodys(self, club):
        """Reading M25: a has one game with White and two with Black; three others have a bye."""
        games = [club.game("a", "b"), club.game("c", "a"), club.game("d", "a")]
        byes = [club.game(one, None, "1-0", played=False, reason="bye") for one in "efgh"]
        assert rounds_of(club.tournament(*games, *byes)) == 3

    def test_a_part_may_come_as_near_to_the_limit_as_it_can(self):
        """MGSZ 6 (3): 23 × 13 = 299 is below 300, so 26 rounds are two parts."""
        assert split(23, 26, Readings()) == [13, 13]

    def test_who_came_for_the_second_part_has_attained_by_it(self, club):
        """MGSZ 5 (1), reading M8: four wins at .5 give 80 points: 1980, 1 kyu and 1 dan once."""
        games = [club.game("a", "b", round=n) for n in range(1, 5)]
        games += [club.game("d", "c", round=n) for n in range(5, 9)]
        elos = {"a": 1900, "b": 1900, "c": 1900, "d": 1900}
        cup = club.tournament(*games, C=40, rounds=8)
        for parts in (False, True):
            cards = club.evaluate(cup, elos, confirm_per_part=parts).cards
            assert cards["d"].elo == 1980
            assert cards["d"].attained == (("1k", 1), ("1d", 1))

    def test_reported_rounds_count_even_if_not_all_were_handed_in(self, club):
        assert rounds_of(club.tournament(club.game("a", "b", round=1), rounds=8)) == 8
        assert rounds_of(club.tournament(club.game("a", "b", round=9), rounds=8)) == 9


class TestOtherSplits:
    """MGSZ 6 (3), reading M6."""

    def test_the_committee_records_another_split(self, club):
        decision = club.decision("MGSZ 6 (3)", {"parts": [6, 2]})
        cup = club.tournament(*eight_wins(club), C=40, rounds=8, decisions=(decision,))
        rows = [row for row in club.evaluate(cup, EVEN).report().rows if row["player"] == "a"]
        assert [len(row["games_used"]) for row in rows] == [6, 2]
        assert rows[0]["elo_after"] == 2020

    def test_a_decided_split_has_no_effect_where_none_is_needed(self, club):
        decision = club.decision("MGSZ 6 (3)", {"parts": [6, 2]})
        cup = club.tournament(*eight_wins(club), C=35, rounds=8, decisions=(decision,))
        assert {row["part"] for row in club.evaluate(cup, EVEN).report().rows} == {1}

    def test_a_decided_split_of_other_rounds_is_not_applied(self, club):
        decision = club.decision("MGSZ 6 (3)", {"parts": [6, 3]})
        cup = club.tournament(*eight_wins(club), C=40, rounds=8, decisions=(decision,))
        assert "9 rounds" in club.why_not(cup, EVEN)

    def test_greedy_parts_are_filled_one_after_another(self):
        greedy = Readings(split_policy="greedy")
        assert split(45, 10, greedy) == [6, 4]
        assert split(20, 30, greedy) == [14, 14, 2]
