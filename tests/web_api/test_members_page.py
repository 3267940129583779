"""A list of members comes in by the browser: every row is previewed, asked about, then entered."""

from typing import Any

import pytest

from projections.queries.arguments import Upload
from tests.members.spreadsheets import csv
from tests.projections.submissions import player
from tests.web.conftest import text_of
from tests.web_api.conftest import Serve, Served
from tests.web_api.officer import come, do, employ, faults_in, fields_in, look, send, size

PATH = "/desk/members"
ROWS = [
    ("Name", "Born", "Rating", "Club"),
    ("Adler, Anna", 1970, "1700-20", "Bern"),
    ("Strauß, Carla", "", "", ""),
    ("Berg, Bruno", 1889, "1650-15", ""),
    ("Dame, Dora", 1990, "17OO-20", ""),
]


@pytest.fixture
def office(season_in_file: str, serve: Serve) -> Served:
    served = serve(season_in_file, patience=None)
    employ(served)
    come(served, "olga")
    return served


def sent(served: Served, page: Any, content: bytes | None = None, **typed: str) -> Any:
    """Send the form, with a file where one is chosen."""
    data = {**fields_in(page.text), **typed}
    files = {"file": ("members.csv", content)} if content is not None else {"file": ("", b"")}
    return served.client.post(PATH, data=data, files=files)


def test_every_row_is_shown_with_what_it_needs_and_nothing_is_written(office: Served):
    before = size(office)
    page = sent(office, office.get(PATH), csv(ROWS), action="show")
    told = text_of(page.text)
    assert page.status_code == 422
    assert "3 rows need an answer or a correction" in told
    assert "'1889' is before 1900" in told
    assert "'17OO-20' is not a rating of" in told
    assert 'name="link.3"' in page.text
    assert 'value="carla"' in page.text
    assert size(office) == before


def test_questions_are_answered_and_the_list_is_entered(office: Served):
    rows = [*ROWS[:-1], ("Dame, Dora", 1990, "1700-20", "")]
    asked = sent(office, office.get(PATH), csv(rows), action="show")
    answers = {"link.3": "carla", "accept.4": "1"}
    seen = sent(office, asked, action="show", **answers)
    assert seen.status_code == 200, text_of(seen.text)
    assert "3 new players · 1 known · 3 starting ratings" in text_of(seen.text)
    done = sent(office, seen, action="do")
    assert done.status_code == 303, text_of(done.text)
    names = {row["name"] for row in office.ledger.pool("dwz").players("")}
    assert {"Adler, Anna", "Berg, Bruno", "Dame, Dora"} <= names


def test_what_was_not_shown_is_not_entered(office: Served):
    """Another list is chosen in place of the one that was shown: it is shown first."""
    first = sent(office, office.get(PATH), csv(ROWS[:2]), action="show")
    before = size(office)
    other = sent(office, first, csv([ROWS[0], ("Falk, Fritz", 1980, "", "")]), action="do")
    assert other.status_code == 409
    assert "Falk, Fritz" in other.text
    assert size(office) == before


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "choose a file"), (b"PK\x03\x04 no workbook", "damaged"), (b"a;b\n1;2\n", "names")],
)
def test_a_file_that_is_no_list_is_refused_in_words(
    office: Served, content: bytes | None, said: str
):
    page = sent(office, office.get(PATH), content, action="show")
    assert page.status_code == 422
    assert said in text_of(page.text)


def test_a_refused_list_over_http_has_its_rows(office: Served):
    answer = office.post("/api/v1/members", files={"file": ("members.csv", csv(ROWS))})
    document = answer.json()
    assert answer.status_code == 422
    assert [row["row"] for row in document["members"]] == [2, 3, 4, 5]
    accepted = office.post(
        "/api/v1/members?dry_run=true",
        files={"file": ("members.csv", csv([ROWS[0], ROWS[3]]))},
        data={"accept": "[2]"},
    )
    assert accepted.json()["registered"] == 1


def test_an_unlikely_year_of_one_person_is_accepted_by_a_tick(office: Served):
    path = "/desk/players/new"
    asked = look(office, path, name="Berg, Bruno", birth_date="1889")
    assert [field for field, _ in faults_in(asked)] == ["birth_date"]
    seen = send(office, path, asked, accept="1", action="show")
    assert do(office, path, seen).status_code == 303


