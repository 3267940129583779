"""Wherever a command asks for an id, a name will do that fits one only."""

import pytest

from tests.console.autumn import SLIP, SUMMER
from tests.projections.submissions import player, withheld


class TestPlayers:
    @pytest.mark.parametrize("name", ["Anna, Test", "test anna", "ANNA", "anna"])
    def test_a_name_that_fits_one_answers(self, autumn_in_file, name):
        assert autumn_in_file.json("player", "dwz", name)["player"] == "anna"
        assert autumn_in_file.json("audit", "dwz", name, "The autumn")["player"] == "anna"

    def test_where_several_fit_they_are_listed_with_their_ids(self, autumn):
        autumn.append(player("hanna"))
        (problem,) = autumn.refused("player", "dwz", "nna, te")
        assert problem["code"] == "which-player"
        assert "Anna, Test (anna); Hanna, Test (hanna)" in problem["message"]

    def test_an_id_counts_more_than_a_name_and_a_whole_name_more_than_a_part(self, in_file):
        in_file.append(player("x1", name="anna"), player("x2", name="Kim"))
        in_file.append(player("x3", name="Kimber, Lee"))
        assert in_file.json("player", "dwz", "anna")["player"] == "anna"
        assert in_file.json("player", "dwz", "kim")["player"] == "x2"

    def test_many_are_counted(self, in_file):
        in_file.append(*(player(f"n{each}", name=f"Same, Number {each}") for each in range(14)))
        (problem,) = in_file.refused("player", "dwz", "same, number")
        assert problem["message"].count("Same, Number") == 10
        assert "and 4 more" in problem["message"]

    def test_nobody_is_found_by_a_name_that_is_not_shown(self, autumn):
        autumn.append(withheld("dora", "1996-01-01"))
        (problem,) = autumn.refused("player", "dwz", "Dora, Test")
        assert problem["code"] == "unknown-player"

    def test_an_empty_name_is_nobody(self, in_file):
        (problem,) = in_file.refused("player", "dwz", " ")
        assert problem["code"] == "unknown-player"

    def test_differences_are_asked_for_by_name(self, autumn_in_file):
        known = len(autumn_in_file.json("log"))
        autumn_in_file.append(*SUMMER)
        asked = ("diff", "dwz", "--from-known", str(known), "--player", "Bruno, Test")
        assert [row["player"] for row in autumn_in_file.json(*asked)] == ["bruno"]


class TestTournaments:
    @pytest.mark.parametrize("name", ["The autumn", "the autumn", "autumn"])
    def test_a_name_that_fits_one_answers(self, autumn_in_file, name):
        shell = autumn_in_file
        assert shell.json("tournament", "dwz", name)["tournament"] == "autumn"
        assert len(shell.json("games", name)) == 3
        assert len(shell.json("standings", name)["players"]) == 3
        assert shell.run("export", "tournament", name, "--as", "csv").status == 0
        assert shell.run("export", "evaluation", "dwz", name, "--as", "csv").status == 0

    def test_where_several_fit_they_are_listed(self, autumn):
        autumn.append(*SUMMER)
        (problem,) = autumn.refused("games", "the")
        assert "The autumn (autumn); The summer (summer)" in problem["message"]

    def test_a_corrected_name_finds_it_and_the_old_one_does_not(self, autumn):
        renamed = ("--set", "name=Herbst", "--reason", "in German")
        autumn.json("correct", "The autumn", *renamed)
        assert len(autumn.json("games", "herbst")) == 3
        (problem,) = autumn.refused("games", "The autumn")
        assert problem["code"] == "unknown-tournament"

    def test_a_tournament_of_another_pool_is_refused_as_before(self, autumn_in_file):
        autumn_in_file.table("pool", "other", "--rulebook", "dwz-1995", "--from", "1996-01-01")
        (problem,) = autumn_in_file.refused("tournament", "other", "The autumn")
        assert problem["code"] == "unknown-tournament"


def test_a_part_of_a_name_corrects_nothing(autumn_in_file):
    (problem,) = autumn_in_file.refused("correct", "The autum", *SLIP)
    assert problem["code"] == "unknown-event"
    (problem,) = autumn_in_file.refused("merge", "Anna", "Dora", "--reason", "x")
    assert "Anna, Test" in problem["message"]
