"""Lists as clubs keep them, with titles, sums and merged cells: read, or named by row."""

import pytest

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.queries.arguments import Upload
from tests.members.spreadsheets import csv, with_formula, workbook

HEADINGS = ("Name", "Geburtsdatum", "DWZ", "Index", "Verein")
LIST = [
    ("Mitgliederliste", "", "", "", ""),
    (),
    HEADINGS,
    ("Adler, Anna", "1. Mai 1979", "１７００", "２０", "SK Föhr"),
    ("Berg, Bruno", "3. März 1955", "Restp.", "", ""),
    ("Dame, Dora", "1990. május 7.", "1500", "10", ""),
    ("Ewig, Emil", "7 maj 1991", "-", "", "SV Sylt"),
    ("Summe", "", "3200", "", ""),
    ("", "", "1600", "", ""),
]


def test_a_list_as_a_club_keeps_it_is_read(club):
    """The title over all columns, the sum and the mean are nobody; the club is written once."""
    document = club.add(workbook(LIST, "A1:E1", "E4:E6"), name="members.xlsx")
    assert [row["row"] for row in document["members"]] == [4, 5, 6, 7]
    assert [row["birth_year"] for row in document["members"]] == [1979, 1955, 1990, 1991]
    assert document["left_out"] == [
        {"row": 8, "text": "Summe 3200"},
        {"row": 9, "text": "1600"},
    ]
    assert club.cards() == {"Adler, Anna": (1700, 20), "Dame, Dora": (1500, 10)}
    clubs = {name: club.json("players", "show", id_)["club"] for name, id_ in club.ids().items()}
    assert clubs == {
        "Adler, Anna": "SK Föhr",
        "Berg, Bruno": "SK Föhr",
        "Dame, Dora": "SK Föhr",
        "Ewig, Emil": "SV Sylt",
    }


@pytest.mark.parametrize(
    "title", [("Jugend",), ("", "", "Gruppe B"), ("U18:",), ("Damen 2026",), HEADINGS], ids=str
)
def test_a_title_among_the_members_is_left_out_and_named(club, title):
    rows = [*LIST[2:5], title, ("Dame, Dora", "1990", "1500", "10", "")]
    document = club.add(csv(rows))
    assert [row["row"] for row in document["members"]] == [2, 3, 5]
    text = " ".join(filter(None, title))
    assert document["left_out"] == [{"row": 4, "text": text}]


def test_a_member_of_whom_only_the_name_is_written_is_no_title(club):
    """A name of one word stays a member: only words for groups are titles."""
    rows = [("Name", "DWZ"), ("Adler, Anna", "1700-20"), ("Berg, Bruno",), ("Kalle",)]
    document = club.add(csv(rows))
    assert [row["row"] for row in document["members"]] == [2, 3, 4]
    assert document["left_out"] == []


def test_a_formula_that_was_never_computed_is_named(club):
    rows = [("Name", "DWZ"), ("Adler, Anna", "1700-20"), ("Berg, Bruno", "")]
    (message,) = club.wrong(with_formula(rows, "B3", "B2+10"))
    assert "is a formula without a value" in message


def test_a_rating_without_its_index_is_named_by_its_row(club):
    rows = [("Name", "DWZ", "Index"), ("Adler, Anna", 1700, 20), ("Berg, Bruno", 1650, "")]
    (problem,) = club.refused("players", "add", club.file_of(csv(rows)))
    assert (problem["line"], problem["field"]) == (3, "column B, DWZ")
    assert "write it as rating-index" in problem["message"]


UNLIKELY = csv(
    [
        ("Name", "Born", "Rating"),
        ("Adler, Anna", 2079, "1700-20"),
        ("Berg, Bruno", 1889, "1650-15"),
        ("Dame, Dora", 1990, "7000-20"),
    ]
)


class TestUnlikelyValues:
    def test_they_are_asked_about_and_accepted_row_by_row(self, club):
        path = club.file_of(UNLIKELY)
        asked = club.refused("players", "add", path)
        assert [(each["line"], each["code"]) for each in asked] == [
            (2, "unlikely"),
            (3, "unlikely"),
            (4, "unlikely"),
        ]
        assert ": correct it, or accept it: --accept 2" in asked[0]["message"]
        assert "'2079' is after 20" in asked[0]["message"]
        assert "is before 1900" in asked[1]["message"]
        assert "not a plausible rating in dwz-1995" in asked[2]["message"]
        accept = ("--accept", "2", "--accept", "3")
        assert [it["line"] for it in club.refused("players", "add", path, *accept)] == [4]
        assert club.add(UNLIKELY, *accept, "--accept", "4")["registered"] == 3

    def test_of_one_person_too(self, club):
        born = ("players", "add", "Berg, Bruno", "--born", "1889")
        (asked,) = club.refused(*born)
        assert asked["code"] == "unlikely"
        assert club.json(*born, "--accept", "1")["registered"] == 1

    def test_in_python_the_refusal_has_every_row_as_far_as_it_is_read(self, club):
        with Ledger.open(club.database) as ledger:
            file = Upload("members.csv", UNLIKELY)
            with pytest.raises(Refused) as refused:
                ledger.add_players(file, by="anna")
            rows = refused.value.found["members"]
            assert [(row["row"], row["new"]) for row in rows] == [(2, True), (3, True), (4, True)]
            assert rows[0]["card"] == {"rating": 1700, "index": 20}
            done = ledger.add_players(file, accept=[2, 3, 4], by="anna", dry_run=True)
            assert done["registered"] == 3


def test_a_refused_list_names_those_whom_a_member_may_be(club):
    club.add(csv([("Name", "Born"), ("Adler, Anna", 1970)]))
    with Ledger.open(club.database) as ledger, pytest.raises(Refused) as refused:
        ledger.add_players(Upload("a.csv", b"Name;Born\r\nAdler, Anna;\r\n"), by="anna")
    (row,) = refused.value.found["members"]
    assert [each["birth_year"] for each in row["candidates"]] == [1970]
