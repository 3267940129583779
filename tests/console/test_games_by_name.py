"""``correct`` and ``log`` in the words of an arbiter: results as written, games by name."""

import pytest

from tests.console.autumn import SUMMER, by_player
from tests.projections.submissions import game, player, tournament

REASON = ("--reason", "both slips say so")
ROUNDS = [
    player("anders"),
    tournament("cup", "1996-12-01", name="The cup of 1996"),
    game("cup", "anna", "1-0", "bruno", round=1),
    game("cup", "carla", "0-1", "dora", round=1),
    game("cup", "bruno", "½-½", "carla", round=2),
    game("cup", "dora", "1-0", "anna", round=2),
]


@pytest.fixture
def cup(autumn_in_file):
    autumn_in_file.append(*ROUNDS)
    return autumn_in_file


def stands(shell, id_):
    return {row["game"]: row for row in shell.json("games", "cup")}[id_]


def corrected(shell):
    return shell.json("log")[-1]["data"]["corrects"]


class TestResults:
    @pytest.mark.parametrize(
        ("written", "points", "played", "reason"),
        [
            ("0-1", (0, 1), True, None),
            ("½-½", (0.5, 0.5), True, None),
            ("1/2-1/2", (0.5, 0.5), True, None),
            ("0.5:0.5", (0.5, 0.5), True, None),
            ("0-0", (0, 0), True, None),
            ("½-0", (0.5, 0), True, None),
            ("+:-", (1, 0), False, "forfeit"),
            ("-:+", (0, 1), False, "forfeit"),
            ("-:-", (0, 0), False, "double-loss"),
        ],
    )
    def test_a_result_is_set_as_it_is_written(self, cup, written, points, played, reason):
        cup.json("correct", "cup:anna-bruno", "--result", written, *REASON)
        row = stands(cup, "cup:anna-bruno")
        assert (row["white_points"], row["black_points"]) == points
        assert (row["played"], row["reason"]) == (played, reason)

    def test_a_forfeit_that_was_played_after_all_is_a_game_again(self, cup):
        before = stands(cup, "cup:anna-bruno")
        cup.json("correct", "cup:anna-bruno", "--result=+:-", *REASON)
        cup.json("correct", "cup:anna-bruno", "--result", "1-0", *REASON)
        assert stands(cup, "cup:anna-bruno") == before

    @pytest.mark.parametrize("written", ["2-0", "1", "1-0-1", "", "½"])
    def test_what_is_no_result_is_wrong_usage_and_says_what_is(self, cup, written):
        outcome = cup.run("correct", "cup:anna-bruno", "--result", written, *REASON)
        assert outcome.status == 2
        assert "½-½" in outcome.err

    @pytest.mark.parametrize("side", ["white_points", "black_points"])
    def test_one_sides_points_alone_are_refused(self, cup, side):
        (problem,) = cup.refused("correct", "cup:anna-bruno", "--set", f"{side}=0.5", *REASON)
        assert problem["code"] == "one-side"
        assert "--result" in problem["message"]

    def test_a_bye_has_one_side(self, cup):
        bye = game("cup", "anna", "1-0", None, game="cup:bye", round=3, played=False, reason="bye")
        cup.append(bye)
        cup.json("correct", "cup:bye", "--set", "white_points=0.5", *REASON)
        assert stands(cup, "cup:bye")["white_points"] == 0.5


