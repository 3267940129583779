"""From proposals to the log: what is accepted, once, and nothing else."""

import csv
import zipfile
from pathlib import Path

import pytest

from tests.federation_lists.list_files import (
    archive,
    dsb,
    dsb_line,
    egd,
    egd_line,
    fide,
    fide_line,
)
from tests.federation_lists.list_ledger import OCTOBER, ListLedger

ANNA = fide_line("4600001", "Ahorn, Anna", rating=2011, birth=1990, sex="F", flag="w")
BERT = fide_line("4600002", "Buche, Bert", rating=1900, birth=1980)
LIST = fide([ANNA, BERT])
HOUSE = "--pool", "house"
EVERYTHING = (*HOUSE, "--register", "--adopt")


def test_all_of_a_list_taken_in_twice_changes_nothing(either_ledger: ListLedger) -> None:
    first = either_ledger.october(LIST, *EVERYTHING)
    assert (first["accepted"], first["appended"], first["issues"]) == (4, 4, [])
    log = either_ledger.log()
    second = either_ledger.october(LIST, *EVERYTHING)
    assert (second["proposals"], second["appended"]) == ([], 0)
    assert either_ledger.log() == log


def test_an_adopted_rating_is_what_the_list_says(ledger: ListLedger) -> None:
    ledger.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    ledger.october(LIST, *HOUSE, "--adopt")
    adopted = ledger.log()[-1]
    assert adopted["id"] == "fide-2026-10-01-rating-house-anna"
    assert adopted["data"] == {
        "pool": "house",
        "player": "anna",
        "system": "FIDE",
        "figure": 2011,
        "list_date": "2026-10-01",
        "verified": True,
    }


def test_a_rating_adopted_by_hand_from_the_same_list_is_not_proposed(ledger: ListLedger) -> None:
    ledger.register(
        "anna", "Ahorn, Anna", birth_year=1990, federation="GER", ids={"fide": "4600001"}
    )
    by_hand = {"pool": "house", "player": "anna", "system": "FIDE", "figure": 2011}
    more = {"list_date": "2026-10-01", "verified": True}
    ledger.append({"type": "rating.adopted", "data": by_hand | more})
    assert ledger.proposed(LIST, *HOUSE) == []
    november = "--list-date", "2026-11-01"
    assert ledger.enrol("fide", LIST, *november, *HOUSE)["counts"]["rating"] == 1


def test_the_ratings_of_other_lists_are_adopted_under_their_own_names(ledger: ListLedger) -> None:
    ledger.register("nagy", "Nagy, Anna", ids={"egd": "10000001", "dsb": "10000002"})
    go = egd([egd_line("10000001", "Nagy Anna", gor=-120)])
    ledger.enrol("egd", go, *HOUSE, "--adopt")
    chess = dsb([dsb_line("10000002", "C0101", "Nagy", "Anna", dwz=1712, index=62)])
    ledger.enrol("dsb", chess, *OCTOBER, *HOUSE, "--adopt")  # a house that keeps no index
    assert [(each["system"], each["figure"]) for each in ledger.of_type("rating.adopted")] == [
        ("EGD", -120),
        ("DWZ", 1712),
    ]


def test_only_what_is_marked_is_appended(either_ledger: ListLedger) -> None:
    marks = {"fide-4600002": "yes"}
    table = either_ledger.marked("fide", LIST, marks, *OCTOBER, "--only", "GER")
    document = either_ledger.october(LIST, "--only", "GER", "--accept", table)
    assert [each["accepted"] for each in document["proposals"]] == [False, True]
    (bert,) = either_ledger.of_type("player.registered")
    assert [each["player"] for each in document["proposals"]] == [None, bert["player"]]
    again = either_ledger.october(LIST, "--only", "GER", "--accept", table)
    assert (again["appended"], again["issues"]) == (0, [])


def test_the_table_says_what_the_preview_says(ledger: ListLedger, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    document = ledger.october(LIST, *HOUSE, "--only", "GER", "--proposals", str(table))
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["accept"] for row in rows] == ["", ""]
    for row, shown in zip(rows, document["proposals"], strict=True):
        for field in ("proposal", "kind", "number", "player", "name"):
            assert row[field] == (shown[field] or "")


def test_a_table_that_exists_is_not_written_over(ledger: ListLedger) -> None:
    table = ledger.marked("fide", LIST, {}, *OCTOBER)
    result = ledger.run(
        "sync", "fide", ledger.write_file("l", LIST), *OCTOBER, "--proposals", table
    )
    assert (result.exit_code, "may be marked" in result.stderr) == (1, True)


