"""INGO C II: newcomers who won or lost all their games."""

from tests.rulebooks.ingo_1960.club import event, game
from tests.tables import every

STRONGER = {"Anna": "130 /5", "Berta": "140 /5", "Clara": "150 /5"}
ALL_LOST = "Zoe 0 Anna, Zoe 0 Berta, Zoe 0 Clara"
ALL_WON = "Zoe 1 Anna, Zoe 1 Berta, Zoe 1 Clara"


class TestStriking:
    """INGO C II: their results and their H may not count for their opponents."""

    def test_a_newcomer_who_loses_everything_is_struck_for_the_others_only(self):
        played = event({"Zoe": "?", **STRONGER}, ALL_LOST)
        rows = played.rows()

        assert played.after() == {"Zoe": "190 /1 or worse"}  # mean 140 and 50
        assert rows["Zoe"]["games"] == 3
        assert [struck["reason"] for struck in rows["Anna"]["games_struck"]] == [
            "INGO C II: Zoe, without a number, won or lost all his games"
        ]
        assert played.report().games_not_rated == ()

    def test_striking_one_can_leave_another_with_nothing_but_wins(self):
        """INGO C II: Vera lost to Ulla only, who won everything; then she is struck too."""
        played = event(
            {"Ulla": "?", "Vera": "?", **STRONGER, "Doris": "120 /5", "Emma": "160 /5"},
            "Ulla 1 Vera, Ulla 1 Doris, Ulla 1 Anna, Ulla 1 Berta, "
            "Vera 1 Berta, Vera 1 Clara, Vera 1 Emma",
        )

        # means 130 and 150 of the rated opponents, and 50 less
        assert played.after() == {"Ulla": "80 /1 or better", "Vera": "100 /1 or better"}
        assert played.rows()["Berta"]["games"] == 0

    def test_a_newcomer_left_without_games_has_no_mark_and_no_number(self):
        """INGO C II: he beat one who lost everything and lost to one who won everything."""
        played = event(
            {"Ulla": "?", "Lena": "?", "Walter": "?", **STRONGER},
            "Ulla 1 Walter, Walter 1 Lena, Walter 1 Lena, "
            "Ulla 1 Anna, Ulla 1 Berta, Ulla 1 Clara, Lena 0 Anna, Lena 0 Berta, Lena 0 Clara",
        )

        assert played.after() == {"Lena": "190 /1 or worse", "Ulla": "90 /1 or better"}
        assert played.rows()["Walter"]["games"] == 0

    def test_two_newcomers_who_only_met_each_other_have_nothing_to_go_by(self):
        """INGO C II: one won everything, one lost everything, nobody has a number."""
        played = event({"Ulla": "?", "Vera": "?"}, "Ulla 1 Vera, Vera 0 Ulla, Ulla 1 Vera")

        assert played.after() == {}
        assert {left_out.reason for left_out in played.report().games_not_rated} == {
            "INGO C II: Vera, without a number, won or lost all his games"
        }

    def test_a_rated_player_who_wins_everything_is_worked_out_as_usual(self):
        """INGO C II is about players without a number; 140 - 37.5 = 102.5, capped by C IV."""
        played = event({"Zoe": "140 /4", **STRONGER}, ALL_WON)

        assert played.after() == {"Zoe": "136 /5"}  # (7·140 + 103)/8 = 135.4 -> 135 -> 136

    def test_half_a_point_without_a_winner_is_neither_won_nor_lost(self):
        """INGO C II, R23: ½:0."""
        played = event({"Zoe": "?", **STRONGER}, ALL_LOST)
        first, *others = played.tournament.games
        half = game(first.game, "Zoe", "½", "Anna", black_points=0.0)

        # ½ out of 3 is +25; (420 + 25)/3 = 148.3; 173.3
        assert played.changed(games=(half, *others)).after() == {"Zoe": "173 /1"}


