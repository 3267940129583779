"""Concentrated tournaments: one computation per player against a mean strength.

The changes are computed by hand: (won − lost)·16, and the compensation of the difference to
the mean for every game.
"""

import pytest

from projections.rulebooks.tournament import Entrant

ALL_RANKED = {"A": 1900, "B": 1800, "C": 1700, "D": 1600}


def members(federation, ratings):
    for player, rating in ratings.items():
        federation.member(player, rating)
    return federation


def all_against_all(federation, **facts):
    """A beats everybody, B the two below, C the last; everyone stands at his number."""
    pairs = [("A", "B"), ("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"), ("C", "D")]
    games = [
        federation.game(winner, loser, 1.0, game=f"{winner}{loser}") for winner, loser in pairs
    ]
    return federation.concentrated(*games, ended_on="1970-10-10", **facts)


def changes(federation):
    before, after = federation.bases("1970-10-10"), federation.running("1970-10-10")
    return {player: after[player] - before[player] for player in after}


class TestAllAgainstAll:
    """LASK Regel 10, LASK Formel (1): against the mean of the group."""

    def test_if_all_are_ranked_the_mean_is_that_of_all_the_player_included(self, skane):
        all_against_all(members(skane, ALL_RANKED))
        # G = 1750; differences 150, 50, 50, 150; K = 6, 2, 2, 6.
        assert changes(skane) == {"A": 48 - 18, "B": 16 - 6, "C": -16 + 6, "D": -48 + 18}

    def test_in_the_other_reading_of_the_others_only(self, new_federation):
        federation = members(new_federation(group_mean_includes_self=False), ALL_RANKED)
        all_against_all(federation)
        # G = 1700, 1733, 1767, 1800; differences 200, 67, 67, 200; K = 8, 3, 3, 8.
        assert changes(federation) == {"A": 48 - 24, "B": 16 - 9, "C": -16 + 9, "D": -48 + 24}

    def test_the_mean_is_rounded_half_up_before_the_difference_is_taken(self, skane):
        members(skane, {"A": 1900, "B": 1879})
        skane.concentrated(skane.game("A", "B", 1.0), ended_on="1970-10-10")
        # G = 1889.5 is 1890: A is 10 above, K = 0; B is 11 below, K = 1.
        assert changes(skane) == {"A": 16, "B": -16 + 1}

    def test_at_the_mean_itself_there_is_no_compensation(self, skane):
        members(skane, {"A": 1900, "B": 1900})
        skane.concentrated(skane.game("A", "B", 0.5), ended_on="1970-10-10")
        assert changes(skane) == {"A": 0, "B": 0}

    def test_entrants_who_did_not_play_belong_to_the_group(self, skane):
        members(skane, {"A": 1900, "B": 1900, "E": 1300})
        entered = tuple(Entrant(player=player) for player in "ABE")
        skane.concentrated(skane.game("A", "B", 1.0), ended_on="1970-10-10", entrants=entered)
        # G = 1700, difference 200, K = 8.
        assert changes(skane) == {"A": 16 - 8, "B": -16 - 8, "E": 0}

    def test_the_committees_mean_goes_before_the_computed_one(self, skane):
        skane.decides("LASK Regel 10", {"mean": 1600.5}, tournament="cup")
        all_against_all(members(skane, ALL_RANKED), id="cup")
        # 1601: differences 299, 199, 99, 1; K = 11, 8, 4, 0.
        assert changes(skane) == {"A": 48 - 33, "B": 16 - 24, "C": -16 - 12, "D": -48}

    def test_a_mean_for_one_player_holds_for_him_alone(self, skane):
        skane.decides("LASK Regel 10", {"mean": 2000}, tournament="cup", player="A")
        all_against_all(members(skane, ALL_RANKED), id="cup")
        assert changes(skane) == {"A": 48 + 12, "B": 16 - 6, "C": -16 + 6, "D": -48 + 18}

    def test_decisions_about_other_tournaments_do_not_matter(self, skane):
        skane.decides("LASK Regel 10", {"mean": 1600}, tournament="another cup")
        all_against_all(members(skane, ALL_RANKED), id="cup")
        assert changes(skane)["A"] == 48 - 18

    def test_a_match_of_two_is_a_group_of_two(self, skane):
        members(skane, {"A": 1900, "B": 1800})
        games = [skane.game("A", "B", 1.0, game=str(number)) for number in range(4)]
        skane.concentrated(*games, ended_on="1970-10-10", format="match")
        # G = 1850, difference 50, K = 2.
        assert changes(skane) == {"A": 64 - 8, "B": -64 + 8}

    def test_only_long_games_really_played_are_among_them(self, skane):
        members(skane, {"A": 1900, "B": 1900})
        games = [
            skane.game("A", "B", 1.0, game="1"),
            skane.game("A", "B", 1.0, game="2", played=False, reason="forfeit"),
            skane.game("A", "B", 1.0, game="3", minutes_per_move=0.5),
        ]
        skane.concentrated(*games, ended_on="1970-10-10")
        assert changes(skane) == {"A": 16, "B": -16}

    def test_who_played_no_game_is_not_booked(self, skane):
        members(skane, {"A": 1900, "B": 1900})
        game = skane.game("A", "B", 1.0, played=False, reason="forfeit")
        report = skane.report(skane.concentrated(game, ended_on="1970-10-10"))
        assert report.rows == ()
        assert changes(skane) == {"A": 0, "B": 0}

    def test_the_changes_come_on_top_of_other_games_of_the_period(self, skane):
        members(skane, ALL_RANKED)
        skane.plays("A", "B", 1.0, "1970-09-10")
        all_against_all(skane)
        assert skane.running("1970-10-10")["A"] == 1900 + 12 + 30


