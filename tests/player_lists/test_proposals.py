"""What a list proposes about whom, and that it proposes only."""

import pytest

from tests.player_lists.list_files import (
    SINGLE,
    dsb,
    dsb_line,
    egd,
    egd_line,
    fide,
    fide_line,
    fide_single_line,
)
from tests.player_lists.list_ledger import OCTOBER, ListOffice

ANNA = fide_line("4600001", "Ahorn, Anna", rating=2011, birth=1990, sex="F", flag="w")
BERT = fide_line("4600002", "Buche, Bert", rating=1900, birth=1980)
EVA = fide_line("4600003", "Esche, Eva", "AUT", birth=1970, sex="F")
LIST = fide([ANNA, BERT, EVA])
HOUSE = "--pool", "house"


def test_a_list_by_itself_appends_nothing(either_office: ListOffice) -> None:
    either_office.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    before = either_office.log()
    document = either_office.october(LIST, *HOUSE, "--only", "GER,AUT")
    assert document["counts"] == {"register": 2, "link": 0, "change": 1, "rating": 1}
    assert document["accepted"] == document["appended"] == 0
    assert either_office.log() == before


def test_strangers_of_the_worlds_list_are_proposed_only_where_asked_for(
    office: ListOffice,
) -> None:
    document = office.october(LIST)
    assert (document["proposals"], document["not_registered"]) == ([], 3)
    only_austria = office.october(LIST, "--only", "AUT")
    assert [each["proposal"] for each in only_austria["proposals"]] == ["fide-4600003"]
    assert only_austria["not_registered"] == 2


def test_strangers_of_other_lists_are_proposed(office: ListOffice) -> None:
    dsb_list = dsb([dsb_line("10000001", "C0101", "Ahorn", "Anna")])
    (anna,) = office.enrol("dsb", dsb_list, *OCTOBER)["proposals"]
    (nagy,) = office.enrol("egd", egd([egd_line("10000001", "Nagy Anna")]))["proposals"]
    assert (anna["kind"], anna["proposal"]) == ("register", "dsb-10000001")
    assert (nagy["kind"], nagy["proposal"]) == ("register", "egd-10000001")
    assert (anna["player"], nagy["player"]) == (None, None)  # there is none as yet


def test_the_registration_says_what_the_list_says(office: ListOffice) -> None:
    anna = dsb_line("10000001", "C0101", "Ahorn", "Anna", "A", 1990, 1712, 62, "4600001", "GER")
    office.enrol("dsb", dsb([anna]), *OCTOBER, "--register")
    registered = office.log()[-1]
    assert registered["source"] == "list-of-dsb"
    public = {key: value for key, value in registered["data"].items() if key != "commitment"}
    assert public == {
        "player": registered["id"],
        "birth_year": 1990,
        "federation": "GER",
        "club": "C0101",
    }
    again = office.enrol("fide", fide([ANNA]), *OCTOBER)  # known by the number that came with it
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
    office: ListOffice, name: str, more: dict[str, int], reasons: list[str]
) -> None:
    office.register("anna", name, **more)
    (proposal,) = office.october(fide([ANNA]), "--register", "--dry-run")["proposals"]
    assert (proposal["kind"], proposal["player"], proposal["reasons"]) == ("link", "anna", reasons)
    assert proposal["changes"] == [{"field": "fide", "register": None, "list": "4600001"}]
    assert proposal["accepted"] is False


@pytest.mark.parametrize(
    "more", [{"birth_year": 1991}, {"birth_year": 1990, "ids": {"fide": "4600009"}}]
)
def test_a_namesake_of_another_year_or_number_is_somebody_else(
    office: ListOffice, more: dict[str, object]
) -> None:
    office.register("anna", "Ahorn, Anna", **more)
    (proposal,) = office.october(fide([ANNA]), "--only", "GER")["proposals"]
    assert (proposal["kind"], proposal["proposal"]) == ("register", "fide-4600001")
    assert proposal["reasons"] == [
        "of the same name, but born in another year or with another number: anna"
    ]