def test_a_monthly_file_shows_who_moves_and_who_is_gone_before_it_is_entered(office: Served):
    """Mia moved on 1 May; Gregor of the same club is neither in the file nor has he left."""
    first = [("Name", "Born", "Club"), ("Moor, Mia", 1990, "Bern"), ("Gone, Gregor", 1960, "Bern")]
    done = sent(office, sent(office, office.get(PATH), csv(first), action="show"), action="do")
    assert done.status_code == 303
    rows = [
        ("Name", "Born", "Club", "Joined", "Left"),
        ("Moor, Mia", 1990, "Thun", "2026-05-01", ""),
        ("Neu, Nina", 2012, "Bern", "2026-05-02", ""),
    ]
    before = size(office)
    seen = sent(office, office.get(PATH), csv(rows), action="show", from_day="2026-06-01")
    told = text_of(seen.text)
    assert "Transfers: 1 Name Club Day Moor, Mia Bern → Thun 1 May 2026" in told
    assert "New: 1 Name Club Day Neu, Nina Bern 2 May 2026" in told
    assert "Gone without a word: 1 Name Club Day Gone, Gregor Bern" in told
    assert "Thun is a club that the register does not know" in told
    assert size(office) == before
    assert sent(office, seen, action="do").status_code == 303
    assert size(office) == before + 3


def test_api_and_python_give_the_same_preview_of_a_monthly_file(office: Served):
    """Mia moves; Carla, of no club in the file, is left out of it."""
    office.ledger.append(
        [player("mia", name="Moor, Mia", birth_year=1990, club="Bern")], by="otto"
    )
    rows = [("Name", "Born", "Club", "Joined"), ("Moor, Mia", 1990, "Thun", "2026-05-01")]
    file = {"file": ("may.csv", csv(rows))}
    address = "/api/v1/members?dry_run=true"
    answer = office.post(address, files=file, data={"from": "2026-06-01"}).json()
    moved = {"kind": "transfer", "row": 2, "player": "mia", "name": "Moor, Mia"}
    moved |= {"before": "Bern", "club": "Thun", "day": "2026-05-01", "until": None}
    assert answer["memberships"] == [moved]
    upload = Upload("may.csv", csv(rows))
    again = office.ledger.add_players(upload, from_day="2026-06-01", by="otto", dry_run=True)
    assert again["memberships"] == answer["memberships"]


def test_a_column_that_was_not_recognised_is_chosen_by_its_heading(office: Served):
    """Stand is no heading of a rating; it is one of the choices once the file was read."""
    rows = [("Name", "Born", "Stand"), ("Adler, Anna", 1970, "1700-20")]
    read = sent(office, office.get(PATH), csv(rows), action="show")
    assert "0 starting ratings" in text_of(read.text)
    assert "columns" not in fields_in(read.text)
    assert fields_in(read.text)["column.rating"] == ""
    seen = sent(office, read, action="show", **{"column.rating": "Stand"})
    assert "1 starting rating" in text_of(seen.text)
    assert fields_in(seen.text)["column.rating"] == "Stand"
    done = sent(office, seen, action="do")
    assert done.status_code == 303, text_of(done.text)
    (entry,) = [each for each in office.ledger.log() if each["data"].get("kind") == "carried-over"]
    assert entry["data"]["card"] == {"rating": 1700, "index": 20}


def test_the_headings_are_offered_where_no_column_has_the_names(office: Served):
    rows = [("Wer", "2026"), ("Adler, Anna", "1700-20")]
    refused = sent(office, office.get(PATH), csv(rows), action="show")
    assert refused.status_code == 422
    ((field, said),) = faults_in(refused)
    assert field == "column.name"
    assert said.strip() == "choose the columns, at least that of the names"
    chosen = {"column.name": "Wer", "column.rating": "2026"}
    seen = sent(office, refused, action="show", **chosen)
    assert "1 new player · 0 known · 1 starting rating" in text_of(seen.text)


def test_a_column_that_was_typed_stays_chosen(office: Served):
    rows = [("Wer", "Stand"), ("Adler, Anna", "1700-20")]
    typed = {"columns": "name=Wer\nrating=B"}
    seen = sent(office, office.get(PATH), csv(rows), action="show", **typed)
    assert "1 starting rating" in text_of(seen.text)
    assert fields_in(seen.text)["column.rating"] == "B"
    assert sent(office, seen, action="do").status_code == 303