class TestMarks:
    """INGO C II: a number that is only a bound is nobody's level, and gives way to the next."""

    def test_to_others_a_marked_player_counts_with_his_performance(self):
        players = {
            "Zoe": "175 /1 or worse",
            "Anna": "130 /5",
            "Berta": "135 /5",
            "Clara": "140 /5",
        }

        rows = event(players, "Zoe ½ Anna, Zoe 0 Berta, Zoe 0 Clara").rows()

        # (405 + 25)/3 = 143.3; 168.3
        assert rows["Anna"]["games_used"][0]["opponent_number"] == 168

    @every(
        ("before", "results", "after"),
        [
            # 140 and 50: worse than the bound, a first number again, and again only a bound
            ("175 /1 or worse", ALL_LOST, "190 /1 or worse"),
            ("100 /1 or better", ALL_WON, "90 /1 or better"),
            # worse than the bound, but no bound itself: (420 + 25)/3 + 25 = 173.3
            ("170 /1 or worse", "Zoe ½ Anna, Zoe 0 Berta, Zoe 0 Clara", "173 /1"),
            # on the good side of the bound: the usual second number, (180 + 173)/2 = 176.5
            ("180 /1 or worse", "Zoe ½ Anna, Zoe 0 Berta, Zoe 0 Clara", "177 /2"),
            # just the bound: the usual second number, which remains a bound
            ("190 /1 or worse", ALL_LOST, "190 /2 or worse"),
            ("200 /1 or worse", ALL_LOST, "195 /2 or worse"),
            ("80 /2 or better", ALL_WON, "85 /3 or better"),
            # lost everything once and won everything now: bounded from both sides
            ("191 /1 or worse", ALL_WON, "141 /2"),
            # won everything once and lost everything now
            ("80 /1 or better", ALL_LOST, "135 /2"),
            # the usual second computation whatever the count: (204 + 90)/2 and (80 + 190)/2
            ("204 /3 or worse", ALL_WON, "147 /4"),
            ("80 /5 or better", ALL_LOST, "135 /6"),
            # a first number again has the mark of its own event: 90 is worse than 60 or worse
            ("60 /1 or worse", ALL_WON, "90 /1 or better"),
        ],
    )
    def test_a_marked_player_s_next_number(self, before, results, after):
        """INGO C II, R16."""
        assert event({"Zoe": before, **STRONGER}, results).after() == {"Zoe": after}

    def test_who_lost_everything_and_then_wins_all_six_is_bounded_from_both_sides(self):
        """INGO C II, R16: H = 140 − 50 = 90; (206 + 90)/2 = 148."""
        six = {**STRONGER, "Doris": "130 /5", "Emma": "140 /5", "Frida": "150 /5"}
        won = ", ".join(f"Zoe 1 {opponent}" for opponent in six)

        assert event({"Zoe": "206 /1 or worse", **six}, won).after()["Zoe"] == "148 /2"

    def test_the_mark_may_be_dropped_with_the_second_number(self):
        """INGO C II, R16: keep_mark_if_still_unbounded = false."""
        played = event({"Zoe": "200 /1 or worse", **STRONGER}, ALL_LOST)

        assert played.after(keep_mark_if_still_unbounded=False) == {"Zoe": "195 /2"}

    def test_a_first_number_keeps_its_bound_under_either_reading(self):
        """INGO C II, R16: it is marked for this event, not for the last."""
        played = event({"Zoe": "175 /1 or worse", **STRONGER}, ALL_LOST)

        assert played.after(keep_mark_if_still_unbounded=False) == {"Zoe": "190 /1 or worse"}

    @every("format_", ["match", "swiss"])
    def test_a_mark_goes_before_match_and_short_event(self, format_):
        """INGO C II, R8: (180 + 150)/2, and neither the weights nor the limits of C IV and C V."""
        played = event(
            {"Zoe": "180 /1 or worse", "Anna": "150 /5"},
            "Zoe 1 Anna, Zoe ½ Anna, Anna 1 Zoe, Anna ½ Zoe",
            format=format_,
        )

        assert played.after()["Zoe"] == "165 /2"
