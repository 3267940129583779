"""The proposals of a list, which never write anything."""

import pytest

from tests.federation_lists.list_files import (
    SINGLE,
    dsb,
    dsb_line,
    egd,
    egd_line,
    fide,
    fide_line,
    fide_single_line,
)
from tests.federation_lists.list_ledger import OCTOBER, ListLedger

ANNA = fide_line("4600001", "Ahorn, Anna", rating=2011, birth=1990, sex="F", flag="w")
BERT = fide_line("4600002", "Buche, Bert", rating=1900, birth=1980)
EVA = fide_line("4600003", "Esche, Eva", "AUT", birth=1970, sex="F")
LIST = fide([ANNA, BERT, EVA])
HOUSE = "--pool", "house"


def test_a_list_by_itself_appends_nothing(either_ledger: ListLedger) -> None:
    either_ledger.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    before = either_ledger.log()
    document = either_ledger.october(LIST, *HOUSE, "--only", "GER,AUT")
    assert document["counts"] == {"register": 2, "link": 0, "change": 1, "rating": 1}
    assert document["accepted"] == document["appended"] == 0
    assert either_ledger.log() == before


def test_strangers_of_the_worlds_list_are_proposed_only_where_asked_for(
    ledger: ListLedger,
) -> None:
    document = ledger.october(LIST)
    assert (document["proposals"], document["not_registered"]) == ([], 3)
    only_austria = ledger.october(LIST, "--only", "AUT")
    assert [each["proposal"] for each in only_austria["proposals"]] == ["fide-4600003"]
    assert only_austria["not_registered"] == 2


def test_strangers_of_other_lists_are_proposed(ledger: ListLedger) -> None:
    dsb_list = dsb([dsb_line("10000001", "C0101", "Ahorn", "Anna")])
    (anna,) = ledger.enrol("dsb", dsb_list, *OCTOBER)["proposals"]
    (nagy,) = ledger.enrol("egd", egd([egd_line("10000001", "Nagy Anna")]))["proposals"]
    assert (anna["kind"], anna["proposal"]) == ("register", "dsb-10000001")
    assert (nagy["kind"], nagy["proposal"]) == ("register", "egd-10000001")
    assert (anna["player"], nagy["player"]) == (None, None)  # there is none as yet


def test_the_registration_says_what_the_list_says(ledger: ListLedger) -> None:
    anna = dsb_line("10000001", "C0101", "Ahorn", "Anna", "A", 1990, 1712, 62, "4600001", "GER")
    ledger.enrol("dsb", dsb([anna]), *OCTOBER, "--register")
    registered = ledger.log()[-1]
    assert registered["source"] == "list-of-dsb"
    public = {key: value for key, value in registered["data"].items() if key != "commitment"}
    assert public == {
        "player": registered["id"],
        "birth_year": 1990,
        "federation": "GER",
        "club": "C0101",
    }
    again = ledger.enrol("fide", fide([ANNA]), *OCTOBER)  # known by the number that came with it
    assert (again["proposals"], again["not_registered"]) == ([], 0)


@pytest.mark.parametrize(
    ("name", "more", "reasons"),
    [
        ("Ahorn, Anna", {"birth_year": 1990}, ["same name", "same year of birth"]),
        ("Anna AHORN", {"birth_year": 1990}, ["same name", "same year of birth"]),
        ("Ahorn, Anna", {}, ["same name", "year of birth not known to both"]),
    ],
)
def test_a_namesake_is_proposed_a_number(
    ledger: ListLedger, name: str, more: dict[str, int], reasons: list[str]
) -> None:
    ledger.register("anna", name, **more)
    (proposal,) = ledger.october(fide([ANNA]), "--register", "--dry-run")["proposals"]
    assert (proposal["kind"], proposal["player"], proposal["reasons"]) == ("link", "anna", reasons)
    assert proposal["changes"] == [{"field": "fide", "register": None, "list": "4600001"}]
    assert proposal["accepted"] is False


@pytest.mark.parametrize(
    "more", [{"birth_year": 1991}, {"birth_year": 1990, "ids": {"fide": "4600009"}}]
)
def test_a_namesake_of_another_year_or_number_is_somebody_else(
    ledger: ListLedger, more: dict[str, object]
) -> None:
    ledger.register("anna", "Ahorn, Anna", **more)
    (proposal,) = ledger.october(fide([ANNA]), "--only", "GER")["proposals"]
    assert (proposal["kind"], proposal["proposal"]) == ("register", "fide-4600001")
    assert proposal["reasons"] == [
        "of the same name, but born in another year or with another number: anna"
    ]


def test_several_namesakes_are_all_proposed(ledger: ListLedger) -> None:
    for player in ("one", "other"):
        ledger.register(player, "Ahorn, Anna")
    assert ledger.proposed(fide([ANNA])) == [("link", "one"), ("link", "other")]


