"""From a file to the log: links, events, previews, files submitted twice."""

from hashlib import sha256
from pathlib import Path

import pytest

from ledger.importing.matching.names import plain_name
from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import (
    HEAD,
    csv_text,
    dsb,
    dsb_game,
    h9,
    trf,
    trf_player,
)
from tests.tables import every

ANNA = trf_player(
    1, "Ahorn, Anna", [(2, "w", "1"), (None, "-", "H")], fide="4600001", birth="1990"
)
BERT = trf_player(2, "Buche, Bert", [(1, "b", "0"), (None, "-", "Z")], birth="1980")
TITLED = 'number,name,title,zps\n1,"Ahorn, Anna",WFM,C0512-135\n2,"Buche, Bert",,C0512-135\n'
OPEN = trf([ANNA, BERT], (*HEAD, "092 Swiss"))


def registrations(ledger: ImportLedger) -> list[str]:
    return [e["data"]["player"] for e in ledger.log() if e["type"] == "player.registered"]


def test_a_file_becomes_a_tournament_with_its_games(either_ledger: ImportLedger) -> None:
    document = either_ledger.import_file(
        "trf", either_ledger.write_file("open.trf", OPEN), "--register-new"
    )
    assert document["appended"] == 6  # two players, the tournament, a game and two byes
    events = either_ledger.log()[1:]
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
        "entrants": [
            {"player": f"{key}-p1", "start_number": 1},
            {"player": f"{key}-p2", "start_number": 2},
        ],
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


def test_a_file_handed_in_twice_changes_nothing(either_ledger: ImportLedger) -> None:
    file_path = either_ledger.write_file("open.trf", OPEN)
    either_ledger.import_file("trf", file_path, "--register-new")
    before = either_ledger.log()
    again = either_ledger.import_file("trf", file_path)
    assert (again["appended"], again["duplicates"]) == (0, 4)
    assert either_ledger.log() == before
    assert [player["linked"] for player in again["players"]] == ["before", "before"]


def test_links_that_were_said_hold_when_the_file_comes_again(ledger: ImportLedger) -> None:
    ledger.register("b", "Buche, Berthold")
    file_path = ledger.write_file("open.trf", OPEN)
    ledger.import_file("trf", file_path, "--link", "2=b", "--register-new")
    assert ledger.import_file("trf", file_path)["appended"] == 0


def test_a_dry_run_shows_everything_and_writes_nothing(ledger: ImportLedger) -> None:
    before = ledger.log()
    document = ledger.import_file(
        "trf", ledger.write_file("o", OPEN), "--register-new", "--dry-run"
    )
    assert document["appended"] == 0
    assert len(document["players"]) == 2
    assert len(document["games"]) == 3
    assert ledger.log() == before


def test_a_dry_run_tells_what_the_ledger_would_refuse(ledger: ImportLedger) -> None:
    arguments = "import", "trf", ledger.write_file("o", OPEN), "--register-new", "--dry-run"
    result = ledger.run(*arguments, "--pool", "nowhere")
    assert result.exit_code == 1
    assert "nowhere" in result.stderr


def test_players_are_linked_by_their_numbers(ledger: ImportLedger) -> None:
    ledger.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    ledger.register("bert", "Buche, Bert")
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), "--link", "2=bert")
    assert [(p["player"], p["linked"]) for p in document["players"]] == [
        ("anna", "number"),
        ("bert", "said"),
    ]
    assert registrations(ledger) == ["anna", "bert"]


def test_go_players_are_linked_by_their_pins(ledger: ImportLedger) -> None:
    ledger.register("anna", "Nagy, Anna", ids={"egd": "10000001"})
    rows = ["1 Nagy Anna 2d HU Buda 2+/w0 |10000001", "2 Kis Bela 1d HU Buda 1-/b0 |10000002"]
    document = ledger.import_file("h9", ledger.write_file("t.h9", h9(rows)), "--register-new")
    assert [player["player"] for player in document["players"]] == ["anna", None]
    tournament = next(e for e in ledger.log() if e["type"] == "tournament.submitted")
    assert tournament["id"] == "egd-T240301A"
    assert tournament["data"]["entrants"] == [
        {"player": "anna", "entry_grade": "2d"},
        {"player": "egd-T240301A-p2", "entry_grade": "1d"},
    ]


