"""``players add``: members enter with the figures they have, nobody twice."""

import re
from hashlib import sha256

import pytest

from ledger.importing.new_player_ids import (
    secure_random_bytes,
    speakable_player_id,
)
from tests.imports.log_text import log_text
from tests.members.club import MEMBERS
from tests.members.spreadsheets import csv
from tests.projections.submissions import games, tournament

SPEAKABLE = re.compile("(?:[bdflmnrstvw][aeiou]){2}-[1-9][0-9]{2}")


def members(*rows):
    return csv([("Name", "Born", "Rating", "FIDE-ID"), *rows])


class TestEntering:
    def test_members_are_registered_and_their_figures_carried_over(self, either_club):
        document = either_club.add(csv(MEMBERS))
        assert document["appended"] == 5
        assert document["from_day"] == "1996-01-01"
        assert either_club.cards() == {"Adler, Anna": (1700, 20), "Berg, Bruno": (1650, 15)}
        decision = either_club.json("log")[-2]
        assert decision["source"] == "members.csv"
        assert decision["data"]["kind"] == "carried-over"
        assert decision["data"]["reason"] == "carried over from members.csv"

    def test_a_list_called_after_a_member_is_recorded_by_its_digest(self, club):
        content = csv(MEMBERS)
        club.add(content, name="from-Adler.csv")
        source = f"sha256:{sha256(content).hexdigest()[:16]}"
        log = club.json("log")[1:]
        assert {each["source"] for each in log} == {source}
        reasons = [each["data"]["reason"] for each in log if "reason" in each["data"]]
        assert reasons == [f"carried over from {source}"] * 2

    def test_a_preview_shows_everything_and_writes_nothing(self, either_club):
        document = either_club.add(csv(MEMBERS), "--dry-run")
        assert (document["registered"], document["figures"], document["appended"]) == (3, 2, 0)
        assert len(either_club.json("log")) == 1
        assert [each["player"] for each in document["members"]] == [None] * 3

    def test_the_same_list_again_changes_nothing(self, either_club):
        either_club.add(csv(MEMBERS))
        again = either_club.add(csv(MEMBERS))
        assert (again["registered"], again["figures"], again["appended"]) == (0, 0, 0)

    def test_a_longer_list_brings_only_who_is_new(self, club):
        club.add(csv(MEMBERS))
        more = club.add(csv([*MEMBERS, ("Dame", "Dora", 1990, 1500, 10, "", "")]))
        assert (more["registered"], more["figures"]) == (1, 1)

    def test_one_person_is_added_by_name(self, either_club):
        add = ("players", "add", "Adler, Anna", "--born", "1970", "--rating", "1700-20")
        document = either_club.json(*add)
        assert (document["registered"], document["figures"]) == (1, 1)
        assert either_club.cards() == {"Adler, Anna": (1700, 20)}

    def test_a_figure_from_another_day_holds_from_that_day(self, club):
        club.add(members(("Adler, Anna", 1970, "1700-20", "")), "--from", "1997-05-01")
        assert club.json("ratings", "club", "--on", "1997-04-30") == []
        assert len(club.json("ratings", "club", "--on", "1997-05-01")) == 1

    def test_once_something_was_played_a_newcomers_figure_holds_from_today(self, club):
        club.add(members(("Adler, Anna", 1970, "1700-20", "")))
        club.append(tournament("open", "1996-05-01", pools=["club"]))
        document = club.add(members(("Berg, Bruno", 1955, "1650-15", "")))
        today = club.json("log")[-1]["recorded_at"][:10]
        assert document["from_day"] == today

    def test_without_a_pool_there_are_players_and_no_figures(self, bare):
        document = bare.add(csv(MEMBERS))
        assert (document["pool"], document["registered"], document["figures"]) == (None, 3, 0)
        one = ("players", "add", "Ewig, Emil", "--rating", "1700-20")
        (problem,) = bare.refused(*one)
        assert problem["code"] == "no-pool"

    def test_of_several_pools_one_is_named(self, club):
        club.table("pool", "veterans", "--rulebook", "dwz-1995", "--from", "1996-01-01")
        assert "Give --pool: club, veterans" in club.wrong(csv(MEMBERS))[0]
        assert club.add(csv(MEMBERS), "--pool", "veterans")["figures"] == 2

    @pytest.mark.parametrize(
        ("rulebook", "figure", "card"),
        [
            ("ingo-1960", "128 /5", {"number": 128, "count": 5, "mark": None}),
            ("lask-1970", "1873", {"rating": 1873, "running": 1873}),
            ("mgsz-2011", "1764 5k", {"elo": 1764, "grade": "5k"}),
        ],
    )
    def test_a_figure_is_written_as_its_system_writes_it(self, bare, rulebook, figure, card):
        bare.table("pool", "own", "--rulebook", rulebook, "--from", "2012-01-01")
        bare.json("players", "add", "Adler, Anna", "--born", "1970", "--rating", figure)
        (row,) = bare.json("ratings", "own")
        assert row["card"] == card


