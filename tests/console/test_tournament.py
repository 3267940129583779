"""``tournament POOL TOURNAMENT``: one tournament's evaluation."""

from itertools import combinations

import pytest

from tests.console.player_rows import ROW
from tests.projections.submissions import adoption, games, player, tournament

DOCUMENT = {"tournament", "ended_on", "rulebook", "rated", "players", "games_not_rated"}


def test_the_evaluation_has_a_row_for_everybody(shell):
    document = shell.json("tournament", "dwz", "may")
    assert set(document) == DOCUMENT
    assert (document["tournament"], document["ended_on"]) == ("may", "1996-05-01")
    assert (document["rulebook"], document["rated"]) == ("dwz-1995", True)
    assert [row["player"] for row in document["players"]] == ["anna", "bela", "cleo", "gerd"]
    assert all(set(row) == ROW for row in document["players"])


def test_a_row_tells_how_the_rating_came_about(shell):
    row = shell.json("tournament", "dwz", "may")["players"][0]
    assert (row["status"], row["age_class"], row["special"], row["stage"]) == (
        *("rated", ">25"),
        *(None, None),
    )
    assert (row["rating_before"], row["index_before"]) == (1500, 10)
    assert (row["rating_after"], row["index_after"]) == (1523, 11)
    assert (row["points"], row["games"], row["coefficient"]) == (1.5, 2, 20)
    assert row["expected"] == pytest.approx(0.86184, abs=5e-6)
    assert row["opponents_mean"] == 1550
    used = {game["game"]: game for game in row["games_used"]}
    assert used["may:anna-bela"] == {
        "game": "may:anna-bela",
        "opponent": "bela",
        "opponent_rating": 1500,
        "points": 1,
        "expected": 0.5,
    }
    assert used["may:cleo-anna"]["expected"] == pytest.approx(0.36184, abs=5e-6)


def test_games_that_served_nobody_are_listed_with_their_paragraph(shell):
    (game,) = shell.json("tournament", "dwz", "may")["games_not_rated"]
    assert set(game) == {"game", "reason"}
    assert game["game"] == "may:bye"
    assert game["reason"].startswith("DWZ 4.2")


def test_a_tournament_that_is_not_rated_says_why_with_the_paragraph(shell):
    document = shell.json("tournament", "dwz", "wien")
    assert set(document) == DOCUMENT | {"reason"}
    assert (document["rated"], document["players"]) == (False, [])
    assert document["reason"].startswith("DWZ 6.2.1")


def test_a_withheld_name_is_null_in_the_evaluation(in_file):
    names = {
        row["player"]: row["name"] for row in in_file.json("tournament", "dwz", "may")["players"]
    }
    assert names == {
        "anna": "Anna, Test",
        "bela": "Bela, Test",
        "cleo": None,
        "gerd": "Gerd, Test",
    }


@pytest.mark.parametrize("unknown", ["Mai", "june"])
def test_a_tournament_that_nobody_handed_in_is_refused(shell, unknown):
    (problem,) = shell.refused("tournament", "dwz", unknown)
    assert (problem["code"], problem["field"]) == ("unknown-tournament", "tournament")


def test_a_tournament_of_another_pool_is_refused(in_file):
    in_file.append(adoption("1990-01-01", "youth"))
    in_file.append(tournament("cadets", "1996-05-01", pools=["youth"]))
    (problem,) = in_file.refused("tournament", "dwz", "cadets")
    assert problem["code"] == "unknown-tournament"
    assert in_file.json("tournament", "youth", "cadets")["rated"]


def test_a_tournament_that_had_not_ended_is_refused(shell):
    (problem,) = shell.refused("tournament", "dwz", "may", "--on", "1996-04-30")
    assert problem["code"] == "not-ended"


def test_a_reason_that_many_games_share_is_told_once_with_the_first_of_them(shell):
    beginners = [f"player-{number}" for number in range(8)]
    pairs = [f"{white} 1-0 {black}" for white, black in combinations(beginners, 2)]
    shell.append(
        *(player(each, birth_year=1970) for each in beginners),
        tournament("beginners", "1996-06-01"),
        *games("beginners", *pairs),
    )
    text = shell.table("tournament", "dwz", "beginners")
    assert text.count("DWZ 4.7.7") == 1
    assert "Games not rated, the first 20 of 28: " in text
    assert text.count("1 : 0 (The beginners)") == 20
