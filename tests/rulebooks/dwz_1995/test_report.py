"""The report and the working: what a player can read about his evaluation."""

import json

import pytest

from tests.rulebooks.dwz_1995.club import (
    against,
    report,
    residual,
    rows,
    steps,
    tournament,
    waiting,
)

NAMES = {
    *("player", "status", "rating_before", "index_before", "age_class", "points", "games"),
    *("expected", "coefficient", "rating_after", "index_after", "performance"),
    *("opponents_mean", "special", "stage", "games_used"),
}
FIVE, RATED = against("new", "1 ½ ½ 0 0", [1500, 1600, 1700, 1800, 1900])
EVENT = tournament(*FIVE, "rest ½ opponent00", "opponent01 1 opponent02", births={"idle": None})
CARDS = {**RATED, "new": waiting(residual(1400, 1.0, game="g03a"))}


class TestRows:
    def test_everybody_has_a_row_in_the_order_of_the_ids(self):
        told = report(EVENT, CARDS).rows
        assert [row["player"] for row in told] == [
            "idle",
            "new",
            *(f"opponent{n:02}" for n in range(5)),
            "rest",
        ]
        assert [row["status"] for row in told] == ["none", "first", *["rated"] * 5, "residual"]

    def test_every_row_has_the_names_of_the_contract(self):
        for row in report(EVENT, CARDS).rows:
            assert set(row) == NAMES
            assert json.loads(json.dumps(row)) == row

    def test_a_rated_player_s_row(self):
        row = rows(tournament("anna 1 bert"), {"anna": "1500-9", "bert": "1500-9"})["anna"]
        assert row == {
            "player": "anna",
            "status": "rated",
            "rating_before": 1500,
            "index_before": 9,
            "age_class": ">25",
            "points": 1.0,
            "games": 1,
            "expected": 0.5,
            "coefficient": 20,
            "rating_after": 1519,
            "index_after": 10,
            "performance": 2177,
            "opponents_mean": 1500.0,
            "special": None,
            "stage": None,
            "games_used": [
                {
                    "game": "g01",
                    "opponent": "bert",
                    "opponent_rating": 1500,
                    "points": 1.0,
                    "expected": 0.5,
                }
            ],
        }

    def test_a_first_rating_s_row_lists_the_residual_games_among_the_others(self):
        row = rows(EVENT, CARDS)["new"]
        assert [game["game"] for game in row["games_used"]] == [
            *("g01", "g02", "g03", "g03a", "g04", "g05"),
        ]
        assert (row["games"], row["points"], row["stage"]) == (6, 3.0, 1)
        parts = [game["expected"] for game in row["games_used"]]
        assert row["expected"] == pytest.approx(sum(parts))
        assert row["rating_before"] is row["index_before"] is row["coefficient"] is None

    def test_a_row_of_kept_games_expects_nothing(self):
        row = rows(EVENT, CARDS)["rest"]
        assert (row["games"], row["points"], row["opponents_mean"]) == (1, 0.5, 1500.0)
        assert (row["expected"], row["rating_after"], row["performance"]) == (None, None, None)
        assert [game["expected"] for game in row["games_used"]] == [None]

    def test_a_row_of_somebody_who_did_not_play_is_empty(self):
        row = rows(EVENT, CARDS)["idle"]
        assert (row["games"], row["games_used"], row["opponents_mean"]) == (0, [], None)
        assert row["age_class"] is None


class TestWorking:
    def mine(self, player):
        return [step for step in steps(EVENT, CARDS) if step.player == player]

    def test_it_can_be_written_as_json(self):
        for step in steps(EVENT, CARDS):
            json.dumps([step.given, step.result])

    def test_a_rated_player_reads_how_his_rating_came_about(self):
        rules = [step.rule for step in self.mine("opponent01")]
        assert rules == [
            "DWZ 6.1.1",
            "DWZ 4.6",
            "DWZ 4.9.2",
            "DWZ 4.9.2",
            "DWZ 4.9.1",
            "DWZ 4.9.3",
            "DWZ 4.6",
            "DWZ 4.7.2.1.1",
            "DWZ 4.8",
        ]

    def test_each_of_his_games_is_there_with_its_expectation(self):
        shown = [step for step in self.mine("opponent01") if "games" in step.given]
        (games,) = [step.given["games"] for step in shown]
        assert games == rows(EVENT, CARDS)["opponent01"]["games_used"]

    def test_a_newcomer_reads_stage_start_passes_and_the_residual_games_used(self):
        rules = [step.rule for step in self.mine("new")]
        assert rules == [
            "DWZ 4.7.3.1",
            "DWZ 4.4",
            "DWZ 4.7.2.1.1",
            "DWZ 4.7.4",
            "DWZ 4.9.3",
            "DWZ 4.6",
            "DWZ 4.6",
            "DWZ 4.8",
        ]

    def test_who_stays_unrated_reads_which_games_were_kept(self):
        last = self.mine("rest")[-1]
        assert (last.rule, last.result) == ("DWZ 4.7.7", 1)
        assert [game["game"] for game in last.given["games"]] == ["g06"]

    def test_what_concerns_the_whole_tournament_concerns_nobody_in_particular(self):
        assert [step.rule for step in self.mine(None)] == ["DWZ 6.2.1", "DWZ 6.2.2"]

    def test_without_a_reader_nothing_is_written_and_nothing_differs(self):
        written = steps(EVENT, CARDS)
        assert written
        assert report(EVENT, CARDS) == report(EVENT, CARDS)
