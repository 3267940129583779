"""``ratings POOL``: the rating list of a day."""

import csv
import io
import json

import pytest

from tests.console.spring import AFTER_MAY

FIELDS = ["player", "name", "figure", "card", "last_event", "valid_until", "status"]


def test_the_list_has_those_who_hold_a_figure_strongest_first(shell):
    rows = shell.json("ratings", "dwz")
    assert [row["player"] for row in rows] == ["cleo", "anna", "bela"]
    assert rows[1] == {
        "player": "anna",
        "name": "Anna, Test",
        "figure": 1523,
        "card": {"rating": 1523, "index": 11},
        "last_event": "may",
        "valid_until": "2001-05-01",
        "status": "valid",
    }
    assert {row["player"]: tuple(row["card"].values()) for row in rows} == AFTER_MAY


def test_a_rating_that_was_decided_names_the_decision(in_file):
    rows = {row["player"]: row for row in in_file.json("ratings", "dwz", "--on", "1996-04-30")}
    assert rows["anna"]["last_event"] == "decision anna 1995-07-01"
    assert rows["anna"]["valid_until"] == "2000-07-01"


def test_lapsed_adds_those_whose_figure_has_lapsed(shell):
    rows = {row["player"]: row for row in shell.json("ratings", "dwz", "--lapsed")}
    assert set(rows) == {"anna", "bela", "cleo", "old"}
    assert (rows["old"]["figure"], rows["old"]["status"]) == (1900, "lapsed")
    assert rows["old"]["valid_until"] == "1994-07-01"


def test_all_adds_every_registered_player(shell):
    rows = {row["player"]: row for row in shell.json("ratings", "dwz", "--all")}
    assert set(rows) == {"anna", "bela", "cleo", "gerd", "hans", "old"}
    for player in ("gerd", "hans"):
        assert rows[player] == {
            "player": player,
            "name": f"{player.title()}, Test",
            **dict.fromkeys(["figure", "card", "last_event", "valid_until"]),
            "status": "unrated",
        }


def test_players_without_a_figure_come_last(in_file):
    players = [row["player"] for row in in_file.json("ratings", "dwz", "--all")]
    assert players == ["old", "cleo", "anna", "bela", "gerd", "hans"]


def test_csv_has_the_fields_of_the_list_and_those_of_the_card(shell):
    text = shell.table("--format", "csv", "ratings", "dwz")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert set(rows[0]) == {*FIELDS, "card_rating", "card_index"} - {"card"}
    assert [row["player"] for row in rows] == ["cleo", "anna", "bela"]
    assert (rows[1]["card_rating"], rows[1]["card_index"]) == ("1523", "11")
    assert rows[0]["name"] == ""


@pytest.mark.parametrize("pool", ["Dwz", "dw", "dwz ", "ingo"])
def test_a_pool_that_there_is_not_is_refused(in_file, pool):
    (problem,) = in_file.refused("ratings", pool)
    assert (problem["code"], problem["field"]) == ("unknown-pool", "pool")
    assert "dwz" in problem["message"]


class TestTwoClocks:
    def test_as_of_a_day(self, shell):
        assert shell.json("ratings", "dwz", "--on", "1996-05-01")[1]["figure"] == 1523
        assert shell.json("ratings", "dwz", "--on", "1996-04-30")[1]["figure"] == 1500

    def test_as_known_at_a_position(self, shell):
        last = shell.json("log", "--type", "tournament.submitted")[0]["position"]
        rows = shell.json("ratings", "dwz", "--known-at", str(last + 3))
        assert rows[1]["figure"] == 1523
        rows = shell.json("ratings", "dwz", "--known-at", str(last))
        assert rows[1]["figure"] == 1500

    @pytest.mark.parametrize(
        ("command", "option"),
        [
            (("ratings", "dwz"), "--known-at"),
            (("standings", "spring"), "--known-at"),
            (("games", "spring"), "--known-at"),
            (("compare", "dwz", "--rulebook", "dwz-2014"), "--known-at"),
            (("predict", "dwz"), "--known-at"),
            (("diff", "dwz"), "--from-known"),
            (("diff", "dwz"), "--to-known"),
        ],
    )
    def test_a_position_that_the_log_has_not_reached_is_refused(self, in_file, command, option):
        head = in_file.json("verify")["events"]
        (problem,) = in_file.refused(*command, option, str(head + 1))
        assert (problem["field"], problem["code"]) == (option, "unknown-position")
        message = f"there is no position {head + 1} yet: the log ends at {head}"
        assert problem["message"] == message
        assert in_file.run("ratings", "dwz", "--known-at", str(head)).status == 0

    def test_as_known_at_a_time(self, shell):
        recorded_at = shell.json("log", "--to", "1")[0]["recorded_at"]
        assert len(shell.json("ratings", "dwz", "--known-at", recorded_at)) == 3
        for before in ("1970-01-01T00:00:00Z", "1970-01-01", "0001-01-01T00:00:00"):
            assert shell.json("ratings", "dwz", "--known-at", before) == []

    def test_a_time_without_a_zone_is_utc(self, in_file):
        recorded_at = in_file.json("log", "--to", "1")[0]["recorded_at"]
        without_zone = recorded_at.removesuffix("Z")
        assert len(in_file.json("ratings", "dwz", "--known-at", without_zone)) == 3

    @pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
    def test_the_ends_of_the_calendar_are_days_like_others(self, shell, day):
        assert shell.json("ratings", "dwz", "--on", day) == []

    @pytest.mark.parametrize(
        "option",
        [
            ("--on", "1996-02-30"),
            ("--on", "10000-01-01"),
            ("--on", "yesterday"),
            ("--on", ""),
            ("--known-at", "-1"),
            ("--known-at", "soon"),
            ("--known-at", ""),
        ],
    )
    def test_what_is_no_day_and_no_position_is_wrong_usage(self, in_file, option):
        outcome = in_file.run("ratings", "dwz", *option)
        assert (outcome.status, outcome.out) == (2, "")
        assert option[0] in outcome.err


@pytest.mark.parametrize(
    ("rulebook", "paragraph"),
    [("lask-1970", "LASK Regel 4"), ("mgsz-2011", "MGSZ 1 (2)")],
)
def test_an_empty_list_under_another_rulebook_says_why(in_file, rulebook, paragraph):
    """LASK Regel 4: only long games count. MGSZ 1 (2): only games of go."""
    outcome = in_file.run("--format", "json", "ratings", "dwz", "--rulebook", rulebook)
    assert (outcome.status, json.loads(outcome.out)) == (0, [])
    assert outcome.err.startswith("note: the list is empty: no tournament of dwz is rated")
    assert paragraph in outcome.err
