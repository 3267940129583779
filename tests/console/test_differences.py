"""``diff``: who differs between two states, and the true answer to "I did not even play"."""

import re

from tests.console.autumn import SLIP, SUMMER, by_player, figures, size
from tests.projections.submissions import (
    decided,
    games,
    membership,
    player,
    tournament,
    withheld,
)


class TestTwoStatesOfKnowledge:
    def test_before_and_after_are_what_the_lists_say(self, autumn):
        known = str(size(autumn))
        autumn.append(*SUMMER)
        before, after = figures(autumn, "--known-at", known), figures(autumn)
        rows = by_player(autumn.json("diff", "dwz", "--from-known", known))
        assert rows.keys() == {name for name in before if before[name] != after[name]}
        for name, row in rows.items():
            assert (row["before"], row["after"]) == (before[name], after[name])

    def test_who_did_not_play_is_told_through_whom_it_reached_him(self, autumn):
        """Bruno was not in the summer match, but his opponents of the autumn were."""
        known = str(size(autumn))
        autumn.append(*SUMMER)
        (row,) = autumn.json("diff", "dwz", "--from-known", known, "--player", "bruno")
        cause, through, own = row["told"]
        assert cause.startswith("The summer (ended 1996-08-11) was submitted on ")
        assert through.startswith("After The summer (1996-08-11): ")
        assert own.startswith("After The autumn (1996-11-17): Bruno, Test ")
        assert {"tournament summer", "game summer:carla-anna"} <= set(row["causes"])
        assert [link["occasion"] for link in row["chain"]] == ["autumn", "summer"]
        assert [link["events"] for link in row["chain"]] == [[], ["tournament summer"]]

    def test_a_tournament_stands_for_its_results_and_the_clubs_of_its_players(
        self, autumn_in_file
    ):
        """DWZ rates the summer; that everyone has a club since is no news about it."""
        known = str(size(autumn_in_file))
        autumn_in_file.append(
            *(membership(each, "SK Test", "1996-01-01") for each in ("anna", "bruno", "carla")),
            membership("dora", "SK Test", "1996-01-01"),
            tournament("summer", "1996-08-11"),
            *games(
                "summer", "carla 1-0 anna", "anna 0-1 bruno", "dora 0-1 anna", "carla 1-0 dora"
            ),
        )
        rows = by_player(autumn_in_file.json("diff", "dwz", "--from-known", known))
        first, own = rows["anna"]["told"]
        assert own.startswith("After The summer (1996-08-11): Anna, Test ")
        assert re.fullmatch(
            r"The summer \(ended 1996-08-11\) was submitted on \S+ by \S+, with 4 results\.", first
        )
        events = rows["anna"]["chain"][0]["events"]
        assert "tournament summer" in events
        assert not any(each.startswith("game ") for each in events)

    def test_a_corrected_result_is_named_with_both_results(self, autumn):
        known = str(size(autumn))
        autumn.json("correct", "autumn:carla-anna", *SLIP, "--by", "Berta")
        rows = by_player(autumn.json("diff", "dwz", "--from-known", known))
        told = rows["anna"]["told"][0]
        assert told.startswith(
            "The result of Carla, Test – Anna, Test in The autumn was corrected on "
        )
        assert told.endswith(" by Berta: ½ : ½ instead of 1 : 0 (both slips say so).")

    def test_what_follows_from_a_correction_leads_back_to_it(self, autumn):
        """Dora met Anna in December; a result of Anna's in November is corrected."""
        autumn.append(
            tournament("december", "1996-12-20"),
            *games("december", "dora 1-0 anna", "anna 0-1 dora"),
        )
        known = str(size(autumn))
        autumn.json("correct", "game autumn:carla-anna", *SLIP)
        rows = by_player(autumn.json("diff", "dwz", "--from-known", known))
        links = rows["dora"]["chain"]
        assert [(link["player"], link["occasion"]) for link in links] == [
            ("dora", "december"),
            ("anna", "autumn"),
        ]
        assert rows["dora"]["told"][0].startswith("The result of Carla, Test – Anna, Test")

    def test_a_corrected_result_of_black_is_his_own_cause(self, autumn):
        """Carla's rating was corrected from the spring on, and then her game against Anna."""
        autumn.append(
            tournament("spring", "1996-05-01"),
            *games("spring", "carla 1-0 dora", "dora 0-1 carla"),
        )
        known = str(size(autumn))
        for game in ("spring:carla-dora", "autumn:carla-anna"):
            autumn.json("correct", f"game {game}", *SLIP)
        rows = by_player(autumn.json("diff", "dwz", "--from-known", known))
        chains = {
            name: [(link["player"], link["occasion"]) for link in rows[name]["chain"]]
            for name in ("anna", "carla", "dora", "bruno")
        }
        assert chains == {
            "anna": [("anna", "autumn")],
            "carla": [("carla", "spring")],
            "dora": [("dora", "spring")],
            "bruno": [("bruno", "autumn"), ("carla", "spring")],
        }

    def test_a_struck_game_and_its_restoration_are_told(self, autumn_in_file):
        known = str(size(autumn_in_file))
        shell = autumn_in_file
        shell.json("correct", "autumn:carla-anna", "--strike", "--reason", "never played")
        struck = shell.json("log")[-1]["id"]
        (first, *_) = by_player(shell.json("diff", "dwz", "--from-known", known))["anna"]["told"]
        assert " was struck on " in first
        after_that = str(size(shell))
        shell.json("correct", struck, "--strike", "--reason", "it was played")
        rows = shell.json("diff", "dwz", "--from-known", after_that)
        assert " was restored on " in by_player(rows)["anna"]["told"][0]
        assert shell.json("diff", "dwz", "--from-known", known) == []

    def test_people_are_told_in_a_table_and_in_sentences(self, autumn_in_file):
        known = str(size(autumn_in_file))
        autumn_in_file.append(*SUMMER)
        page = autumn_in_file.table("diff", "dwz", "--from-known", known)
        assert "Bruno, Test" in page
        assert "After The autumn (1996-11-17): Bruno, Test" in page

    def test_twenty_players_are_explained(self, autumn_in_file):
        names = [f"guest{number:02}" for number in range(1, 22)]
        autumn_in_file.append(*map(player, names))
        for more in (20, 21):
            known = str(size(autumn_in_file))
            day = f"1996-02-{more:02}"
            autumn_in_file.append(*(decided(each, f"{more}00-5", day) for each in names[:more]))
            page = autumn_in_file.table("diff", "dwz", "--from-known", known)
            assert page.count(f" from {day} was submitted on ") == 20
            assert ("Why the others differ: --player PLAYER" in page) == (more == 21)

    def test_a_withheld_name_is_in_no_sentence(self, autumn_in_file):
        autumn_in_file.append(withheld("carla", "1996-01-01"))
        known = str(size(autumn_in_file))
        autumn_in_file.append(*SUMMER)
        rows = autumn_in_file.json("diff", "dwz", "--from-known", known)
        told = [sentence for row in rows for sentence in row["told"]]
        assert any("(withheld)" in sentence for sentence in told)
        assert not any("Carla" in sentence for sentence in told)

    def test_a_rating_decided_later_is_the_cause(self, autumn_in_file):
        known = str(size(autumn_in_file))
        autumn_in_file.append(decided("bruno", "1800-15", "1996-06-01"))
        rows = by_player(autumn_in_file.json("diff", "dwz", "--from-known", known))
        assert rows["bruno"]["causes"] == ["decision bruno 1996-06-01"]
        assert rows["bruno"]["told"][0].startswith(
            "The rating 1800-15 of Bruno, Test from 1996-06-01 was submitted on "
        )
        assert "decision bruno 1996-06-01" in rows["anna"]["causes"]

    def test_a_player_nobody_knows_is_refused(self, autumn_in_file):
        (problem,) = autumn_in_file.refused("diff", "dwz", "--from-known", "3", "--player", "emil")
        assert problem["code"] == "unknown-player"


