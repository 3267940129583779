"""A file of a tournament that is in the ledger: shown as differences, kept as corrections."""

from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import HEAD, dsb, dsb_game, h9, trf, trf_player
from tests.imports.versions import ID, PEOPLE, ROUNDS, Cells, changed, handed_in, open_


def test_a_changed_result_is_shown_and_appended_as_a_correction(
    either_ledger: ImportLedger,
) -> None:
    handed_in(either_ledger, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    before = len(either_ledger.log())
    second = dsb(dsb_game("1", "0") + dsb_game("0.5", "0.5", 2))
    shown = changed(either_ledger, second, "--dry-run", kind="dsb")
    assert len(either_ledger.log()) == before
    document = changed(either_ledger, second, "--reason", "the slip", kind="dsb")
    game = {"what": "game", "event": f"{ID}-r2-1-2"}
    assert document["changes"] == shown["changes"]
    assert document["changes"] == [
        {**game, "field": "white_points", "before": 1, "after": 0.5},
        {**game, "field": "black_points", "before": 0, "after": 0.5},
    ]
    assert (document["appended"], document["duplicates"]) == (2, 1)
    events = either_ledger.log()[before:]
    assert {event["data"]["reason"] for event in events} == {"the slip"}
    assert {event["source"] for event in events} == {"second.txt"}
    assert [event["data"]["corrects"] for event in events] == [ID, f"{ID}-r2-1-2"]
    assert either_ledger.run("verify").exit_code == 0


def test_a_file_with_other_bytes_that_says_the_same_changes_nothing(ledger: ImportLedger) -> None:
    content = dsb(dsb_game("1", "0"))
    handed_in(ledger, content, kind="dsb")
    before = ledger.log()
    document = changed(ledger, content.replace(b"\n", b"\r\n"), kind="dsb")
    assert (document["appended"], document["changes"], document["duplicates"]) == (0, [], 2)
    assert ledger.log() == before


def test_a_change_is_told_in_plain_words(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    second = dsb(dsb_game("0", "1") + dsb_game("1", "0", 3))
    second = second.replace(b"Stadtmeisterschaft", b"Meisterschaft")
    file_path = ledger.write_file("second.xml", second)
    page = ledger.run("import", "dsb", file_path, "--pool", "house", "--dry-run").stdout
    for text in (
        "tournament: name Stadtmeisterschaft becomes Meisterschaft",
        f"game {ID}-r1-1-2: white points 1 becomes 0, black points 0 becomes 1",
        f"game {ID}-r2-1-2, round 2, {ID}-p1 – {ID}-p2 1 : 0: struck, the file no longer has it",
        f"new game {ID}-r3-1-2: round 3, {ID}-p1 – {ID}-p2 1 : 0",
        "would be appended",
    ):
        assert text in page


def test_the_default_reason_names_the_file(ledger: ImportLedger) -> None:
    handed_in(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    changed(ledger, dsb(dsb_game("0", "1")), kind="dsb")
    assert ledger.log()[-1]["data"]["reason"] == "changed file second.txt"


def test_the_first_file_again_after_a_changed_one_restores_it(ledger: ImportLedger) -> None:
    first = dsb(dsb_game("1", "0") + dsb_game("1", "0", 2))
    handed_in(ledger, first, kind="dsb")
    changed(ledger, dsb(dsb_game("1", "0")), kind="dsb")
    document = changed(ledger, first, kind="dsb")
    (restored,) = document["changes"]
    assert restored["event"] == f"{ID}-r2-1-2-2"  # the id of the struck game stays used
    assert (restored["before"], restored["after"]["round"]) == (None, 2)
    assert changed(ledger, first, kind="dsb")["appended"] == 0


def test_a_tournament_code_of_the_egd_is_a_key_as_well(ledger: ImportLedger) -> None:
    rows = ["1 Nagy Anna 2d HU Buda 2+/w0 |10000001", "2 Kis Bela 1d HU Buda 1-/b0 |10000002"]
    handed_in(ledger, h9(rows), kind="h9")
    other = [rows[0].replace("2+/w0", "2-/w0"), rows[1].replace("1-/b0", "1+/b0")]
    document = changed(ledger, h9([each.replace("1d", "1k") for each in other]), kind="h9")
    found = {(each["what"], each["field"]): each["after"] for each in document["changes"]}
    bela = "egd-T240301A-p2"
    assert found["entrant", bela] == {"player": bela, "entry_grade": "1k"}
    assert found["game", "white_points"] == 0


# --- players ---------------------------------------------------------------------------------


def test_players_are_found_again_when_others_are_numbered_between_them(
    ledger: ImportLedger,
) -> None:
    name = handed_in(ledger, open_())
    numbers = {1: 1, 2: 3, 3: 4, 4: 5}
    moved = [(numbers[n], PEOPLE[n], ROUNDS[n]) for n in ROUNDS]
    lines = [
        trf_player(number, person, [(numbers[each[0] or 0], each[1], each[2]) for each in cells])
        for number, person, cells in moved
    ]
    lines.insert(1, trf_player(2, "Birke, Ben", [(None, "-", "Z"), (None, "-", "Z")]))
    document = changed(
        ledger, trf(lines, (*HEAD, "092 Swiss")), "--same-as", name, "--register-new"
    )
    linked = [(player["player"], player["linked"]) for player in document["players"]]
    before = [(f"{name}-p{number}", "before") for number in (1, 2, 3, 4)]
    assert linked == [before[0], (None, "new"), *before[1:]]
    new = next(each for each in document["changes"] if each["what"] == "player")
    assert new["event"] == f"{name}-p2-2"  # the id that Birke would have is Buche's
    assert {each["what"] for each in document["changes"]} == {"player", "entrant", "game"}
    games = [each for each in document["changes"] if each["what"] == "game"]
    assert [each["after"].get("black") for each in games] == [None, None]  # two byes


def test_a_player_whose_name_was_spelt_better_stays_who_he_was(ledger: ImportLedger) -> None:
    name = handed_in(ledger, open_())
    document = changed(ledger, open_(p2="Buche, Bernd"), "--same-as", name)
    assert document["players"][1]["player"] == f"{name}-p2"
    assert document["changes"] == []


def test_somebody_else_in_the_place_of_a_player_is_asked_about(ledger: ImportLedger) -> None:
    name = handed_in(ledger, open_())
    arguments = (open_(p2="Tanne, Tina"), "--same-as", name)
    document = changed(ledger, *arguments, status=1)
    assert "who is player 2, Tanne, Tina?" in document["problems"][0]["message"]
    document = changed(ledger, *arguments, "--register-new")
    sides = [each for each in document["changes"] if each["field"] in {"white", "black"}]
    assert {(each["before"], each["after"]) for each in sides} == {
        (f"{name}-p2", f"{name}-p2-2"),
    }


def test_a_link_said_for_the_same_file_attributes_the_games_anew(ledger: ImportLedger) -> None:
    handed_in(ledger, open_())
    ledger.register("bert", "Buche, Albert")
    file_path = str(ledger.folder / "first.txt")
    document = ledger.import_file("trf", file_path, "--link", "2=bert")
    assert document["appended"] == 3  # two games and the tournament
    assert ledger.import_file("trf", file_path)["appended"] == 0


def test_a_merged_player_stands_under_his_old_id_without_a_difference(
    ledger: ImportLedger,
) -> None:
    name = handed_in(ledger, open_())
    ledger.register("kept", "Buche, Bert")
    merge = {"keep": "kept", "drop": f"{name}-p2", "reason": "the same"}
    ledger.append({"type": "players.merged", "data": merge})
    document = changed(ledger, open_() + b"\n", "--same-as", name, "--link", "2=kept")
    assert document["changes"] == []


# --- rounds paired anew ----------------------------------------------------------------------


def test_opponents_exchanged_within_a_round_are_corrected(either_ledger: ImportLedger) -> None:
    name = handed_in(either_ledger, open_())
    other: Cells = {
        1: [(4, "w", "1"), ROUNDS[1][1]],
        2: [(3, "b", "0"), ROUNDS[2][1]],
        3: [(2, "w", "1"), ROUNDS[3][1]],
        4: [(1, "b", "0"), ROUNDS[4][1]],
    }
    before = len(either_ledger.log())
    document = changed(either_ledger, open_(other), "--same-as", name)
    assert {each["field"] for each in document["changes"]} == {"black"}
    corrected = [event["data"]["corrects"] for event in either_ledger.log()[before:]]
    assert corrected == [name, f"{name}-r1-1-2", f"{name}-r1-3-4"]
    assert either_ledger.run("verify").exit_code == 0


def test_a_bye_that_became_a_game_is_corrected(ledger: ImportLedger) -> None:
    cells: Cells = {1: [(2, "w", "1")], 2: [(1, "b", "0")], 3: [(None, "-", "U")]}
    name = handed_in(ledger, open_(cells))
    more: Cells = {**cells, 3: [(4, "w", "1")], 4: [(3, "b", "0")]}
    document = changed(ledger, open_(more), "--same-as", name, "--register-new")
    game = {each["field"] for each in document["changes"] if each["what"] == "game"}
    assert game == {"black", "played", "reason"}