def test_a_link_that_is_accepted_adds_the_number_and_keeps_the_rest(ledger: ListLedger) -> None:
    ledger.register(
        "anna", "Ahorn, Anna", birth_date="1990-05-01", club="sk", ids={"egd": "10000001"}
    )
    id_ = "fide-2026-10-01-link-anna 4600001"
    table = ledger.marked("fide", LIST, {id_: "x"}, *OCTOBER)
    assert ledger.october(LIST, "--accept", table)["appended"] == 1
    (correction,) = ledger.of_type("correction.submitted")
    assert correction["reason"] == "FIDE list of 2026-10-01: ids"
    assert {**correction["replacement"], "commitment": ""} == {
        "player": "anna",
        "birth_year": 1990,
        "club": "sk",
        "commitment": "",
    }
    # Now he is known by both numbers, and the list differs in his federation only.
    (change,) = ledger.october(fide([ANNA]))["proposals"]
    assert [each["field"] for each in change["changes"]] == ["federation"]
    assert (
        ledger.enrol("egd", egd([egd_line("10000001", "Ahorn Anna", "", "")]))["proposals"] == []
    )


def test_a_namesake_can_be_registered_as_somebody_new(ledger: ListLedger) -> None:
    ledger.register("other", "Ahorn, Anna")
    id_ = "fide-2026-10-01-link-other 4600001"
    table = ledger.marked("fide", LIST, {id_: "new"}, *OCTOBER)
    assert ledger.october(LIST, "--accept", table)["appended"] == 1
    assert len(ledger.of_type("player.registered")) == 2
    again = ledger.october(LIST, "--accept", table)
    assert (again["appended"], again["issues"]) == (0, [])


def test_a_change_that_is_accepted_is_a_correction(ledger: ListLedger) -> None:
    ledger.register("anna", "Buche, Anna", birth_date="1991-05-01", ids={"fide": "4600001"})
    id_ = "fide-2026-10-01-change-anna"
    table = ledger.marked("fide", LIST, {id_: "yes"}, *OCTOBER)
    assert ledger.october(LIST, "--accept", table)["appended"] == 1
    (correction,) = ledger.of_type("correction.submitted")
    assert correction["replacement"]["birth_year"] == 1990
    assert correction["replacement"]["federation"] == "GER"
    assert ledger.october(fide([ANNA]))["proposals"] == []


def test_another_club_is_a_membership_from_the_day_of_the_list(ledger: ListLedger) -> None:
    ledger.register("anna", "Ahorn, Anna", birth_year=1980, club="sk", ids={"dsb": "10000001"})
    content = dsb([dsb_line("10000001", "C0101", "Ahorn", "Anna")])
    id_ = "dsb-2026-10-01-club-anna"
    table = ledger.marked("dsb", content, {id_: "yes"}, *OCTOBER)
    assert ledger.enrol("dsb", content, *OCTOBER, "--accept", table)["appended"] == 1
    assert ledger.of_type("membership.declared") == [
        {"player": "anna", "club": "C0101", "from_day": "2026-10-01"}
    ]
    november = "--list-date", "2026-11-01"
    assert ledger.enrol("dsb", content, *november)["proposals"] == []


@pytest.mark.parametrize("marks", [("yes", "yes"), ("yes", "new")])
def test_a_number_goes_to_one_person_only(ledger: ListLedger, marks: tuple[str, str]) -> None:
    for player in ("one", "other"):
        ledger.register(player, "Ahorn, Anna")
    ids = (f"fide-2026-10-01-link-{player} 4600001" for player in ("one", "other"))
    table = ledger.marked("fide", LIST, dict(zip(ids, marks, strict=True)), *OCTOBER)
    document = ledger.october(LIST, "--accept", table, status=1)
    assert "accepted for two persons" in document["problems"][0]["message"]
    assert document["appended"] == 0


def test_a_person_gets_one_number_only(ledger: ListLedger) -> None:
    ledger.register("anna", "Ahorn, Anna")
    twice = fide([ANNA, fide_line("4600009", "Ahorn, Anna")])
    ids = (f"fide-2026-10-01-link-anna {number}" for number in ("4600001", "4600009"))
    table = ledger.marked("fide", twice, dict.fromkeys(ids, "yes"), *OCTOBER)
    document = ledger.october(twice, "--accept", table, status=1)
    assert "anna is corrected from line 2 as well" in document["problems"][0]["message"]


def test_a_mark_that_cannot_be_understood_is_refused_with_its_line(ledger: ListLedger) -> None:
    for mark, message in (("perhaps", "'perhaps' is not a mark"), ("", "no line")):
        table = ledger.marked("fide", LIST, {"fide-4600001": mark}, *OCTOBER, "--only", "GER")
        file_path = ledger.write_file("l", LIST)
        result = ledger.run("sync", "fide", file_path, *OCTOBER, "--accept", table)
        assert (result.exit_code, message in result.stderr) == (1, True)


def test_new_is_a_mark_for_links_only(ledger: ListLedger) -> None:
    only = *OCTOBER, "--only", "GER"
    table = ledger.marked("fide", LIST, {"fide-4600001": "new"}, *only)
    document = ledger.enrol("fide", LIST, *only, "--accept", table, status=1)
    assert "is not a link" in document["problems"][0]["message"]


