"""From a file to the log: links, events, previews, files handed in twice."""

from hashlib import sha256
from pathlib import Path

import pytest

from ledger.imports.matching.player_index import plain_name
from tests.imports.import_ledger import ImportOffice
from tests.imports.tournament_files import (
    HEAD,
    csv_text,
    dsb,
    dsb_game,
    h9,
    trf,
    trf_player,
)

ANNA = trf_player(
    1, "Ahorn, Anna", [(2, "w", "1"), (None, "-", "H")], fide="4600001", birth="1990"
)
BERT = trf_player(2, "Buche, Bert", [(1, "b", "0"), (None, "-", "Z")], birth="1980")
OPEN = trf([ANNA, BERT], (*HEAD, "092 Swiss"))


def registrations(office: ImportOffice) -> list[str]:
    return [e["data"]["player"] for e in office.log() if e["type"] == "player.registered"]


def test_a_file_becomes_a_tournament_with_its_games(either_office: ImportOffice) -> None:
    document = either_office.take_in(
        "trf", either_office.paper("open.trf", OPEN), "--register-new"
    )
    assert document["appended"] == 6  # two players, the tournament, a game and two byes
    events = either_office.log()[1:]
    tournament = next(e for e in events if e["type"] == "tournament.submitted")
    key = document["tournament"]["tournament"]
    assert tournament["id"] == key
    assert tournament["source"] == "open.trf"
    assert tournament["data"] == {
        "tournament": key,
        "name": "Spring Open",
        "pools": ["house"],
        "discipline": "chess",
        "format": "swiss",
        "starts_on": "2024-03-01",
        "ended_on": "2024-03-03",
        "rounds": 2,
        "country": "GER",
        "place": "Neustadt",
        "entrants": [{"player": f"{key}-p1"}, {"player": f"{key}-p2"}],
        "paper": sha256(OPEN).hexdigest(),
    }
    games = [e["data"] for e in events if e["type"] == "game.submitted"]
    bye = {"tournament": key, "round": 2, "black_points": 0, "played": False, "reason": "bye"}
    assert games == [
        {
            "game": f"{key}-r1-1-2",
            "tournament": key,
            "round": 1,
            "white": f"{key}-p1",
            "black": f"{key}-p2",
            "white_points": 1,
            "black_points": 0,
        },
        {**bye, "game": f"{key}-r2-1-bye", "white": f"{key}-p1", "white_points": 0.5},
        {**bye, "game": f"{key}-r2-2-bye", "white": f"{key}-p2", "white_points": 0},
    ]


def test_a_file_handed_in_twice_changes_nothing(either_office: ImportOffice) -> None:
    paper = either_office.paper("open.trf", OPEN)
    either_office.take_in("trf", paper, "--register-new")
    before = either_office.log()
    again = either_office.take_in("trf", paper)
    assert (again["appended"], again["duplicates"]) == (0, 4)
    assert either_office.log() == before
    assert [player["linked"] for player in again["players"]] == ["before", "before"]


def test_links_that_were_said_hold_when_the_file_comes_again(office: ImportOffice) -> None:
    office.register("b", "Buche, Berthold")
    paper = office.paper("open.trf", OPEN)
    office.take_in("trf", paper, "--link", "2=b", "--register-new")
    assert office.take_in("trf", paper)["appended"] == 0


def test_a_dry_run_shows_everything_and_writes_nothing(office: ImportOffice) -> None:
    before = office.log()
    document = office.take_in("trf", office.paper("o", OPEN), "--register-new", "--dry-run")
    assert document["appended"] == 0
    assert len(document["players"]) == 2
    assert len(document["games"]) == 3
    assert office.log() == before


def test_a_dry_run_tells_what_the_ledger_would_refuse(office: ImportOffice) -> None:
    arguments = "import", "trf", office.paper("o", OPEN), "--register-new", "--dry-run"
    result = office.run(*arguments, "--pool", "nowhere")
    assert result.exit_code == 1
    assert "nowhere" in result.stderr


def test_players_are_linked_by_their_numbers(office: ImportOffice) -> None:
    office.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    office.register("bert", "Buche, Bert")
    document = office.take_in("trf", office.paper("o", OPEN), "--link", "2=bert")
    assert [(p["player"], p["linked"]) for p in document["players"]] == [
        ("anna", "number"),
        ("bert", "said"),
    ]
    assert registrations(office) == ["anna", "bert"]