def test_nobody_is_linked_by_his_name_alone(either_ledger: ImportLedger) -> None:
    either_ledger.register("bert", "BUCHE Bért", birth_year=1980)
    either_ledger.register("another", "Buche, Bert", birth_year=1950)
    file_path = either_ledger.write_file("o", OPEN)
    document = either_ledger.import_file("trf", file_path, "--register-new", status=1)
    (proposal,) = document["players"][1]["proposals"]
    assert proposal["player"] == "bert"
    assert proposal["reasons"] == ["same name, in another spelling", "same year of birth"]
    assert "--link 2=bert or --link 2=new" in document["problems"][0]["message"]
    assert registrations(either_ledger) == ["bert", "another"]
    either_ledger.import_file("trf", file_path, "--register-new", "--link", "2=new")
    assert len(registrations(either_ledger)) == 4


def test_an_unknown_player_refuses_the_file_unless_he_is_to_be_registered(
    ledger: ImportLedger,
) -> None:
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), status=1)
    assert len(document["problems"]) == 2
    assert "--register-new" in document["problems"][0]["message"]
    assert len(ledger.log()) == 1


def test_a_number_that_leads_to_somebody_born_in_another_year_is_refused(
    ledger: ImportLedger,
) -> None:
    ledger.register("anna", "Ahorn, Anna", ids={"fide": "4600001"}, birth_year=1955)
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), "--register-new", status=1)
    assert "1955" in document["problems"][0]["message"]
    ledger.import_file("trf", ledger.write_file("o", OPEN), "--register-new", "--link", "1=anna")


def test_two_players_of_a_file_are_not_one_of_the_register(ledger: ImportLedger) -> None:
    ledger.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    arguments = "--link", "2=anna"
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), *arguments, status=1)
    assert "both anna" in document["problems"][0]["message"]


@pytest.mark.parametrize("link", ["2=noone", "7=anna", "7=nobody"])
def test_a_link_to_nobody_or_for_nobody_is_refused(ledger: ImportLedger, link: str) -> None:
    ledger.register("anna", "Tanne, Tina")
    file_path = ledger.write_file("o", OPEN)
    assert ledger.import_file("trf", file_path, "--register-new", "--link", link, status=1)[
        "problems"
    ]


def test_a_merged_player_is_linked_as_who_he_is(either_ledger: ImportLedger) -> None:
    either_ledger.register("old", "Ahorn, Anna", ids={"fide": "4600001"})
    either_ledger.register("kept", "Ahorn-Berg, Anna")
    merge = {"keep": "kept", "drop": "old", "reason": "married"}
    either_ledger.append({"type": "players.merged", "data": merge})
    document = either_ledger.import_file(
        "trf", either_ledger.write_file("o", OPEN), "--register-new"
    )
    assert document["players"][0]["player"] == "kept"


def test_a_forgotten_player_is_linked_by_nothing(ledger: ImportLedger) -> None:
    ledger.register("anna", "Ahorn, Anna", ids={"fide": "4600001"})
    data = {"player": "anna", "reason": "on request"}
    ledger.append({"type": "player.forgotten", "data": data})
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), "--register-new")
    assert document["players"][0]["linked"] == "new"


def corrected(ledger: ImportLedger, replacement: dict[str, object] | None) -> None:
    """Anna is registered, and her registration corrected."""
    data = {"player": "anna", "name": "Ahorn, Anna", "ids": {"fide": "4600001"}}
    ledger.append({"type": "player.registered", "id": "anna", "data": data})
    correction = {"corrects": "anna", "replacement": replacement, "reason": "a slip"}
    ledger.append({"type": "correction.submitted", "data": correction})


def test_a_number_that_was_corrected_leads_to_nobody_any_more(ledger: ImportLedger) -> None:
    corrected(ledger, {"player": "anna", "name": "Tanne, Tina", "ids": {"fide": "4600009"}})
    arguments = "--register-new", "--dry-run"
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), *arguments)
    assert document["players"][0]["linked"] == "new"
    other = OPEN.replace(b"4600001", b"4600009")
    document = ledger.import_file("trf", ledger.write_file("o", other), *arguments)
    assert document["players"][0]["player"] == "anna"