class TestGames:
    @pytest.mark.parametrize(
        "words",
        [
            ("cup", "1", "anna"),
            ("The cup of 1996", "1", "Anna, Test"),
            ("cup", "anna", "bruno"),
            ("cup of", "Anna", "Bruno"),
        ],
    )
    def test_a_game_is_named_by_its_tournament_and_players(self, cup, words):
        cup.json("correct", *words, "--result", "½-½", *REASON)
        assert corrected(cup) == "game cup:anna-bruno"

    def test_colours_that_were_the_other_way_round_are_said(self, cup):
        (problem,) = cup.refused("correct", "cup", "2", "anna", "--result", "1-0", *REASON)
        assert problem["message"] == (
            "Anna, Test had Black in round 2 of The cup of 1996: name the game, "
            "round 2, Dora, Test – Anna, Test (cup:dora-anna)"
        )
        (problem,) = cup.refused("correct", "cup", "anna", "dora", "--result", "1-0", *REASON)
        assert "Anna, Test had Black against Dora, Test" in problem["message"]

    @pytest.mark.parametrize("words", [("cup", "2", "anna"), ("cup", "anna", "dora")])
    def test_a_draw_is_one_whoever_had_white(self, cup, words):
        cup.json("correct", *words, "--result", "½-½", *REASON)
        assert corrected(cup) == "game cup:dora-anna"

    def test_of_several_games_each_is_listed(self, cup):
        cup.append(game("cup", "anna", "1-0", "bruno", game="cup:again", round=3))
        (problem,) = cup.refused("correct", "cup", "anna", "bruno", "--result", "0-1", *REASON)
        assert "round 1, Anna, Test – Bruno, Test (cup:anna-bruno)" in problem["message"]
        assert "round 3, Anna, Test – Bruno, Test (cup:again)" in problem["message"]

    def test_who_did_not_play_there_is_refused(self, cup):
        (problem,) = cup.refused("correct", "cup", "1", "Anders", "--result", "0-1", *REASON)
        assert problem["code"] == "unknown-player"
        (problem,) = cup.refused("correct", "cup", "3", "anna", "--result", "0-1", *REASON)
        assert problem["code"] == "unknown-game"

    def test_who_has_had_white_only_is_found_by_name(self, cup):
        cup.append(game("cup", "anders", "1-0", "carla", round=3))
        cup.json("correct", "cup", "3", "Anders, Test", "--result", "½-½", *REASON)
        assert corrected(cup) == "game cup:anders-carla"

    def test_two_words_name_no_game(self, cup):
        assert cup.run("correct", "cup", "anna", "--result", "1-0", *REASON).status == 2

    def test_a_tournament_or_player_is_corrected_by_the_whole_name(self, cup):
        cup.json("correct", "The cup of 1996", "--set", "rounds=3", *REASON)
        assert corrected(cup) == "tournament cup"
        cup.json("correct", "Dora, Test", "--set", "birth_year=1951", *REASON)
        assert corrected(cup) == "player dora"

    def test_a_part_of_a_name_names_the_tournaments_and_players_it_may_mean(self, cup):
        cup.append(tournament("other", "1996-12-08", name="The cup of Bern"))
        (problem,) = cup.refused("correct", "the cup", "--set", "rounds=4", *REASON)
        assert "The cup of 1996 (cup); The cup of Bern (other)" in problem["message"]
        (problem,) = cup.refused("correct", "Dora", "--set", "birth_year=1951", *REASON)
        assert "is only a part of the name Dora, Test (dora)" in problem["message"]

    def test_a_merge_of_two_who_met_names_them_and_their_game(self, cup):
        problem = cup.refused("merge", "anna", "bruno", *REASON)[0]
        assert problem["message"].startswith(
            "Anna, Test (anna) and Bruno, Test (bruno) have met in The autumn, round 1 of The cup"
        )


class TestLog:
    def test_what_is_about_a_tournament_is_shown(self, autumn):
        autumn.append(*SUMMER)
        autumn.json("correct", "autumn:carla-anna", "--result", "½-½", *REASON)
        about = autumn.json("log", "--tournament", "The autumn")
        assert [each["type"] for each in about] == [
            "tournament.submitted",
            *["game.submitted"] * 3,
            "correction.submitted",
        ]

    def test_what_is_about_a_player_is_shown(self, autumn):
        """Dora is registered and has a decision; Anna has two games beside these."""
        about = autumn.json("log", "--player", "Dora, Test")
        assert [each["type"] for each in about] == ["player.registered", "rating.decided"]
        assert len(autumn.json("log", "--player", "anna")) == 4
        games_only = ("--type", "game.submitted")
        assert len(autumn.json("log", "--player", "anna", *games_only)) == 2

    def test_a_player_named_like_a_field_is_not_everybody(self, autumn):
        autumn.append(player("white"))
        assert len(autumn.json("log", "--player", "white")) == 1

    def test_both_registrations_of_one_person_are_his(self, autumn):
        autumn.append(player("ann"))
        autumn.json("merge", "anna", "ann", *REASON)
        assert len(autumn.json("log", "--player", "anna")) == 6

    def test_what_somebody_handed_in_is_shown(self, autumn):
        autumn.json("correct", "autumn:carla-anna", "--result", "½-½", *REASON, "--by", "Carla C")
        assert len(autumn.json("log", "--by", "carla")) == 1
        assert autumn.json("log", "--by", "%") == []

    def test_it_says_by_whom_figures_moved(self, autumn):
        done = autumn.json("correct", "autumn", "carla", "anna", "--result", "½-½", *REASON)
        assert {"anna", "carla"} <= set(by_player(done["changed"]))