@pytest.mark.parametrize("spelt", ["Müller, Jörg", "Mueller, Joerg", "Muller, Jorg"])
def test_a_name_is_found_however_its_accents_are_spelt(ledger: ListLedger, spelt: str) -> None:
    ledger.register("joerg", "Müller, Jörg", birth_year=1980)
    line = fide_line("4600004", spelt, birth=1980)
    assert ledger.proposed(fide([line])) == [("link", "joerg")]


def test_another_number_tells_who_is_meant(ledger: ListLedger) -> None:
    ledger.register("anna", "Ahorn-Berg, Anna", birth_year=1990, ids={"fide": "4600001"})
    line = dsb_line("10000001", "C0101", "Ahorn", "Anna", birth=1990, fide_id="4600001")
    (proposal,) = ledger.enrol("dsb", dsb([line]), *OCTOBER)["proposals"]
    assert (proposal["kind"], proposal["player"]) == ("link", "anna")
    assert proposal["reasons"] == ["same FIDE number", "same year of birth"]


def test_numbers_that_contradict_each_other_are_told_not_proposed(ledger: ListLedger) -> None:
    ledger.register("bert", "Buche, Bert", birth_year=1950, ids={"fide": "4600001"})
    line = dsb_line("10000001", "C0101", "Ahorn", "Anna", birth=1990, fide_id="4600001")
    document = ledger.enrol("dsb", dsb([line]), *OCTOBER)
    assert document["proposals"] == []
    assert "belongs to bert" in document["issues"][0]["message"]


def test_other_data_are_shown_as_a_difference(ledger: ListLedger) -> None:
    ids = {"fide": "4600001"}
    ledger.register("anna", "Buche, Anna", birth_year=1990, federation="AUT", ids=ids)
    (proposal,) = ledger.october(fide([ANNA]))["proposals"]
    assert (proposal["kind"], proposal["player"]) == ("change", "anna")
    assert proposal["changes"] == [
        {"field": "name", "register": "Buche, Anna", "list": "Ahorn, Anna"},
        {"field": "federation", "register": "AUT", "list": "GER"},
    ]


def test_who_agrees_with_the_list_is_left_alone(ledger: ListLedger) -> None:
    more = {"birth_date": "1990-05-01", "federation": "GER", "club": "sk", "sex": "f"}
    ledger.register("anna", "Ährn, Ánna", ids={"fide": "4600001"}, **more)
    assert ledger.proposed(fide([fide_line("4600001", "Aehrn, Anna", birth=1990)])) == []


def test_a_list_that_comes_late_is_compared_with_the_clubs_of_its_day(ledger: ListLedger) -> None:
    """Anna was in C0101 until July; the list of May agrees, that of June has her elsewhere."""
    ledger.register("anna", "Ahorn, Anna", birth_year=1980, club="C0101", ids={"dsb": "10000001"})
    moved = {"player": "anna", "club": "C0303", "from_day": "2026-07-01"}
    ledger.append({"type": "membership.declared", "data": moved})
    may = dsb([dsb_line("10000001", "C0101", "Ahorn", "Anna")])
    june = dsb([dsb_line("10000001", "C0202", "Ahorn", "Anna")])
    assert ledger.enrol("dsb", may, "--list-date", "2026-05-01")["proposals"] == []
    (proposal,) = ledger.enrol("dsb", june, "--list-date", "2026-06-01")["proposals"]
    assert proposal["changes"] == [{"field": "club", "register": "C0101", "list": "C0202"}]


def test_a_number_that_seems_to_be_somebody_elses_brings_no_rating(ledger: ListLedger) -> None:
    ledger.register("bert", "Buche, Bert", birth_year=1950, ids={"fide": "4600001"})
    (proposal,) = ledger.october(fide([ANNA]), *HOUSE)["proposals"]
    assert proposal["kind"] == "change"
    assert "perhaps the number in the register is another person's" in proposal["reasons"]


def test_two_persons_with_one_number_are_told(ledger: ListLedger) -> None:
    for player in ("one", "other"):
        ledger.register(player, "Ahorn, Anna", ids={"fide": "4600001"})
    document = ledger.october(fide([ANNA]), *HOUSE, "--only", "GER")
    assert document["proposals"] == []
    assert "belongs to one, other" in document["issues"][0]["message"]


def test_a_rating_is_proposed_for_those_registered_who_have_one(ledger: ListLedger) -> None:
    for player, number in (("anna", "4600001"), ("eva", "4600003")):
        ledger.register(player, "A, B", federation="GER", ids={"fide": number})
    assert [each for each in ledger.proposed(LIST, *HOUSE) if each[0] == "rating"] == [
        ("rating", "anna")
    ]