def test_go_players_are_linked_by_their_pins(office: ImportOffice) -> None:
    office.register("anna", "Nagy, Anna", ids={"egd": "10000001"})
    rows = ["1 Nagy Anna 2d HU Buda 2+/w0 |10000001", "2 Kis Bela 1d HU Buda 1-/b0 |10000002"]
    document = office.take_in("h9", office.paper("t.h9", h9(rows)), "--register-new")
    assert [player["player"] for player in document["players"]] == ["anna", None]
    tournament = next(e for e in office.log() if e["type"] == "tournament.submitted")
    assert tournament["id"] == "egd-T240301A"
    assert tournament["data"]["entrants"] == [
        {"player": "anna", "entry_grade": "2d"},
        {"player": "egd-T240301A-p2", "entry_grade": "1d"},
    ]


def test_nobody_is_linked_by_his_name_alone(either_office: ImportOffice) -> None:
    either_office.register("bert", "BUCHE Bért", birth_year=1980)
    either_office.register("another", "Buche, Bert", birth_year=1950)
    paper = either_office.paper("o", OPEN)
    document = either_office.take_in("trf", paper, "--register-new", status=1)
    proposals = document["players"][1]["proposals"]
    assert proposals == [{"player": "bert", "reasons": ["same name", "same year of birth"]}]
    assert "--link 2=bert or --link 2=new" in document["problems"][0]["message"]
    assert registrations(either_office) == ["bert", "another"]
    either_office.take_in("trf", paper, "--register-new", "--link", "2=new")
    assert len(registrations(either_office)) == 4


def test_an_unknown_player_refuses_the_file_unless_he_is_to_be_registered(
    office: ImportOffice,
) -> None:
    document = office.take_in("trf", office.paper("o", OPEN), status=1)
    assert len(document["problems"]) == 2
    assert "--register-new" in document["problems"][0]["message"]
    assert len(office.log()) == 1


def test_a_number_that_leads_to_somebody_born_in_another_year_is_refused(
    office: ImportOffice,
) -> None:
    office.register("anna", "Ahorn, Anna", ids={"fide": "4600001"}, birth_year=1955)
    document = office.take_in("trf", office.paper("o", OPEN), "--register-new", status=1)
    assert "1955" in document["problems"][0]["message"]
    office.take_in("trf", office.paper("o", OPEN), "--register-new", "--link", "1=anna")


def test_two_players_of_a_file_are_not_one_of_the_register(office: ImportOffice) -> None:
    office.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    arguments = "--link", "2=anna"
    document = office.take_in("trf", office.paper("o", OPEN), *arguments, status=1)
    assert "both anna" in document["problems"][0]["message"]


@pytest.mark.parametrize("link", ["2=nobody", "7=anna"])
def test_a_link_to_nobody_or_for_nobody_is_refused(office: ImportOffice, link: str) -> None:
    office.register("anna", "Tanne, Tina")
    paper = office.paper("o", OPEN)
    assert office.take_in("trf", paper, "--register-new", "--link", link, status=1)["problems"]


def test_a_merged_player_is_linked_as_who_he_is(either_office: ImportOffice) -> None:
    either_office.register("old", "Ahorn, Anna", ids={"fide": "4600001"})
    either_office.register("kept", "Ahorn-Berg, Anna")
    merge = {"keep": "kept", "drop": "old", "reason": "married"}
    either_office.append({"type": "players.merged", "data": merge})
    document = either_office.take_in("trf", either_office.paper("o", OPEN), "--register-new")
    assert document["players"][0]["player"] == "kept"


def test_a_forgotten_player_is_linked_by_nothing(office: ImportOffice) -> None:
    office.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    data = {"player": "anna", "reason": "on request"}
    office.append({"type": "player.forgotten", "data": data})
    document = office.take_in("trf", office.paper("o", OPEN), "--register-new")
    assert document["players"][0]["linked"] == "new"