def test_several_namesakes_are_all_proposed(office: ListOffice) -> None:
    for player in ("one", "other"):
        office.register(player, "Ahorn, Anna")
    assert office.proposed(fide([ANNA])) == [("link", "one"), ("link", "other")]


@pytest.mark.parametrize("spelt", ["Müller, Jörg", "Mueller, Joerg", "Muller, Jorg"])
def test_a_name_is_found_however_its_accents_are_spelt(office: ListOffice, spelt: str) -> None:
    office.register("joerg", "Müller, Jörg", birth_year=1980)
    line = fide_line("4600004", spelt, birth=1980)
    assert office.proposed(fide([line])) == [("link", "joerg")]


def test_another_number_tells_who_is_meant(office: ListOffice) -> None:
    office.register("anna", "Ahorn-Berg, Anna", birth_year=1990, ids={"fide": "4600001"})
    line = dsb_line("10000001", "C0101", "Ahorn", "Anna", birth=1990, fide_id="4600001")
    (proposal,) = office.enrol("dsb", dsb([line]), *OCTOBER)["proposals"]
    assert (proposal["kind"], proposal["player"]) == ("link", "anna")
    assert proposal["reasons"] == ["same FIDE number", "same year of birth"]


def test_numbers_that_contradict_each_other_are_told_not_proposed(office: ListOffice) -> None:
    office.register("bert", "Buche, Bert", birth_year=1950, ids={"fide": "4600001"})
    line = dsb_line("10000001", "C0101", "Ahorn", "Anna", birth=1990, fide_id="4600001")
    document = office.enrol("dsb", dsb([line]), *OCTOBER)
    assert document["proposals"] == []
    assert "stands for bert" in document["issues"][0]["message"]


def test_other_data_are_shown_as_a_difference(office: ListOffice) -> None:
    ids = {"fide": "4600001"}
    office.register("anna", "Buche, Anna", birth_year=1990, federation="AUT", ids=ids)
    (proposal,) = office.october(fide([ANNA]))["proposals"]
    assert (proposal["kind"], proposal["player"]) == ("change", "anna")
    assert proposal["changes"] == [
        {"field": "name", "register": "Buche, Anna", "list": "Ahorn, Anna"},
        {"field": "federation", "register": "AUT", "list": "GER"},
    ]


def test_who_agrees_with_the_list_is_left_alone(office: ListOffice) -> None:
    more = {"birth_date": "1990-05-01", "federation": "GER", "club": "sk", "sex": "f"}
    office.register("anna", "Ährn, Ánna", ids={"fide": "4600001"}, **more)
    assert office.proposed(fide([fide_line("4600001", "Aehrn, Anna", birth=1990)])) == []


def test_a_number_that_seems_to_be_somebody_elses_brings_no_rating(office: ListOffice) -> None:
    office.register("bert", "Buche, Bert", birth_year=1950, ids={"fide": "4600001"})
    (proposal,) = office.october(fide([ANNA]), *HOUSE)["proposals"]
    assert proposal["kind"] == "change"
    assert "perhaps the number in the register is somebody else's" in proposal["reasons"]


def test_two_persons_with_one_number_are_told(office: ListOffice) -> None:
    for player in ("one", "other"):
        office.register(player, "Ahorn, Anna", ids={"fide": "4600001"})
    document = office.october(fide([ANNA]), *HOUSE, "--only", "GER")
    assert document["proposals"] == []
    assert "stands for one, other" in document["issues"][0]["message"]


def test_a_rating_is_proposed_for_those_registered_who_have_one(office: ListOffice) -> None:
    for player, number in (("anna", "4600001"), ("eva", "4600003")):
        office.register(player, "…", federation="GER", ids={"fide": number})
    assert [each for each in office.proposed(LIST, *HOUSE) if each[0] == "rating"] == [
        ("rating", "anna")
    ]


def test_those_who_enter_are_proposed_a_rating_where_all_are_registered(
    office: ListOffice,
) -> None:
    arguments = *HOUSE, "--register", "--dry-run"
    found = office.october(fide([ANNA, EVA]), *arguments)["proposals"]
    assert [(each["kind"], each["proposal"], each["player"]) for each in found] == [
        ("register", "fide-4600001", None),
        ("rating", "fide-2026-10-01-rating-house 4600001", None),
        ("register", "fide-4600003", None),
    ]


