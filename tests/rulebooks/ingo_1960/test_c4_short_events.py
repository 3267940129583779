"""INGO C IV and C V: short tournaments and matches."""

from projections.rulebooks.ingo_1960.c_special_cases import match_number, short_event_number
from tests.rulebooks.ingo_1960.club import event, game
from tests.tables import every

EQUALS = {"Anna": "150 /5", "Berta": "150 /5"}
APART = {"Anna": "100 /5", "Berta": "160 /5"}


class TestShortTournaments:
    """INGO C IV: 3, 4 and 5 games weigh less, and the number may change by 4, 5, 6 only."""

    @every(
        ("H", "games", "number"),
        [
            (158, 3, 151), (118, 3, 146), (110, 3, 146), (190, 3, 154),
            (138, 4, 148), (114, 4, 145), (200, 4, 155),
            (155, 5, 151), (125, 5, 145), (110, 5, 144), (190, 5, 156),
        ],
    )  # fmt: skip
    def test_the_protective_limits(self, H, games, number):
        assert short_event_number(150, H, games, 0) == number

    def test_the_limit_holds_for_numbers_with_decimals(self):
        """INGO C IV, R12: (7·150.5 + 114.5)/8 = 146 is 4.5 off, 147 is 3.5 off."""
        assert short_event_number(150.5, 114.5, 3, 1) == 146.5
        assert short_event_number(150.5, 122.5, 3, 1) == 147

    def test_scored_games_count_and_not_the_rounds(self):
        """INGO C IV, R10: five games, of which one is forfeited."""
        played = event(
            EQUALS, "Anna ½ Berta, Berta ½ Anna, Anna 1 Berta, Anna 1 Berta, Anna 1 Berta"
        )
        *games, last = played.tournament.games
        forfeited = game(last.game, "Anna", "1", "Berta", played=False, reason="forfeit")

        # 4 out of 5 is -25; 125; (4·150 + 125)/5 = 145; 3 out of 4 is -20; 130; (5·150 + 130)/6
        assert played.after()["Anna"] == "145 /6"
        assert played.changed(games=(*games, forfeited)).after()["Anna"] == "147 /6"

    def test_fewer_than_three_scored_games_change_nothing(self):
        """INGO C IV, R11."""
        played = event(EQUALS, "Anna 1 Berta, Anna 1 Berta")

        assert played.after() == {}
        assert played.rows()["Anna"]["performance"] == 117  # 150 - 33.3

    def test_another_reading_evaluates_them_with_ordinary_weights(self):
        """INGO C IV, R11: min_games = 2; (3·150 + 117)/4 = 141.75."""
        assert event(EQUALS, "Anna 1 Berta, Anna 1 Berta").after(min_games=2) == {
            "Anna": "142 /6",
            "Berta": "158 /6",  # 183.3; (450 + 183)/4 = 158.25
        }


class TestMatches:
    """INGO C V: an individual match of at least four games."""

    def test_the_old_number_counts_seven_times(self):
        assert match_number(150, 118, 0) == 146

    def test_three_games_are_no_match(self):
        """INGO C V, R11."""
        played = event(EQUALS, "Anna 1 Berta, Anna 1 Berta, Anna ½ Berta", format="match")

        assert played.after() == {}
        # 2½ out of 3 is -25; (7·150 + 125)/8 = 146.9
        assert played.after(min_match_games=3)["Anna"] == "147 /6"

    def test_of_four_games_played_any_number_may_be_scored(self):
        """INGO C V, R11: three wins are not scored under C VI, the draw is, at fifty degrees."""
        played = event(
            APART, "Anna 1 Berta, Anna 1 Berta, Anna 1 Berta, Anna ½ Berta", format="match"
        )

        # (100 + 150)/2 = 125, (700 + 125)/8 = 103.1; (160 + 110)/2 = 135, (1120 + 135)/8 = 156.9
        assert played.after() == {"Anna": "103 /6", "Berta": "157 /6"}

    def test_a_game_not_played_does_not_make_the_match_longer(self):
        """INGO C V: at least four games are to be played."""
        played = event(
            EQUALS, "Anna 1 Berta, Anna 1 Berta, Anna ½ Berta, Anna 1 Berta", format="match"
        )
        *games, last = played.tournament.games
        bye = game(last.game, "Anna", "1", None, played=False)
        forfeit = game(last.game, "Anna", "1", "Berta", played=False)

        assert set(played.after()) == {"Anna", "Berta"}
        for unplayed in (bye, forfeit):
            assert played.changed(games=(*games, unplayed)).after() == {}

    def test_a_newcomer_gets_his_first_number_in_a_match_too(self):
        """INGO C I, R9: one point out of four is +20; (600 + 20)/4 = 155; 175."""
        played = event(
            {"Zoe": "?", "Anna": "150 /5"},
            "Zoe 1 Anna, Zoe 0 Anna, Zoe 0 Anna, Zoe 0 Anna",
            format="match",
        )

        assert played.after() == {"Anna": "150 /6", "Zoe": "175 /1"}  # (150 + 4·175)/5 - 20