class TestUnrankedParticipants:
    """LASK Regel 10, LASK Tabell 1: the committee's figure, else the mean of the class."""

    def test_if_you_alone_are_ranked_the_class_decides(self, skane):
        members(skane, {"A": 1900, "B": None, "C": None, "D": None})
        all_against_all(skane, class_="II")
        # 1775: difference 125, K = 5.
        assert changes(skane) == {"A": 48 - 15}

    def test_a_decision_about_the_classes_of_the_season_goes_before(self, skane):
        skane.decides("LASK Tabell 1", {"II": 1900}, season=1970)
        skane.decides("LASK Tabell 1", {"II": 1000}, season=1971)
        members(skane, {"A": 1900, "B": None, "C": None, "D": None})
        all_against_all(skane, class_="II")
        assert changes(skane) == {"A": 48}

    def test_half_of_the_group_ranked_is_still_the_class(self, skane):
        members(skane, ALL_RANKED | {"C": None, "D": None})
        all_against_all(skane, class_="II")
        # 1775: differences 125 and 25; K = 5 and 1.
        assert changes(skane) == {"A": 48 - 15, "B": 16 - 3}

    @pytest.mark.parametrize(
        ("unranked", "booked"),
        [("CD", False), ("BCD", True), ("CDE", True), ("DE", False), ("DEF", False)],
    )
    def test_or_waits_for_the_special_procedure(self, new_federation, unranked, booked):
        federation = new_federation(half_rated_rule="pending")
        members(federation, ALL_RANKED | dict.fromkeys(unranked))
        entered = tuple(Entrant(player=player) for player in federation.players)
        all_against_all(federation, class_="II", entrants=entered)
        assert (changes(federation)["A"] != 0) is booked

    def test_without_any_figure_all_games_are_pending(self, skane):
        members(skane, {"A": 1900, "B": None, "C": None, "D": None})
        report = skane.report(all_against_all(skane))
        assert changes(skane) == {"A": 0}
        assert report.excluded is None
        assert {left.game: left.reason for left in report.games_not_rated} == {
            **dict.fromkeys(
                ["AB", "AC", "AD"],
                "LASK Regel 10: pending, the mean strength of the group is not known",
            ),
            "BC": "LASK Rankingregel 1: pending, B and C had no rating on the day of the game",
            "BD": "LASK Rankingregel 1: pending, B and D had no rating on the day of the game",
            "CD": "LASK Rankingregel 1: pending, C and D had no rating on the day of the game",
        }

    def test_the_inferred_classes_are_used_on_request(self, new_federation):
        federation = new_federation(use_inferred_table1=True)
        members(federation, {"A": 1900, "B": None, "C": None, "D": None})
        all_against_all(federation, class_="M")
        # 2125: difference 225, K = 9.
        assert changes(federation) == {"A": 48 + 27}

    def test_outsiders_have_numbers_and_no_row(self, skane):
        members(skane, ALL_RANKED | {"D": None})
        skane.ranked("D", 1600, "1970-10-01", kind="outsider")
        report = skane.report(all_against_all(skane))
        assert [row["player"] for row in report.rows] == ["A", "B", "C"]
        assert changes(skane) == {"A": 48 - 18, "B": 16 - 6, "C": -16 + 6, "D": 0}

    def test_games_among_outsiders_are_listed(self, skane):
        members(skane, ALL_RANKED | {"C": None, "D": None})
        for player in "CD":
            skane.ranked(player, 1600, "1970-10-01", kind="outsider")
        report = skane.report(all_against_all(skane))
        assert [(left.game, left.reason[:12]) for left in report.games_not_rated] == [
            ("CD", "LASK Regel 8")
        ]