def test_without_a_pool_no_rating_is_proposed(office: ListOffice) -> None:
    office.register(
        "anna", "Ahorn, Anna", federation="GER", birth_year=1990, ids={"fide": "4600001"}
    )
    assert office.proposed(LIST) == []
    result = office.run("enrol", "fide", office.paper("l", LIST), *OCTOBER, "--adopt")
    assert (result.exit_code, "--adopt needs --pool" in result.stderr) == (2, True)
    unknown = office.run("enrol", "fide", office.paper("l", LIST), *OCTOBER, "--pool", "nowhere")
    assert (unknown.exit_code, "there is no pool nowhere" in unknown.stderr) == (1, True)


def test_a_merged_person_is_proposed_for_as_who_he_is(either_office: ListOffice) -> None:
    either_office.register("old", "Ahorn, Anna", ids={"fide": "4600001"})
    either_office.register("kept", "Ahorn, Anna", federation="GER", birth_year=1990)
    merge = {"keep": "kept", "drop": "old", "reason": "one person"}
    either_office.append({"type": "players.merged", "data": merge})
    assert either_office.proposed(fide([ANNA]), *HOUSE) == [("rating", "kept")]


def test_the_name_of_a_withheld_person_is_shown_nowhere(office: ListOffice) -> None:
    office.register("anna", "Buche, Anna", birth_year=1990, ids={"fide": "4600001"})
    withheld = {"player": "anna", "from_day": "2026-01-01"}
    office.append({"type": "player.withheld", "data": withheld})
    for form in ("table", "json", "csv"):
        paper = office.paper("l", fide([ANNA]))
        shown = office.run("--format", form, "enrol", "fide", paper, *OCTOBER, *HOUSE)
        assert shown.exit_code == 0
        assert "anna" in shown.stdout
        assert "Anna" not in shown.stdout


def test_the_register_is_seen_as_corrections_have_left_it(either_office: ListOffice) -> None:
    registered = {"player": "anna", "name": "Ahorn, Anna", "birth_year": 1990}
    either_office.append({"type": "player.registered", "id": "r", "data": registered})
    replacement = {**registered, "federation": "GER", "ids": {"fide": "4600001"}}
    correction = {"corrects": "r", "replacement": replacement, "reason": "number"}
    either_office.append({"type": "correction.submitted", "id": "c", "data": correction})
    assert either_office.proposed(fide([ANNA])) == []
    struck = {"corrects": "c", "replacement": None, "reason": "not his"}
    either_office.append({"type": "correction.submitted", "data": struck})
    assert either_office.proposed(fide([ANNA])) == [("link", "anna")]


def test_the_date_of_the_list_is_demanded_never_guessed(office: ListOffice) -> None:
    (problem,) = office.enrol("fide", LIST, status=1)["problems"]
    assert "say --list-date" in problem["message"]
    single = fide([fide_single_line("4600001", "Ahorn, Anna")], SINGLE)
    assert office.enrol("fide", single)["list_date"] == "2026-10-01"
    other = office.enrol("fide", single, "--list-date", "2026-09-01", status=1)
    assert "but the list says 2026-10-01" in other["problems"][0]["message"]


@pytest.mark.parametrize(
    "content",
    [fide([ANNA, BERT, ANNA]), egd([egd_line("10000001", "A B"), egd_line("10000001", "C D")])],
)
def test_a_number_that_stands_on_the_list_twice_refuses_it(
    office: ListOffice, content: bytes
) -> None:
    format_ = "egd" if b"EGD" in content or b"<pre>" in content else "fide"
    arguments = () if format_ == "egd" else OCTOBER
    document = office.enrol(format_, content, *arguments, "--register", status=1)
    (problem,) = document["problems"]
    assert "stands on line" in problem["message"]
    assert document["appended"] == 0
    assert len(office.log()) == 1


def test_a_list_of_nobody_is_refused(office: ListOffice) -> None:
    (problem,) = office.october(fide([]), status=1)["problems"]
    assert "nobody" in problem["message"]