def test_a_mark_for_what_is_not_proposed_any_more_is_told(ledger: ListLedger) -> None:
    only = *OCTOBER, "--only", "GER"
    table = ledger.marked("fide", LIST, {"fide-4600001": "yes"}, *only)
    document = ledger.enrol("fide", fide([BERT]), *only, "--accept", table)
    assert "not proposed (any more)" in document["issues"][0]["message"]


def test_any_other_table_is_no_table_of_proposals(ledger: ListLedger) -> None:
    file_path = ledger.write_file("l", LIST)
    result = ledger.run("sync", "fide", file_path, *OCTOBER, "--accept", file_path)
    assert (result.exit_code, "no columns accept and proposal" in result.stderr) == (1, True)


def test_a_spreadsheet_may_have_saved_the_table_its_own_way(ledger: ListLedger) -> None:
    umlaut = fide([fide_line("4600005", "Böhme, Jörg")])
    only = *OCTOBER, "--only", "GER"
    table = Path(ledger.marked("fide", umlaut, {"fide-4600005": "Yes"}, *only))
    rows = list(csv.reader(table.read_text("utf-8").splitlines()))
    with table.open("w", encoding="cp1252", newline="") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    assert ledger.enrol("fide", umlaut, *only, "--accept", str(table))["appended"] == 1


def test_a_dry_run_checks_and_appends_nothing(ledger: ListLedger) -> None:
    document = ledger.october(LIST, *EVERYTHING, "--dry-run")
    assert (document["accepted"], document["appended"]) == (4, 0)
    assert len(ledger.log()) == 1


def test_a_preview_for_people_counts_everything_and_shows_the_first(ledger: ListLedger) -> None:
    ledger.register(
        "anna", "Ahorn, Anna", federation="AUT", birth_year=1990, ids={"fide": "4600001"}
    )
    crowd = [fide_line(str(4600010 + number), f"Linde, {number}") for number in range(12)]
    file_path = ledger.write_file("october.txt", fide([ANNA, "damaged", *crowd]))
    result = ledger.run("sync", "fide", file_path, *OCTOBER, *HOUSE, "--only", "GER")
    assert result.exit_code == 0
    for text in (
        "october.txt: FIDE list of 2026-10-01",
        "13 persons read; damaged lines: 1.",
        "12 × register",
        "… and 2 more",
        "federation AUT → GER",
        "FIDE 2011",
        "line 3: the line is left out",
        "Nothing is accepted, so nothing was appended.",
    ):
        assert text in result.stdout


def test_a_list_may_stay_in_its_archive(ledger: ListLedger) -> None:
    packed = archive("players_list_foa.txt", LIST)
    assert ledger.october(packed, "--register")["appended"] == 2
    (problem,) = ledger.october(archive("readme.md", LIST), status=1)["problems"]
    assert "must contain one list" in problem["message"]


def test_the_log_verifies_after_all_of_it(ledger: ListLedger) -> None:
    ledger.october(LIST, *EVERYTHING)
    assert ledger.run("verify").exit_code == 0


def test_no_number_of_somebody_registered_enters_the_log(ledger: ListLedger) -> None:
    ledger.register("anna", "Buche, Anna", ids={"fide": "4600001"})
    ledger.register("bert", "Buche, Bert")
    marks = {
        "fide-2026-10-01-change-anna": "yes",
        "fide-2026-10-01-link-bert 4600002": "yes",
        "fide-2026-10-01-rating-house-anna": "yes",
    }
    table = ledger.marked("fide", LIST, marks, *OCTOBER, *HOUSE)
    assert ledger.october(LIST, *HOUSE, "--accept", table)["appended"] == 3
    log_text = ledger.run("--format", "json", "log").stdout
    assert "4600001" not in log_text
    assert "4600002" not in log_text


def test_ids_stay_within_what_the_ledger_admits_and_apart(ledger: ListLedger) -> None:
    pool, people = "p" * 100, [f"{'a' * 99}{last}" for last in "xy"]
    house = {"pool": pool, "rulebook": ledger.rulebook, "from_day": "1990-01-01"}
    ledger.append({"type": "rulebook.adopted", "data": house})
    for player, number in zip(people, ("4600001", "4600002"), strict=True):
        ledger.register(player, "A, B", ids={"fide": number})
    assert ledger.october(LIST, "--pool", pool, "--adopt")["appended"] == 2
    assert ledger.october(LIST, "--pool", pool, "--adopt")["appended"] == 0


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_packed_in_an_unusual_way_is_refused(ledger: ListLedger, method: int) -> None:
    (problem,) = ledger.october(archive("list.txt", LIST, method), status=1)["problems"]
    assert "unpack it" in problem["message"]