class TestMonrad:
    """LASK Formel (2a), LASK Formel (2b), LASK Regel 10: against the mean of the opponents met."""

    def monrad(self, federation, **facts):
        """Three rounds: A 2.5, B 1.5, C 1, D 1, E 1 by a bye, F 0; A met C, B and E."""
        games = [
            federation.game("A", "C", 1.0, game="1", round=1),
            federation.game("B", "D", 1.0, game="2", round=1),
            federation.game("A", "B", 0.5, game="3", round=2),
            federation.game("D", "C", 1.0, game="4", round=2),
            federation.game("A", "E", 1.0, game="5", round=3),
            federation.game("C", "F", 1.0, game="6", round=3),
            federation.game("E", None, 1.0, game="7", round=1, played=False, reason="bye"),
        ]
        return federation.concentrated(
            *games, ended_on="1970-10-10", id="cup", format="swiss", **facts
        )

    def ranked(self, federation, unranked=""):
        ratings = {"A": 1900, "B": 1800, "C": 1700, "D": 1600, "E": 1500, "F": 1400}
        return members(federation, ratings | dict.fromkeys(unranked))

    def test_if_all_opponents_are_ranked_their_mean_is_taken(self, skane):
        self.monrad(self.ranked(skane))
        result = changes(skane)
        # A met 1700, 1800 and 1500: 1667, difference 233, K = 9; 2.5 of 3.
        assert result["A"] == 2 * 16 - 27
        # E met only A: difference 400, K = 13.
        assert result["E"] == -16 + 13

    def test_those_he_did_not_meet_need_no_number(self, skane):
        self.monrad(self.ranked(skane, unranked="DF"))
        assert changes(skane)["A"] == 2 * 16 - 27

    def test_otherwise_the_quality_points_estimate_it(self, skane):
        skane.decides("LASK Regel 10", {"mean": 1700}, tournament="cup")
        self.monrad(self.ranked(skane, unranked="E"))
        # Scores: B 1.5, C 1, E 1 with the bye: Kv = 3.5; N² = 9: M = 1700 + 360·(7/9 − 1) = 1620;
        # difference 280, K = 11.
        assert changes(skane)["A"] == 2 * 16 - 33

    def test_the_committees_figure_for_the_group_is_not_the_mean_of_ranked_opponents(self, skane):
        skane.decides("LASK Regel 10", {"mean": 1000}, tournament="cup")
        self.monrad(self.ranked(skane, unranked="F"))
        assert changes(skane)["A"] == 2 * 16 - 27

    def test_the_formula_can_be_used_even_if_all_are_ranked(self, new_federation):
        federation = new_federation(monrad_direct_mean_when_all_rated=False)
        self.monrad(self.ranked(federation))
        # G = 1650; M = 1650 − 80 = 1570; difference 330, K = 12.
        assert changes(federation)["A"] == 2 * 16 - 36

    def test_with_fewer_games_than_rounds_games_times_rounds_replace_n_squared(self, skane):
        skane.decides("LASK Regel 10", {"mean": 1700}, tournament="cup")
        self.monrad(self.ranked(skane, unranked="C"))
        # D met B (1.5) and C (1): Kv = 2.5 of 2·3: M = 1700 + 360·(5/6 − 1) = 1640;
        # difference 40, K = 2; 1 of 2.
        assert changes(skane)["D"] == 2 * 2

    def test_the_rounds_stated_go_before_the_rounds_numbered(self, skane):
        skane.decides("LASK Regel 10", {"mean": 1700}, tournament="cup")
        self.monrad(self.ranked(skane, unranked="C"), rounds=4)
        # D: 2·4 = 8: M = 1700 + 360·(5/8 − 1) = 1565; difference 35, K = 2, now minus.
        assert changes(skane)["D"] == -2 * 2

    def test_rounds_neither_stated_nor_numbered_are_the_most_games_anybody_has(self, skane):
        members(skane, {"A": 1900, "B": None, "C": None})
        games = [
            skane.game("A", "B", 1.0, game="1"),
            skane.game("B", "C", 1.0, game="2"),
            skane.game("C", "B", 1.0, game="3"),
        ]
        skane.decides("LASK Regel 10", {"mean": 1700}, tournament="cup")
        skane.concentrated(*games, ended_on="1970-10-10", id="cup", format="swiss")
        # B had three games and 1 point: M = 1700 + 360·(2/3 − 1) = 1580; difference 320, K = 12.
        assert changes(skane) == {"A": 16 - 12}

    def test_byes_are_nobodys_games(self, skane):
        """LASK Formel (2a): two byes in the only round do not make two rounds of it."""
        members(skane, {"A": 1900, "B": None, "C": 1900, "D": 1900})
        byes = [
            skane.game(one, None, 1.0, game=f"bye {one}", played=False, reason="bye")
            for one in "CD"
        ]
        skane.decides("LASK Regel 10", {"mean": 1800}, tournament="cup")
        draw = skane.game("A", "B", 0.5, game="1")
        skane.concentrated(draw, *byes, ended_on="1970-10-10", id="cup", format="swiss")
        # M = 1800 + 360·(2 · ½/1 − 1) = 1800; difference 100, K = 4.
        assert changes(skane)["A"] == -4

    def test_without_the_strength_of_the_group_only_some_can_be_booked(self, skane):
        report = skane.report(self.monrad(self.ranked(skane, unranked="E")))
        assert [row["player"] for row in report.rows] == ["B", "C", "D", "F"]
        assert [left.game for left in report.games_not_rated] == ["5", "7"]