def test_a_struck_registration_links_nobody(ledger: ImportLedger) -> None:
    corrected(ledger, None)
    document = ledger.import_file("trf", ledger.write_file("o", OPEN), "--register-new")
    assert document["players"][0]["linked"] == "new"


def test_one_bad_file_stops_none_of_the_others(ledger: ImportLedger) -> None:
    bad = ledger.write_file("bad.trf", b"\x00\x01")
    valid_report = ledger.write_file("good.trf", OPEN)
    documents = ledger.import_file(
        "trf", bad, valid_report, "missing.trf", "--register-new", status=1
    )
    assert [Path(each["file"]).name for each in documents] == [
        "bad.trf",
        "good.trf",
        "missing.trf",
    ]
    assert [each["appended"] for each in documents] == [0, 6, 0]
    assert ["problems" in each for each in documents] == [True, False, True]


def test_the_format_can_be_told_from_the_content(ledger: ImportLedger) -> None:
    file_paths = [ledger.write_file("a", OPEN), ledger.write_file("b", dsb(dsb_game("1", "0")))]
    documents = ledger.import_file("auto", *file_paths, "--register-new")
    assert [each["tournament"]["format"] for each in documents] == ["trf", "dsb"]
    (only,) = ledger.import_file("auto", ledger.write_file("c", b"hello"), status=1)["problems"]
    assert "none of the formats" in only["message"]


def test_a_folder_of_tables_and_a_mapping_of_columns(ledger: ImportLedger) -> None:
    text = csv_text("1,1,2,1,0,\n").decode()
    ledger.write_file("map.toml", b'[players]\n"Nr" = "number"\n')
    for part in text.split("[")[1:]:
        name, _, table = part.partition("]\n")
        ledger.write_file(f"{name}.csv", table.replace("number,", "Nr,").encode())
    folder, mapping = str(ledger.folder), str(ledger.folder / "map.toml")
    document = ledger.import_file("csv", folder, "--register-new", "--mapping", mapping)
    assert document["appended"] == 4
    assert ledger.import_file("csv", folder, "--mapping", mapping)["duplicates"] == 2


def test_a_preview_for_people_shows_the_crosstable_and_the_issues(ledger: ImportLedger) -> None:
    file_path = ledger.write_file("open.trf", OPEN.replace(b"2024/03/03", b"03.03.2024"))
    result = ledger.run(
        "import", "trf", file_path, "--pool", "house", "--register-new", "--dry-run"
    )
    assert result.exit_code == 0
    for text in (
        "Spring Open",
        "2024-03-01 to 2024-03-03",
        "2w1",
        "bye½",
        "is read as 2024-03-03",
    ):
        assert text in result.stdout


def test_what_is_said_is_about_one_file(ledger: ImportLedger) -> None:
    file_paths = [ledger.write_file(name, OPEN) for name in ("a", "b")]
    result = ledger.run(
        "import", "trf", *file_paths, "--pool", "house", "--ended-on", "2024-03-03"
    )
    assert result.exit_code == 2


def test_the_log_verifies_after_imports(ledger: ImportLedger) -> None:
    ledger.import_file("trf", ledger.write_file("o", OPEN), "--register-new")
    assert ledger.run("verify").exit_code == 0


@every(
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


def test_titles_and_german_club_numbers_are_kept_beside_the_log(ledger: ImportLedger) -> None:
    """They are personal: the payload in the log has neither."""
    content = csv_text("1,1,2,1,0,\n", TITLED)
    ledger.import_file("csv", ledger.write_file("c", content), "--register-new")
    assert not any("WFM" in str(event) or "C0512" in str(event) for event in ledger.log())


def test_a_german_club_number_is_a_reason_but_no_link(ledger: ImportLedger) -> None:
    ledger.register("anna", "Ahorn, Anna", ids={"zps": "C0512-135"})
    content = csv_text(
        "1,1,2,1,0,\n", 'number,name,zps\n1,"Linde, Lea",C0512-135\n2,"Buche, Bert",\n'
    )
    file = ledger.write_file("c", content)
    ledger.import_file("csv", file, "--register-new")
    names = [event["data"]["player"] for event in ledger.log() if "player" in event["data"]]
    assert len(names) == 3
