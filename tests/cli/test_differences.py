"""``diff``: who differs between two states, and the true answer to "I did not even play"."""

import pytest

from tests.projections.submissions import (
    adoption,
    decided,
    games,
    player,
    tournament,
    withheld,
)

# Anna, Bruno and Carla meet in the autumn; Anna's and Carla's match of the summer arrives late.
CLUB = [
    adoption("1996-01-01"),
    *map(player, ("anna", "bruno", "dora")),
    player("carla", birth_year=1979),
    decided("anna", "1700-20", "1996-01-01"),
    decided("bruno", "1650-15", "1996-01-01"),
    decided("carla", "1480-8", "1996-01-01"),
    decided("dora", "1500-10", "1996-01-01"),
    tournament("autumn", "1996-11-17"),
    *games("autumn", "anna ½-½ bruno", "bruno 1-0 carla", "carla 1-0 anna"),
]
SUMMER = [
    tournament("summer", "1996-08-11"),
    *games("summer", "carla 1-0 anna", "anna 0-1 carla"),
]
SLIP = ("--set", "white_points=0.5", "--set", "black_points=0.5", "--reason", "both slips say so")


@pytest.fixture
def club(empty):
    empty.append(*CLUB)
    return empty


@pytest.fixture
def in_the_file(empty_file):
    empty_file.append(*CLUB)
    return empty_file


def size(shell):
    return len(shell.json("log"))


def by_player(rows):
    return {row["player"]: row for row in rows}


def figures(shell, *options):
    return {row["player"]: row["figure"] for row in shell.json("ratings", "dwz", *options)}


class TestTwoStatesOfKnowledge:
    def test_before_and_after_are_what_the_lists_say(self, club):
        known = str(size(club))
        club.append(*SUMMER)
        before, after = figures(club, "--known-at", known), figures(club)
        rows = by_player(club.json("diff", "dwz", "--from-known", known))
        assert rows.keys() == {name for name in before if before[name] != after[name]}
        for name, row in rows.items():
            assert (row["before"], row["after"]) == (before[name], after[name])

    def test_who_did_not_play_is_told_through_whom_it_reached_him(self, club):
        """Bruno was not in the summer match, but his opponents of the autumn were."""
        known = str(size(club))
        club.append(*SUMMER)
        (row,) = club.json("diff", "dwz", "--from-known", known, "--player", "bruno")
        cause, through, own = row["told"]
        assert cause.startswith("The summer (ended 1996-08-11) was handed in on ")
        assert through.startswith("After The summer (1996-08-11): ")
        assert own.startswith("After The autumn (1996-11-17): Bruno, Test ")
        assert {"tournament summer", "game summer:carla-anna"} <= set(row["causes"])
        assert [link["occasion"] for link in row["chain"]] == ["autumn", "summer"]

    def test_a_corrected_result_is_named_with_both_results(self, club):
        known = str(size(club))
        club.json("correct", "autumn:carla-anna", *SLIP, "--by", "Berta")
        rows = by_player(club.json("diff", "dwz", "--from-known", known))
        told = rows["anna"]["told"][0]
        assert told.startswith(
            "The result of Carla, Test – Anna, Test in The autumn was corrected on "
        )
        assert told.endswith(" by Berta: ½–½ instead of 1–0 (both slips say so).")

    def test_what_follows_from_a_correction_leads_back_to_it(self, club):
        """Dora met Anna in December; a result of Anna's in November is corrected."""
        club.append(
            tournament("december", "1996-12-20"),
            *games("december", "dora 1-0 anna", "anna 0-1 dora"),
        )
        known = str(size(club))
        club.json("correct", "game autumn:carla-anna", *SLIP)
        rows = by_player(club.json("diff", "dwz", "--from-known", known))
        links = rows["dora"]["chain"]
        assert [(link["player"], link["occasion"]) for link in links] == [
            ("dora", "december"),
            ("anna", "autumn"),
        ]
        assert rows["dora"]["told"][0].startswith("The result of Carla, Test – Anna, Test")

    def test_a_struck_game_and_its_restoration_are_told(self, in_the_file):
        known = str(size(in_the_file))
        shell = in_the_file
        shell.json("correct", "autumn:carla-anna", "--strike", "--reason", "never played")
        struck = shell.json("log")[-1]["id"]
        (first, *_) = by_player(shell.json("diff", "dwz", "--from-known", known))["anna"]["told"]
        assert " was struck on " in first
        after_that = str(size(shell))
        shell.json("correct", struck, "--strike", "--reason", "it was played")
        rows = shell.json("diff", "dwz", "--from-known", after_that)
        assert " was restored on " in by_player(rows)["anna"]["told"][0]
        assert shell.json("diff", "dwz", "--from-known", known) == []

    def test_people_are_told_in_a_table_and_in_sentences(self, in_the_file):
        known = str(size(in_the_file))
        in_the_file.append(*SUMMER)
        page = in_the_file.table("diff", "dwz", "--from-known", known)
        assert "Bruno, Test" in page
        assert "After The autumn (1996-11-17): Bruno, Test" in page

    def test_a_withheld_name_is_in_no_sentence(self, in_the_file):
        in_the_file.append(withheld("carla", "1996-01-01"))
        known = str(size(in_the_file))
        in_the_file.append(*SUMMER)
        rows = in_the_file.json("diff", "dwz", "--from-known", known)
        told = [sentence for row in rows for sentence in row["told"]]
        assert any("(withheld)" in sentence for sentence in told)
        assert not any("Carla" in sentence for sentence in told)

    def test_a_rating_decided_later_is_the_cause(self, in_the_file):
        known = str(size(in_the_file))
        in_the_file.append(decided("bruno", "1800-15", "1996-06-01"))
        rows = by_player(in_the_file.json("diff", "dwz", "--from-known", known))
        assert rows["bruno"]["causes"] == ["decision bruno 1996-06-01"]
        assert rows["bruno"]["told"][0].startswith(
            "The rating 1800-15 of Bruno, Test from 1996-06-01 was handed in on "
        )
        assert "decision bruno 1996-06-01" in rows["anna"]["causes"]

    def test_a_player_nobody_knows_is_refused(self, in_the_file):
        (problem,) = in_the_file.refused("diff", "dwz", "--from-known", "3", "--player", "emil")
        assert problem["code"] == "unknown-player"


