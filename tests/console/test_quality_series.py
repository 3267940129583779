"""`standings`: the numbers as Waldstein prints them, and T over successive tournaments."""

import pytest

from tests.console.shell import Shell
from tests.projections.submissions import adoption, game, player, tournament

FOUR = {"march": "1-0 1-0 1-0 0-1", "january": "1-0 0-1 1-0 0-1"}


@pytest.fixture
def matches(empty_file: Shell) -> Shell:
    """Anna meets bela in January and in March, and cora in May."""
    empty_file.append(adoption(), *map(player, ("anna", "bela", "cora")))
    for month, (name, results) in zip((3, 1), FOUR.items(), strict=True):
        empty_file.append(
            tournament(name, f"1995-0{month}-20", format="match"),
            *(
                game(name, "anna", result, "bela", game=f"{name}-{number}")
                for number, result in enumerate(results.split())
            ),
        )
    empty_file.append(
        tournament("may", "1995-05-20", format="match"), game("may", "anna", "½-½", "cora")
    )
    return empty_file


def test_the_quality_of_two_players_develops_from_match_to_match(matches: Shell):
    """WALDSTEIN 5: T = 2t; t is 1 : 1 after 2 : 2 and √3 : 1 after 3 : 1."""
    found = matches.json("standings", "march", "january", "--series")
    assert [each["tournament"] for each in found["tournaments"]] == ["january", "march"]
    assert found["same_group"] is True
    series = {
        row["player"]: [(each["status"], round(each["T"], 9)) for each in row["series"]]
        for row in found["players"]
    }
    root = 3**0.5
    assert series == {
        "anna": [("valued", 1), ("valued", round(2 * root / (root + 1), 9))],
        "bela": [("valued", 1), ("valued", round(2 / (root + 1), 9))],
    }


def test_other_players_are_another_group_and_who_was_away_has_no_quality(matches: Shell):
    found = matches.json("standings", "january", "may", "--series")
    assert found["same_group"] is False
    bela = next(row for row in found["players"] if row["player"] == "bela")
    assert bela["name"] == "Bela, Test"
    assert bela["series"][1] == {"tournament": "may", "T": None, "status": "no_games"}
    told = matches.table("standings", "january", "may", "--series")
    assert "no games" in told
    assert "T of different groups cannot be compared" in told


def test_points_and_gelbfuss_have_their_quotients(matches: Shell):
    """WALDSTEIN 1: p/P is 3/4 and 1/4; s1 is 3 · 1 and 1 · 3."""
    lines = matches.table("standings", "march", "--method", "points").splitlines()
    assert "p/P" in lines[2]
    assert [[cell in line for cell in ("0.750", "0.250")] for line in lines[4:6]] == [
        [True, False],
        [False, True],
    ]
    assert "s1/S1" in matches.table("standings", "march", "--method", "gelbfuss")
    assert "/" not in matches.table("standings", "march", "--method", "buchholz")


def test_every_operation_is_shown_until_the_rule_of_thumb_stops(matches: Shell):
    """WALDSTEIN 6: doubled points 4 : 4 give 16, 64, 256 each; 6 : 2 swings for ever."""
    told = matches.table("standings", "january", "--operations")
    assert "Group 1: operations (places), sums 32, 128, 512" in told
    assert told.count("16 (1) │ 64 (1) │ 256 (1)") == 2
    assert "the rule of thumb does not stop" in matches.table("standings", "march", "--operations")
    assert "Group 1" not in matches.table("standings", "january")


def test_quality_from_the_stated_shares_can_be_chosen(matches: Shell):
    """WALDSTEIN 5: t is 0.634 and 0.366, T twice that; stated, 1.27/0.73."""
    found = matches.json("standings", "march", "--set", "quality_from=stated")
    assert [row["T"] for row in found["players"]] == [1.268, 0.732]
    assert found["homogeneity"] == 127 / 73
    (problem,) = matches.refused("standings", "march", "--set", "quality_from=print")
    assert problem["field"] == "--set quality_from"


def test_several_tournaments_without_series_are_wrong_usage(matches: Shell):
    assert matches.run("standings", "january", "march").status == 2
    assert matches.run("standings", "january", "--series", "--method", "points").status == 2


def test_a_tournament_that_is_not_there_is_refused(matches: Shell):
    (problem,) = matches.refused("standings", "january", "june", "--series")
    assert problem["code"] == "unknown-tournament"
