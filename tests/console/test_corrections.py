"""``correct`` and ``merge``: what would change is shown first, then appended with its reason."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.console.autumn import SLIP, SUMMER, by_player, figures, size
from tests.projections.submissions import decided, games, player, tournament

ANNA_TWICE = [
    player("ann"),
    tournament("winter", "1996-12-30"),
    *games("winter", "ann 1-0 dora", "ann ½-½ bruno"),
]


def changes(document):
    return [
        (row["pool"], row["player"], row["before"], row["after"]) for row in document["changed"]
    ]


class TestDryRun:
    def test_it_says_who_would_change_and_writes_nothing(self, autumn):
        before, log = figures(autumn), autumn.json("log")
        planned = autumn.json("correct", "game autumn:carla-anna", *SLIP, "--dry-run")
        assert (planned["appended"], planned["first"], planned["last"]) == (0, None, None)
        assert autumn.json("log") == log
        assert figures(autumn) == before
        done = autumn.json("correct", "game autumn:carla-anna", *SLIP)
        assert changes(done) == changes(planned)
        assert (done["appended"], done["first"]) == (1, len(log) + 1)
        after = figures(autumn)
        assert changes(done) == [
            ("dwz", name, before[name], after[name])
            for name in sorted(before)
            if before[name] != after[name]
        ]

    def test_no_event_is_named_that_was_not_written(self, autumn_in_file):
        planned = autumn_in_file.json("correct", "game autumn:carla-anna", *SLIP, "--dry-run")
        assert all(row["causes"] == [] for row in planned["changed"])
        assert "½ : ½ instead of 1 : 0" in planned["changed"][0]["told"][0]

    def test_a_reason_is_required(self, autumn_in_file):
        outcome = autumn_in_file.run("correct", "game autumn:carla-anna", "--strike")
        assert outcome.status == 2
        assert "--reason" in outcome.err

    def test_people_are_told_the_position_and_who_differs(self, autumn_in_file):
        dry = autumn_in_file.table("correct", "game autumn:carla-anna", *SLIP, "--dry-run")
        assert dry.startswith("Nothing was written.\n")
        assert "Anna, Test" in dry
        told = autumn_in_file.table("correct", "game autumn:carla-anna", *SLIP)
        assert told.startswith(f"Corrected, at position {size(autumn_in_file)}.\n")
        assert "Differences" in told
        assert "½ : ½ instead of 1 : 0 (both slips say so)." in " ".join(told.split())
        again = autumn_in_file.table("correct", "game autumn:carla-anna", *SLIP)
        assert again.endswith("No rating changes.\n")


class TestWhatIsCorrected:
    def test_a_game_is_given_to_another_player(self, autumn):
        """Dora had played, not Carla."""
        reason = ("--reason", "the wrong member was booked")
        document = autumn.json("correct", "autumn:carla-anna", "--set", "white=dora", *reason)
        assert {"carla", "dora"} <= {row["player"] for row in document["changed"]}
        rows = by_player(autumn.json("tournament", "dwz", "autumn")["players"])
        assert (rows["carla"]["points"], rows["carla"]["games"]) == (0, 1)
        assert (rows["dora"]["points"], rows["dora"]["games"]) == (1, 1)
        assert "white Dora, Test instead of Carla, Test" in document["changed"][0]["told"][0]

    def test_a_tournament_moves_to_another_day(self, autumn):
        """Before the ratings were decided it counts for nobody (DWZ 6.1.1)."""
        moved = ("--set", "ended_on=1995-11-17", "--reason", "a year earlier")
        document = autumn.json("correct", "autumn", *moved)
        assert {row["after"] for row in document["changed"]} == {1480, 1650, 1700}
        told = document["changed"][0]["told"][0]
        assert "ended on 1995-11-17 instead of 1996-11-17" in told

    def test_a_tournament_is_struck_with_its_games(self, autumn_in_file):
        autumn_in_file.json("correct", "tournament autumn", "--strike", "--reason", "a joke")
        assert figures(autumn_in_file) == {
            "anna": 1700,
            "bruno": 1650,
            "carla": 1480,
            "dora": 1500,
        }

    def test_the_id_of_a_game_names_its_event(self, autumn_in_file):
        autumn_in_file.json("correct", "autumn:carla-anna", *SLIP)
        assert autumn_in_file.json("log")[-1]["data"]["corrects"] == "game autumn:carla-anna"

    @pytest.mark.parametrize("value", ["99999999999999999999999", "-1", "NaN", "[[1e400]]"])
    def test_a_number_that_cannot_be_is_refused(self, autumn_in_file, value):
        command = ("correct", "game autumn:carla-anna", "--set", f"round={value}")
        (problem,) = autumn_in_file.refused(*command, "--reason", "x")
        assert problem["message"]

    def test_an_id_that_names_nothing_is_refused(self, autumn_in_file):
        (problem,) = autumn_in_file.refused("correct", "autumn:emil-anna", *SLIP)
        assert problem["code"] == "unknown-event"

    def test_a_player_with_games_is_not_struck_and_they_are_named(self, autumn_in_file):
        strike = ("--strike", "--reason", "unknown")
        (problem,) = autumn_in_file.refused("correct", "player dora", *strike)
        assert problem["code"] == "relied-on"
        assert "decision dora 1996-01-01" in problem["message"]

    def test_a_correction_itself_is_struck_but_not_set(self, autumn_in_file):
        before = figures(autumn_in_file)
        autumn_in_file.json("correct", "autumn:carla-anna", *SLIP)
        correction = autumn_in_file.json("log")[-1]["id"]
        (problem,) = autumn_in_file.refused("correct", correction, *SLIP)
        assert problem["code"] == "not-settable"
        autumn_in_file.json("correct", correction, "--strike", "--reason", "it was right")
        assert figures(autumn_in_file) == before


class TestTwoPeopleAtOnce:
    def test_the_second_is_told_what_stands_now(self, autumn_in_file):
        known = ("--expect", str(size(autumn_in_file)))
        first = autumn_in_file.json("correct", "autumn:carla-anna", *SLIP, *known)
        (problem,) = autumn_in_file.refused("correct", "autumn:carla-anna", *SLIP, *known)
        assert problem["code"] == "corrected-since"
        assert f"at position {first['first']}" in problem["message"]

    def test_a_correction_of_something_else_does_not_stand_in_the_way(self, autumn_in_file):
        known = ("--expect", str(size(autumn_in_file)))
        autumn_in_file.json(
            "correct", "autumn:anna-bruno", "--strike", "--reason", "a slip", *known
        )
        autumn_in_file.json("correct", "autumn:carla-anna", *SLIP, *known)


class TestMerge:
    def test_everything_of_the_one_belongs_to_the_other(self, autumn):
        autumn.append(*ANNA_TWICE)
        planned = autumn.json("merge", "anna", "ann", "--reason", "married", "--dry-run")
        done = autumn.json("merge", "anna", "ann", "--reason", "married", "--by", "Berta")
        assert changes(done) == changes(planned)
        history = autumn.json("player", "dwz", "anna")["history"]
        assert [row["tournament"] for row in history] == ["autumn", "winter"]
        told = by_player(done["changed"])["anna"]["told"][0]
        assert told.startswith("That ann is the same person as Anna, Test (anna) was submitted on")
        assert told.endswith("by Berta (married).")

    def test_it_can_be_undone(self, autumn_in_file):
        autumn_in_file.append(*ANNA_TWICE)
        before = figures(autumn_in_file)
        autumn_in_file.json("merge", "anna", "ann", "--reason", "married")
        merged = autumn_in_file.json("log")[-1]["id"]
        autumn_in_file.json("correct", merged, "--strike", "--reason", "two sisters")
        assert figures(autumn_in_file) == before

    def test_two_who_have_met_are_not_merged_and_the_game_is_named(self, autumn_in_file):
        (problem,) = autumn_in_file.refused("merge", "anna", "bruno", "--reason", "one person")
        assert "have met in The autumn:" in problem["message"]

    def test_somebody_unknown_is_refused(self, autumn_in_file):
        (problem,) = autumn_in_file.refused("merge", "anna", "emil", "--reason", "one person")
        assert "emil" in problem["message"]


class TestPublishedLists:
    def test_what_was_published_is_proven_and_what_differs_today_is_told(self, autumn):
        published = autumn.json("publish", "dwz", "--on", "1996-12-31", "--reason", "bulletin 1")
        assert published["players"] == 4
        (one,) = autumn.json("published", "dwz")
        assert (one["proven"], one["differences"]) == (True, [])
        autumn.append(*SUMMER)
        (one,) = autumn.json("published", "dwz")
        assert one["proven"]
        bruno = by_player(one["differences"])["bruno"]
        assert bruno["told"][0].startswith("The summer (ended 1996-08-11) was submitted on ")

    def test_a_list_of_a_day_to_come_is_not_published(self, autumn_in_file):
        day = (datetime.now(UTC) + timedelta(days=2)).date().isoformat()
        for consent in ((), ("--clock-is-right",)):
            (problem,) = autumn_in_file.refused("publish", "dwz", "--on", day, *consent)
            assert (problem["field"], problem["code"]) == ("--on", "day-to-come")
        assert autumn_in_file.json("published", "dwz") == []

    def test_a_decision_of_a_later_day_does_not_touch_it(self, autumn_in_file):
        autumn_in_file.json("publish", "dwz", "--on", "1996-12-31")
        autumn_in_file.append(decided("bruno", "1800-15", "1997-01-01"))
        (one,) = autumn_in_file.json("published", "dwz")
        assert one["differences"] == []