class TestEightRounds:
    """LASK Formel (2b): the printed factor 11, if all eight were played."""

    def eight(self, federation, games_played=8, wins_elsewhere=0):
        """A at 1900 draws with unranked players; the group's mean is 1900.

        Without ``wins_elsewhere`` each of them has four points.
        """
        federation.member("A", 1900)
        games = []
        for number in range(8):
            federation.member(f"p{number}")
            played = number < games_played
            facts = {} if played else {"played": False, "reason": "forfeit"}
            games.append(federation.game("A", f"p{number}", 0.5, game=f"{number}", **facts))
        for number in range(0, 8, 2):
            games += [
                federation.game(f"p{number}", f"p{number + 1}", 0.5, game=f"{number} {side}")
                for side in range(7)
            ]
        federation.member("extra")
        games += [
            federation.game("p0", "extra", 1.0, game=f"win {number}")
            for number in range(wins_elsewhere)
        ]
        federation.decides("LASK Regel 10", {"mean": 1900}, tournament="cup")
        federation.concentrated(*games, ended_on="1970-10-10", id="cup", format="swiss", rounds=8)
        return changes(federation)["A"]

    def test_opponents_with_half_the_points_are_as_strong_as_the_group(self, skane):
        assert self.eight(skane) == 0

    @pytest.mark.parametrize(("reading", "K"), [("2b", 1), ("2a", 2)])
    def test_the_two_factors_can_differ(self, new_federation, reading, K):
        # Kv = 35: M is 33 above by the factor 11, by 11.25 it is 33.75, that is 34.
        assert self.eight(new_federation(monrad_n8=reading), wins_elsewhere=3) == 8 * K

    def test_seven_games_of_eight_rounds_take_the_general_formula(self, skane):
        # The seven opponents have 4 points each: Kv = 28 = 7·8/2, the neutral value of (2a).
        assert self.eight(skane, games_played=7) == 0