class TestIds:
    def test_ids_are_short_and_can_be_spoken(self, club):
        club.add(csv(MEMBERS))
        assert all(SPEAKABLE.fullmatch(each) for each in club.ids().values())
        assert len(set(club.ids().values())) == 3

    def test_an_id_says_nothing_of_a_person_and_the_log_has_no_name(self, either_club):
        either_club.add(csv(MEMBERS))
        text = log_text(either_club.database)
        assert [each in text for each in ("Adler", "Bruno", "4600001")] == [False] * 3

    def test_ids_that_are_taken_are_not_given_again(self, club, monkeypatch):
        numbers = iter([7, 7, 8])
        give = "ledger.importing.new_player_ids.secure_random_bytes"
        monkeypatch.setattr(give, lambda: next(numbers).to_bytes(10))
        club.json("players", "add", "Adler, Anna", "--born", "1970")
        club.json("players", "add", "Berg, Bruno", "--born", "1955")
        assert len(set(club.ids().values())) == 2

    def test_all_of_them_come_up(self):
        syllables = {speakable_player_id(secure_random_bytes)[:2] for _ in range(3_000)}
        assert len(syllables) == 55


class TestWhoIsKnown:
    def test_the_same_name_and_year_is_the_same_person(self, club):
        club.add(members(("Müller, Änne", 1970, "", "")))
        for spelling in ("Anne Mueller", "Änne Müller"):
            (row,) = club.add(members((spelling, 1970, "1700-20", "")))["members"]
            assert (row["new"], row["reasons"]) == (False, ["same name, born 1970"])

    def test_the_same_number_is_the_same_person_whatever_the_name(self, club):
        club.add(members(("Berg, Bruno", 1955, "", "4600001")))
        (row,) = club.add(members(("Tal, Bruno", "", "1650-15", "4600001")))["members"]
        assert (row["new"], row["reasons"]) == (False, ["same number"])
        assert club.cards() == {"Berg, Bruno": (1650, 15)}

    def test_a_namesake_of_another_year_is_asked_about(self, club):
        """Either year may be mistyped; two numbers tell two people apart."""
        club.add(members(("Adler, Anna", 1970, "", "4600001")))
        (anna,) = club.ids().values()
        other = members(("Adler, Anna", 1990, "", ""))
        (message,) = club.wrong(other)
        assert f"Perhaps {anna} (1970): give --link 2={anna} or --link 2=new" in message
        (row,) = club.add(members(("Adler, Anna", 1980, "", "4600002")))["members"]
        assert row["new"]
        (row,) = club.add(other, "--link", "2=new")["members"]
        assert row["new"]

    def test_where_the_year_is_not_known_it_is_asked_and_answered(self, club):
        club.add(members(("Adler, Anna", 1970, "", "")))
        (anna,) = club.ids().values()
        unsure = members(("Adler, Anna", "", "1700-20", ""), ("Berg, Bruno", 1955, "", ""))
        (message,) = club.wrong(unsure)
        assert f"--link 2={anna} or --link 2=new" in message
        document = club.add(unsure, "--link", f"2={anna}")
        assert (document["registered"], document["figures"]) == (1, 1)
        (message,) = club.wrong(members(("Adler, Anna", "", "", "")), "--link", "2=nobody")
        assert "there is no player 'nobody'" in message
        document = club.add(members(("Adler, Anna", "", "", "")), "--link", "2=new")
        assert document["registered"] == 1

    def test_who_has_played_to_a_figure_keeps_it(self, either_club):
        """Anna's 1700-20 is not replaced, and Dora, first rated by play, keeps that rating."""
        rows = [("Adler, Anna", 1970, "1700-20", ""), ("Berg, Bruno", 1955, "1650-15", "")]
        either_club.add(members(*rows, ("Dame, Dora", 1990, "", "")))
        ids = either_club.ids()
        anna, bruno, dora = (ids[name] for name in ("Adler, Anna", "Berg, Bruno", "Dame, Dora"))
        pairs = [f"{dora} 1-0 {anna}", f"{dora} 0-1 {bruno}"] * 3
        slips = games("open", *pairs)
        for number, slip in enumerate(slips):
            slip["id"] = slip["data"]["game"] = f"open {number}"
        either_club.append(tournament("open", "1996-05-01", pools=["club"]), *slips)
        before = either_club.cards()
        assert "Dame, Dora" in before
        document = either_club.add(
            members(("Adler, Anna", 1970, "1900-1", ""), ("Dame, Dora", 1990, "1200-1", ""))
        )
        assert [each["keeps"] for each in document["members"]] == [True, True]
        assert either_club.cards() == before


