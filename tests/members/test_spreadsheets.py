"""Whatever a club keeps its members in is read as it is."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.events.problems import Refused
from ledger.importing.formats.spreadsheet import Sheet, column_letter, read_sheets
from tests.imports.hostile_workbooks import far_cell
from tests.members.club import MEMBERS
from tests.members.spreadsheets import csv, ods, workbook, workbook_of_sheets, xlsx

ENTERED = {"Adler, Anna": (1700, 20), "Berg, Bruno": (1650, 15)}
FILES = {
    "semicolons.csv": csv(MEMBERS),
    "commas.csv": csv(MEMBERS, ","),
    "tabs.tsv": csv(MEMBERS, "\t"),
    "latin-1.csv": csv(MEMBERS, encoding="latin-1"),
    "with-a-mark.csv": csv(MEMBERS, encoding="utf-8-sig"),
    "utf-16.csv": csv(MEMBERS, "\t", encoding="utf-16"),
    "utf-16-without-a-mark.csv": csv(MEMBERS, encoding="utf-16-le"),
    "workbook.xlsx": xlsx(MEMBERS),
    "workbook.ods": ods(MEMBERS),
}


@pytest.mark.parametrize("name", FILES)
def test_the_same_members_are_read_from_every_kind_of_file(club, name):
    document = club.add(FILES[name], name=name)
    assert (document["registered"], document["figures"]) == (3, 2)
    assert club.cards() == ENTERED
    assert "Müller, Clara" in club.ids()
    (anna,) = club.json("players", "club", "--query", "adler")
    assert club.json("players", "show", anna["player"])["club"] == "SK Föhr"


SPANNED = [
    ("Name", "", "Born"),
    ("Adler", "Anna", 1970),
    ("Juniors", "", ""),
    ("Berg", "Jo B.", ""),
]


@pytest.mark.parametrize("content", [workbook(SPANNED, "A1:B1"), csv(SPANNED), ods(SPANNED)])
def test_a_heading_over_surnames_and_forenames_loses_no_forename(club, content):
    document = club.add(content, name="members.xlsx" if content[:2] == b"PK" else "a.csv")
    assert [each["name"] for each in document["members"]] == ["Adler, Anna", "Berg, Jo B."]
    assert document["unused"] == []


@pytest.mark.parametrize("beside", ["FM", "1700", ""])
def test_what_is_beside_the_names_is_no_forename_unless_it_looks_like_one(club, beside):
    rows = [("Name", "", "Born", "", ""), ("Adler, Anna", beside, 1970), ("Berg, B", beside, "")]
    document = club.add(csv(rows))
    assert [each["name"] for each in document["members"]] == ["Adler, Anna", "Berg, B"]
    assert document["unused"] == (["column B"] if beside else [])


def test_a_column_and_a_sheet_that_are_passed_over_are_told(club):
    more = [("Name", "Born"), ("Cor, Cid", 1990)]
    content = workbook_of_sheets(Adults=[("Name", "Born", "Fed"), ("Adler, A", 1970, "GER", "x")])
    assert club.add(content, "--dry-run", name="a.xlsx")["unused_sheets"] == []
    content = workbook_of_sheets(
        Youth=more, Adults=[("Name", "Born", "Fed"), ("Adler, A", 1970, "GER", "x")], Notes=[]
    )
    document = club.add(content, "--dry-run", name="members.xlsx")
    assert [each["name"] for each in document["members"]] == ["Adler, A"]
    assert (document["unused"], document["unused_sheets"]) == (["column D"], ["Youth"])
    shown = club.run("players", "add", club.file_of(content, "members.xlsx"), "--dry-run").out
    assert "Columns not used: column D." in shown
    assert "Sheets not used: Youth." in shown


def test_a_list_of_mixed_encodings_keeps_what_is_utf_8_and_asks_for_the_rest(club):
    """Read as cp1252, Müller would be entered as MÃ¼ller."""
    content = "Name;Born\nMüller, Jörg;1970\n".encode() + "Größe, Änne;1955\n".encode("latin-1")
    (only,) = club.wrong(content)
    assert only.startswith("'Gr��e, �nne' has a letter that cannot be read")


def test_names_with_commas_do_not_hide_the_delimiter(club):
    rows = [("Name", "Born", "Rating"), ("Adler, Anna", 1970, "1700-20"), ("Berg, B", 1955, "")]
    club.add(csv(rows))
    assert club.cards() == {"Adler, Anna": (1700, 20)}


def test_a_title_and_empty_rows_above_the_headings_are_passed_over(club):
    rows = [("Mitglieder, Stand 1.1.1996",), (), *MEMBERS, (), ("Zahl", 3)]
    for content in (csv(rows[:-2]), ods(rows[:-2])):
        document = club.add(
            content, "--dry-run", name="members.ods" if content[:2] == b"PK" else "a.csv"
        )
        assert [each["row"] for each in document["members"]] == [4, 5, 6]


@pytest.mark.parametrize(
    "headings",
    [
        ("Surname", "First name", "Year of birth", "DWZ", "DWZ-Index", "Club", "FIDE no"),
        ("Nachname", "Vorname", "Jahrgang", "DWZ", "Index", "Verein", "FIDE-Nr."),
        (
            "Vezetéknév",
            "Keresztnév",
            "Születési év",
            "Értékszám",
            "Index",
            "Egyesület",
            "FIDE kód",
        ),
        ("Efternamn", "Förnamn", "Födelseår", "Rating", "Index", "Klubb", "FIDE-nummer"),
    ],
    ids=["en", "de", "hu", "sv"],
)
def test_columns_are_known_by_their_names(club, headings):
    club.add(csv([headings, *MEMBERS[1:]]))
    assert club.cards() == ENTERED


def test_other_columns_are_told_by_heading_or_letter(club):
    rows = [("wer", "wann", "wieviel"), ("Adler, Anna", 1970, "1700-20")]
    told = ("--column", "name=wer", "--column", "birth_year=B", "--column", "rating=wieviel")
    assert club.add(csv(rows), *told)["columns"] == {
        "name": "wer",
        "birth_year": "wann",
        "rating": "wieviel",
    }
    assert club.cards() == {"Adler, Anna": (1700, 20)}


def test_figures_of_another_system_are_left_and_the_column_is_named(club):
    rows = [("Name", "Elo", "DWZ", "Index"), ("Adler, Anna", 1999, 1700, 20)]
    assert club.add(csv(rows))["unused"] == ["Elo"]
    assert club.cards() == {"Adler, Anna": (1700, 20)}


@pytest.mark.parametrize(
    ("heading", "cell"),
    [
        *((heading, "1520-4") for heading in ("DWZ-Index", "DWZ/Index", "DWZ - Index", "Rtg")),
        *(("Index", cell) for cell in ("1520-4", "1520 - 4", "1520–4")),
    ],
)
def test_a_rating_and_its_index_may_share_a_column(club, heading, cell):
    club.add(csv([("Name", heading, "EloI"), ("Adler, Anna", cell, 1700), ("Berg, Bo", "", "")]))
    assert club.cards() == {"Adler, Anna": (1520, 4)}


def test_ratings_with_an_index_are_no_index_in_a_list_of_another_system(bare):
    bare.json("pool", "elo", "--rulebook", "fide-2024", "--from", "2024-03-01")
    answer = bare.add(csv([("Name", "RtgI", "DWZ-Index"), ("Adler, Anna", 1700, "1520-4")]))
    assert answer["unused"] == ["DWZ-Index"]
    assert answer["members"][0]["card"] == {"rating": 1700}


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "it is empty"),
        (b"foo;bar\n1;2\n", "no column is known to hold the names"),
        (b"Name;DWZ\n", "no player below the headings"),
        (b"PK\x03\x04 no workbook", "damaged"),
        (b"\xd0\xcf\x11\xe0 no workbook", "damaged"),
        (b"Name\0\0\xff\0\0\0", "neither a text nor a workbook"),
        (xlsx(MEMBERS)[:-40], "damaged"),
        (b'Name;DWZ\n"Adler;1\n', "quotes do not match"),
    ],
)
def test_what_is_no_list_of_members_is_refused_with_what_to_do(club, content, what):
    (message,) = club.wrong(content)
    assert what in message


def test_a_workbook_with_one_cell_far_away_is_refused_and_the_program_goes_on(club):
    (message,) = club.wrong(far_cell())
    assert "copy the table alone into a new workbook" in message
    assert club.add(xlsx(MEMBERS), name="members.xlsx")["registered"] == 3


def test_a_file_that_is_not_there_is_refused(club):
    (problem,) = club.refused("players", "add", "nowhere.csv")
    assert "nowhere.csv" in problem["message"]


@given(
    st.sampled_from([xlsx(MEMBERS), ods(MEMBERS), csv(MEMBERS)]),
    st.lists(st.tuples(st.integers(0, 3_000), st.integers(0, 255)), max_size=4),
    st.integers(0, 3_000),
)
def test_a_damaged_file_is_read_or_refused_and_nothing_else(content, damage, end):
    damaged = bytearray(content[:end])
    for place, byte in damage:
        damaged[place : place + 1] = bytes([byte])
    with contextlib.suppress(Refused):
        assert all(isinstance(each, Sheet) for each in read_sheets(bytes(damaged)))


def test_columns_are_called_as_spreadsheets_call_them():
    places = (1, 26, 27, 52, 53, 702, 703)
    assert [column_letter(each) for each in places] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