def corrected(office: ImportOffice, replacement: dict[str, object] | None) -> None:
    """Anna is registered, and her registration corrected."""
    data = {"player": "anna", "name": "Ahorn, Anna", "ids": {"fide": "4600001"}}
    office.append({"type": "player.registered", "id": "anna", "data": data})
    correction = {"corrects": "anna", "replacement": replacement, "reason": "a slip"}
    office.append({"type": "correction.submitted", "data": correction})


def test_a_number_that_was_corrected_leads_to_nobody_any_more(office: ImportOffice) -> None:
    corrected(office, {"player": "anna", "name": "Tanne, Tina", "ids": {"fide": "4600009"}})
    arguments = "--register-new", "--dry-run"
    document = office.take_in("trf", office.paper("o", OPEN), *arguments)
    assert document["players"][0]["linked"] == "new"
    other = OPEN.replace(b"4600001", b"4600009")
    document = office.take_in("trf", office.paper("o", other), *arguments)
    assert document["players"][0]["player"] == "anna"


def test_a_struck_registration_links_nobody(office: ImportOffice) -> None:
    corrected(office, None)
    document = office.take_in("trf", office.paper("o", OPEN), "--register-new")
    assert document["players"][0]["linked"] == "new"


def test_one_bad_file_stops_none_of_the_others(office: ImportOffice) -> None:
    bad = office.paper("bad.trf", b"\x00\x01")
    good = office.paper("good.trf", OPEN)
    documents = office.take_in("trf", bad, good, "missing.trf", "--register-new", status=1)
    assert [Path(each["file"]).name for each in documents] == [
        "bad.trf",
        "good.trf",
        "missing.trf",
    ]
    assert [each["appended"] for each in documents] == [0, 6, 0]
    assert ["problems" in each for each in documents] == [True, False, True]


def test_the_format_can_be_told_from_the_content(office: ImportOffice) -> None:
    papers = [office.paper("a", OPEN), office.paper("b", dsb(dsb_game("1", "0")))]
    documents = office.take_in("auto", *papers, "--register-new")
    assert [each["tournament"]["format"] for each in documents] == ["trf", "dsb"]
    (only,) = office.take_in("auto", office.paper("c", b"hello"), status=1)["problems"]
    assert "none of the formats" in only["message"]


def test_a_folder_of_tables_and_a_mapping_of_columns(office: ImportOffice) -> None:
    text = csv_text("1,1,2,1,0,\n").decode()
    office.paper("map.toml", b'[players]\n"Nr" = "number"\n')
    for part in text.split("[")[1:]:
        name, _, table = part.partition("]\n")
        office.paper(f"{name}.csv", table.replace("number,", "Nr,").encode())
    folder, mapping = str(office.folder), str(office.folder / "map.toml")
    document = office.take_in("csv", folder, "--register-new", "--mapping", mapping)
    assert document["appended"] == 4
    assert office.take_in("csv", folder, "--mapping", mapping)["duplicates"] == 2


def test_a_preview_for_people_shows_the_crosstable_and_the_issues(office: ImportOffice) -> None:
    paper = office.paper("open.trf", OPEN.replace(b"2024/03/03", b"03.03.2024"))
    result = office.run("import", "trf", paper, "--pool", "house", "--register-new", "--dry-run")
    assert result.exit_code == 0
    for text in (
        "Spring Open",
        "2024-03-01 to 2024-03-03",
        "2w1",
        "bye½",
        "is read as 2024-03-03",
    ):
        assert text in result.stdout


def test_what_is_said_is_about_one_file(office: ImportOffice) -> None:
    papers = [office.paper(name, OPEN) for name in ("a", "b")]
    result = office.run("import", "trf", *papers, "--pool", "house", "--ended-on", "2024-03-03")
    assert result.exit_code == 2


def test_the_log_verifies_after_imports(office: ImportOffice) -> None:
    office.take_in("trf", office.paper("o", OPEN), "--register-new")
    assert office.run("verify").exit_code == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller, Jürgen", "JURGEN MULLER"),
        ("Großmann, Eva", "Eva Grossmann"),
        ("O'Brien, Pat", "Pat O Brien"),
        ("Örr,Mârk", "Mark Orr"),
    ],
)
def test_names_are_compared_without_accents_case_and_order(one: str, other: str) -> None:
    assert plain_name(one) == plain_name(other)