class TestTwoDays:
    def test_every_tournament_between_is_told_with_what_it_changed(self, autumn):
        autumn.append(*SUMMER)
        days = ("--from-on", "1996-07-01", "--to-on", "1996-12-31")
        anna = by_player(autumn.json("diff", "dwz", *days))["anna"]
        history = autumn.json("player", "dwz", "anna")["history"]
        assert anna["told"] == [
            f"The {row['tournament']} ({row['ended_on']}): Anna, Test "
            f"{row['rating_before']}-{row['index_before']} → "
            f"{row['rating_after']}-{row['index_after']}."
            for row in history
        ]
        assert anna["causes"] == ["tournament autumn", "tournament summer"]

    def test_a_figure_that_lapsed_between_differs_without_a_tournament(self, autumn_in_file):
        """DWZ 6.1.1: a rating that was not renewed for five years is none any more."""
        days = ("--from-on", "2000-12-31", "--to-on", "2001-06-30")
        dora = by_player(autumn_in_file.json("diff", "dwz", *days))["dora"]
        assert (dora["status_before"], dora["status_after"]) == ("valid", "lapsed")
        assert dora["told"] == ["The rating was valid until 2001-01-01 and has lapsed."]


class TestOtherRules:
    def test_the_other_rulebook_is_named(self, autumn_in_file):
        rows = autumn_in_file.json("diff", "dwz", "--rulebook", "ingo-1960")
        assert by_player(rows)["dora"]["told"] == [
            "Calculated with ingo-1960.",
            "After the decision of 1996-01-01: Dora, Test 168 /10 instead of 1500-10.",
        ]

    def test_comparing_a_state_with_itself_is_wrong_usage(self, autumn_in_file):
        outcome = autumn_in_file.run("diff", "dwz")
        assert outcome.status == 2
        assert "say what to compare" in outcome.err