def test_those_who_enter_are_proposed_a_rating_where_all_are_registered(
    ledger: ListLedger,
) -> None:
    arguments = *HOUSE, "--register", "--dry-run"
    found = ledger.october(fide([ANNA, EVA]), *arguments)["proposals"]
    assert [(each["kind"], each["proposal"], each["player"]) for each in found] == [
        ("register", "fide-4600001", None),
        ("rating", "fide-2026-10-01-rating-house 4600001", None),
        ("register", "fide-4600003", None),
    ]


def test_without_a_pool_no_rating_is_proposed(ledger: ListLedger) -> None:
    ledger.register(
        "anna", "Ahorn, Anna", federation="GER", birth_year=1990, ids={"fide": "4600001"}
    )
    assert ledger.proposed(LIST) == []
    result = ledger.run("sync", "fide", ledger.write_file("l", LIST), *OCTOBER, "--adopt")
    assert (result.exit_code, "--adopt needs --pool" in result.stderr) == (2, True)
    unknown = ledger.run(
        "sync", "fide", ledger.write_file("l", LIST), *OCTOBER, "--pool", "nowhere"
    )
    assert (unknown.exit_code, "there is no pool 'nowhere'" in unknown.stderr) == (1, True)


def test_a_merged_person_is_proposed_for_as_who_he_is(either_ledger: ListLedger) -> None:
    either_ledger.register("old", "Ahorn, Anna", ids={"fide": "4600001"})
    either_ledger.register("kept", "Ahorn, Anna", federation="GER", birth_year=1990)
    merge = {"keep": "kept", "drop": "old", "reason": "one person"}
    either_ledger.append({"type": "players.merged", "data": merge})
    assert either_ledger.proposed(fide([ANNA]), *HOUSE) == [("rating", "kept")]


def test_the_name_of_a_withheld_person_is_shown_nowhere(ledger: ListLedger) -> None:
    ledger.register("anna", "Buche, Anna", birth_year=1990, ids={"fide": "4600001"})
    withheld = {"player": "anna", "from_day": "2026-01-01"}
    ledger.append({"type": "player.withheld", "data": withheld})
    for form in ("table", "json", "csv"):
        file_path = ledger.write_file("l", fide([ANNA]))
        shown = ledger.run("--format", form, "sync", "fide", file_path, *OCTOBER, *HOUSE)
        assert shown.exit_code == 0
        assert "anna" in shown.stdout
        assert "Anna" not in shown.stdout


def test_the_register_is_seen_as_corrections_have_left_it(either_ledger: ListLedger) -> None:
    registered = {"player": "anna", "name": "Ahorn, Anna", "birth_year": 1990}
    either_ledger.append({"type": "player.registered", "id": "r", "data": registered})
    replacement = {**registered, "federation": "GER", "ids": {"fide": "4600001"}}
    correction = {"corrects": "r", "replacement": replacement, "reason": "number"}
    either_ledger.append({"type": "correction.submitted", "id": "c", "data": correction})
    assert either_ledger.proposed(fide([ANNA])) == []
    struck = {"corrects": "c", "replacement": None, "reason": "not his"}
    either_ledger.append({"type": "correction.submitted", "data": struck})
    assert either_ledger.proposed(fide([ANNA])) == [("link", "anna")]


def test_the_date_of_the_list_is_demanded_never_guessed(ledger: ListLedger) -> None:
    (problem,) = ledger.enrol("fide", LIST, status=1)["problems"]
    assert "give --list-date" in problem["message"]
    single = fide([fide_single_line("4600001", "Ahorn, Anna")], SINGLE)
    assert ledger.enrol("fide", single)["list_date"] == "2026-10-01"
    other = ledger.enrol("fide", single, "--list-date", "2026-09-01", status=1)
    assert "but the list states 2026-10-01" in other["problems"][0]["message"]


@pytest.mark.parametrize(
    "content",
    [fide([ANNA, BERT, ANNA]), egd([egd_line("10000001", "A B"), egd_line("10000001", "C D")])],
)
def test_a_number_that_stands_on_the_list_twice_refuses_it(
    ledger: ListLedger, content: bytes
) -> None:
    format_ = "egd" if b"EGD" in content or b"<pre>" in content else "fide"
    arguments = () if format_ == "egd" else OCTOBER
    document = ledger.enrol(format_, content, *arguments, "--register", status=1)
    (problem,) = document["problems"]
    assert "is also on line" in problem["message"]
    assert document["appended"] == 0
    assert len(ledger.log()) == 1


def test_a_list_of_nobody_is_refused(ledger: ListLedger) -> None:
    (problem,) = ledger.october(fide([]), status=1)["problems"]
    assert "no player on the list" in problem["message"]