class TestWhatIsWrong:
    def test_wrong_cells_are_named_by_row_and_column_all_together(self, club):
        rows = [
            ("Name", "Born", "DWZ", "Sex"),
            ("Adler, Anna", "19x0", "17OO-20", "q"),
            ("Berg, Bruno", 1955, "1650", "m"),
            ("", 1980, "", ""),
        ]
        path = club.file_of(csv(rows))
        problems = club.refused("players", "add", path)
        assert [(each["line"], each["field"]) for each in problems] == [
            (2, "column B, Born"),
            (2, "column D, Sex"),
            (2, "column C, DWZ"),
            (3, "column C, DWZ"),
            (4, "column A, Name"),
        ]
        assert "write it with four digits" in problems[0]["message"]
        assert "index" in problems[3]["message"]

    def test_somebody_who_stands_there_twice_is_named(self, club):
        rows = [("Adler, Anna", "", "", ""), ("Anna Adler", "", "", ""), ("X, Y", 1, "", "")]
        messages = club.wrong(members(*rows[:2]))
        assert messages == [
            "Anna Adler has the name of row 2: give a year of birth, or take one out"
        ]
        numbers = [("Adler, Anna", 1970, "", "4600001"), ("Berg, Bruno", 1955, "", "4600001")]
        assert "FIDE number of row 2" in club.wrong(members(*numbers))[0]

    def test_a_day_before_the_pool_is_refused(self, club):
        assert "on 1995-01-01" in club.wrong(csv(MEMBERS), "--from", "1995-01-01")[0]

    @pytest.mark.parametrize(
        "arguments",
        [
            ("members.csv", "--born", "1970"),
            ("Adler, Anna", "--link", "anna"),
            ("Adler, Anna", "--column", "rating"),
        ],
    )
    def test_wrong_usage_says_so(self, club, arguments):
        assert club.run("players", "add", *arguments).status == 2

    def test_an_unknown_field_or_heading_is_refused(self, club):
        (message,) = club.wrong(csv(MEMBERS), "--column", "strength=DWZ")
        assert "name one of name, surname" in message
        (message,) = club.wrong(csv(MEMBERS), "--column", "rating=Elo")
        assert "rating=Elo" in message