class TestFirstFigures:
    """Greta, new, plays three games in spring, which wait, and three in summer: a first DWZ."""

    SPRING = (
        player("greta"),
        tournament("spring", "1996-12-01"),
        *games("spring", "greta ½-½ anna", "bruno ½-½ greta", "greta ½-½ carla"),
    )
    SECOND = (
        tournament("second", "1996-12-20"),
        *games("second", "greta ½-½ dora", "bruno ½-½ greta", "greta ½-½ carla"),
    )

    def test_the_occasion_that_gave_the_figure_comes_last_and_nobody_had_one_before(
        self, autumn_in_file
    ):
        """DWZ 4.4: the games of spring count for the first DWZ in December."""
        known = str(size(autumn_in_file))
        autumn_in_file.append(*self.SPRING, *self.SECOND)
        asked = ("diff", "dwz", "--from-known", known, "--player", "greta")
        (row,) = autumn_in_file.json(*asked)
        assert (row["before"], row["status_before"]) == (None, "unrated")
        cause, waiting, own = row["told"]
        assert cause.startswith("The spring (ended 1996-12-01) was submitted on ")
        assert waiting == (
            "After The spring (1996-12-01): the games counted for Greta, Test differ."
        )
        assert own == (
            f"After The second (1996-12-20): Greta, Test {row['after']}-1, unrated before."
        )
        assert [link["occasion"] for link in row["chain"]] == ["second", "spring"]

    def test_between_two_days_the_waiting_games_are_told_as_such(self, autumn_in_file):
        autumn_in_file.append(*self.SPRING, *self.SECOND)
        days = ("--from-on", "1996-11-30", "--to-on", "1996-12-31", "--player", "greta")
        (row,) = autumn_in_file.json("diff", "dwz", *days)
        own, waiting = row["told"][::-1]
        assert waiting.startswith("The spring (1996-12-01): the games counted for Greta")
        assert own == f"The second (1996-12-20): Greta, Test no rating → {row['after']}-1."

    def test_games_that_only_wait_are_no_difference_of_figures(self, autumn_in_file):
        known = str(size(autumn_in_file))
        autumn_in_file.append(*self.SPRING)
        assert autumn_in_file.json("diff", "dwz", "--from-known", known, "--player", "greta") == []
