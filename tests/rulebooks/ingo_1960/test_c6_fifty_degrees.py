"""INGO C VI: players more than fifty degrees apart."""

from tests.rulebooks.ingo_1960.club import event, game, gathered
from tests.tables import every

OTHERS = {"Berta": "130 /5", "Clara": "130 /5"}


def fifty_apart(anna, doris, result):
    players = {"Anna": f"{anna} /5", "Doris": f"{doris} /5", **OTHERS}
    return event(players, f"Anna {result} Doris, Anna ½ Berta, Anna ½ Clara")


class TestRatedPlayers:
    """INGO C VI: a win of the better player is not scored, any other result at the limit."""

    def test_fifty_degrees_are_not_too_many(self):
        rows = fifty_apart(100, 150, "1").rows()

        assert rows["Anna"]["games"] == 3
        assert rows["Anna"]["level"] == 127.5  # (100 + 150 + 130 + 130)/4

    def test_fifty_one_degrees_are(self):
        played = fifty_apart(100, 151, "1")
        rows = played.rows()

        assert (rows["Anna"]["games"], rows["Anna"]["level"]) == (2, 120)
        assert rows["Doris"]["games"] == 0
        assert [(left.game, left.reason) for left in played.report().games_not_rated] == [
            ("g001", "INGO C VI: Anna, more than 50 degrees ahead, won")
        ]

    @every("result", ["½", "0"])
    def test_a_draw_or_loss_of_the_better_player_counts_at_fifty(self, result):
        rows = fifty_apart(100, 180, result).rows()

        assert rows["Anna"]["games_used"][0]["opponent_number"] == 150
        assert rows["Doris"]["games_used"][0]["opponent_number"] == 130
        assert rows["Anna"]["level"] == 127.5
        assert rows["Doris"]["level"] == 155  # (180 + 130)/2

    def test_a_game_that_nobody_won_is_scored_at_the_limit(self):
        """INGO C VI, R23: 0:0."""
        players = {"Anna": "100 /5", "Doris": "180 /5"}
        lost_by_both = game("1", "Anna", "0", "Doris", black_points=0.0)

        rows = gathered(players, (lost_by_both,)).rows()

        assert (rows["Anna"]["level"], rows["Doris"]["level"]) == (125, 155)

    def test_it_counts_for_one_side_if_the_result_does(self):
        """INGO C VI, R21: Doris's result does not count for Anna, but Anna beat her."""
        players = {"Anna": "100 /5", "Doris": "180 /5"}
        one_sided = game("1", "Anna", "1", "Doris", rated_for="black")

        reasons = gathered(players, (one_sided,)).report().games_not_rated

        assert [left.reason for left in reasons] == [
            "INGO C VI: Anna, more than 50 degrees ahead, won"
        ]

    def test_another_edition_has_another_limit(self):
        """INGO C VI, R13: limit = 40."""
        rows = fifty_apart(100, 150, "½").rows(limit=40)

        assert rows["Anna"]["games_used"][0]["opponent_number"] == 140

    def test_tenths_of_degrees_are_compared_exactly(self):
        assert fifty_apart(100.1, 150.1, "1").rows()["Anna"]["games"] == 3
        assert fifty_apart(100.1, 150.2, "1").rows()["Anna"]["games"] == 2


class TestMatches:
    """INGO C VI, R13: the text says "in a tournament"; matches are included."""

    MATCH = event(
        {"Anna": "100 /5", "Berta": "160 /5"},
        "Anna 1 Berta, Anna 1 Berta, Anna 1 Berta, Anna ½ Berta",
        format="match",
    )

    def test_the_better_player_s_wins_are_not_scored(self):
        assert self.MATCH.rows()["Anna"]["games"] == 1

    def test_without_the_limit_she_worsens_by_winning(self):
        """(100 + 640)/5 - 30 = 118, (700 + 118)/8 = 102.3; Berta 142, (1120 + 142)/8 = 157.8."""
        assert self.MATCH.after(limit_in_matches=False) == {"Anna": "102 /6", "Berta": "158 /6"}


class TestNewcomers:
    """INGO C VI, R14: in the same sense, by their H."""

    # Zoe draws with Doris and loses to everybody else; 1/2 out of 5 is +33.3.
    # All scored: (80+124+450 + 33.3)/5 = 137.5, H 171: Anna is 91 ahead.
    # Without Anna: (124+450 + 30)/4 = 151, H 181: now Berta is 57 ahead.
    # Without Berta: (450 + 25)/3 = 158.3, H 183, Clara and the others are 33 ahead.
    LOSING = event(
        {"Zoe": "?", "Anna": "80 /5", "Berta": "124 /5"}
        | dict.fromkeys(["Clara", "Doris", "Emma"], "150 /5"),
        "Zoe 0 Anna, Zoe 0 Berta, Zoe 0 Clara, Zoe ½ Doris, Zoe 0 Emma",
    )

    @every(
        ("procedure", "games", "H"),
        [("until_stable", 3, 183), ("once", 4, 181), ("never", 5, 171)],
    )
    def test_games_beyond_the_limit_are_struck_and_H_worked_out_anew(self, procedure, games, H):
        row = self.LOSING.rows(limit_for_newcomers=procedure)["Zoe"]

        assert (row["games"], row["performance"]) == (games, H)

    def test_a_draw_counts_at_fifty_degrees_from_his_own_performance(self):
        """INGO C VI: 4 N = 450 + (H − 50) + 30 and H = N + 30, so N = 153.3 and H = 183."""
        rows = event(
            {"Zoe": "?", "Anna": "80 /5"} | dict.fromkeys(["Clara", "Doris", "Emma"], "150 /5"),
            "Zoe ½ Anna, Zoe 0 Clara, Zoe 0 Doris, Zoe 0 Emma",
        ).rows()

        assert (rows["Zoe"]["level"], rows["Zoe"]["performance"]) == (153.3, 183)
        assert rows["Zoe"]["games_used"][0]["opponent_number"] == 133
        assert rows["Anna"]["games_used"][0]["opponent_number"] == 130

    def test_two_newcomers_are_compared_by_both_performances(self):
        """INGO C VI: Yves 104, Zoe 206 at first; his win against her is not scored."""
        strong = dict.fromkeys(["Anna", "Berta", "Clara"], "120 /5")
        weak = dict.fromkeys(["Doris", "Emma", "Frida"], "190 /5")
        rows = event(
            {"Yves": "?", "Zoe": "?", **strong, **weak},
            "Yves 1 Anna, Yves 1 Berta, Yves ½ Clara, Yves 1 Zoe, "
            "Zoe 0 Doris, Zoe 0 Emma, Zoe ½ Frida",
        ).rows()

        # 2½ out of 3 is -25: (360 - 25)/3 = 111.7, 86.7; ½ is +25: (570 + 25)/3 = 198.3, 223.3
        assert (rows["Yves"]["games"], rows["Yves"]["performance"]) == (3, 87)
        assert (rows["Zoe"]["games"], rows["Zoe"]["performance"]) == (3, 223)

    def test_newcomers_who_lost_everything_are_exempt(self):
        """INGO C VI, R14: their games are struck for the others anyway."""
        rows = event(
            {"Zoe": "?", "Anna": "80 /5", "Berta": "124 /5", "Clara": "150 /5"},
            "Zoe 0 Anna, Zoe 0 Berta, Zoe 0 Clara",
        ).rows()

        assert rows["Zoe"]["performance"] == 168  # mean 118 and 50
