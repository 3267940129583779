"""``player POOL PLAYER``: one player's record."""

import pytest

from tests.console.player_rows import ROW

RECORD = {"player", "name", "figure", "card", "valid_until", "history", "residual_games"}


def test_a_record_has_the_card_and_every_evaluation(shell):
    record = shell.json("player", "dwz", "anna")
    assert set(record) >= RECORD
    assert (record["player"], record["name"]) == ("anna", "Anna, Test")
    assert (record["figure"], record["card"]) == (1523, {"rating": 1523, "index": 11})
    assert record["valid_until"] == "2001-05-01"
    assert record["residual_games"] == []
    (row,) = record["history"]
    assert set(row) == ROW | {"tournament", "ended_on", "rulebook"}
    assert (row["tournament"], row["ended_on"]) == ("may", "1996-05-01")
    assert (row["rulebook"], row["status"], row["name"]) == ("dwz-1995", "rated", "Anna, Test")


def test_a_residual_game_waits_for_a_first_rating(shell):
    record = shell.json("player", "dwz", "gerd")
    assert (record["figure"], record["card"], record["valid_until"]) == (None, None, None)
    assert record["residual_games"] == [
        {
            "game": "may:gerd-anna",
            "tournament": "may",
            "opponent": "anna",
            "opponent_rating": 1500,
            "points": 1.0,
            "ended_on": "1996-05-01",
            "valid_until": "1998-05-01",
        }
    ]
    assert [row["status"] for row in record["history"]] == ["residual"]


def test_a_residual_game_is_thrown_away_after_its_last_day(in_file):
    for day, waiting in (("1998-05-01", 1), ("1998-05-02", 0)):
        record = in_file.json("player", "dwz", "gerd", "--on", day)
        assert len(record["residual_games"]) == waiting


def test_a_player_who_played_nothing_has_an_empty_record(in_file):
    record = in_file.json("player", "dwz", "hans")
    assert (record["figure"], record["history"], record["residual_games"]) == (None, [], [])


def test_a_withheld_name_is_null(in_file):
    record = in_file.json("player", "dwz", "cleo")
    assert record["name"] is None
    assert {row["name"] for row in record["history"]} == {None}


@pytest.mark.parametrize("player", ["nobody", "Ann-Marie"])
def test_a_player_whom_nobody_registered_is_refused(shell, player):
    (problem,) = shell.refused("player", "dwz", player)
    assert (problem["code"], problem["field"]) == ("unknown-player", "player")
    assert repr(player) in problem["message"]


def test_a_name_with_a_typing_error_is_asked_about(shell):
    (problem,) = shell.refused("player", "dwz", "Anni")
    assert problem["code"] == "which-player"
    assert "if Anna, Test (anna) is meant, give the id" in problem["message"]


def test_as_of_the_day_before_the_tournament_the_record_is_empty(shell):
    record = shell.json("player", "dwz", "anna", "--on", "1996-04-30")
    assert (record["figure"], record["history"]) == (1500, [])


def test_under_another_reading_nothing_is_written(in_file):
    record = in_file.json("player", "dwz", "anna", "--set", "validity_years=1")
    assert record["valid_until"] == "1997-05-01"
    assert in_file.json("player", "dwz", "anna")["valid_until"] == "2001-05-01"


def test_a_reading_that_there_is_not_is_refused(in_file):
    (problem,) = in_file.refused("player", "dwz", "anna", "--set", "validity=1")
    assert problem["code"] == "bad-parameter"
    (problem,) = in_file.refused("player", "dwz", "anna", "--rulebook", "dwz-1905")
    assert problem["code"] == "unknown-rulebook"