class TestTwoDays:
    def test_every_tournament_between_is_told_with_what_it_changed(self, club):
        club.append(*SUMMER)
        days = ("--from-on", "1996-07-01", "--to-on", "1996-12-31")
        anna = by_player(club.json("diff", "dwz", *days))["anna"]
        history = club.json("player", "dwz", "anna")["history"]
        assert anna["told"] == [
            f"The {row['tournament']} ({row['ended_on']}): Anna, Test "
            f"{row['rating_before']}-{row['index_before']} → "
            f"{row['rating_after']}-{row['index_after']}."
            for row in history
        ]
        assert anna["causes"] == ["tournament autumn", "tournament summer"]

    def test_a_figure_that_lapsed_between_differs_without_a_tournament(self, in_the_file):
        """DWZ 6.1.1: a rating that was not renewed for five years is none any more."""
        days = ("--from-on", "2000-12-31", "--to-on", "2001-06-30")
        dora = by_player(in_the_file.json("diff", "dwz", *days))["dora"]
        assert (dora["status_before"], dora["status_after"]) == ("valid", "lapsed")
        assert dora["told"] == ["The figure was valid until 2001-01-01, and has lapsed."]


class TestOtherRules:
    def test_the_other_rulebook_is_named(self, in_the_file):
        rows = in_the_file.json("diff", "dwz", "--rulebook", "ingo-1960")
        assert by_player(rows)["dora"]["told"] == [
            "Asked under ingo-1960.",
            "After the decision of 1996-01-01: Dora, Test 168 /10 instead of 1500-10.",
        ]

    def test_comparing_a_state_with_itself_is_wrong_usage(self, in_the_file):
        outcome = in_the_file.run("diff", "dwz")
        assert outcome.status == 2
        assert "say what to compare" in outcome.err
