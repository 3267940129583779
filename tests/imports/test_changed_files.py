"""A file of a tournament that is in the ledger: shown as differences, kept as corrections."""

from tests.imports.import_ledger import ImportOffice
from tests.imports.tournament_files import HEAD, dsb, dsb_game, h9, trf, trf_player
from tests.imports.versions import ID, PEOPLE, ROUNDS, Cells, changed, handed_in, open_


def test_a_changed_result_is_shown_and_appended_as_a_correction(
    either_office: ImportOffice,
) -> None:
    handed_in(either_office, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    before = len(either_office.log())
    second = dsb(dsb_game("1", "0") + dsb_game("0.5", "0.5", 2))
    shown = changed(either_office, second, "--dry-run", kind="dsb")
    assert len(either_office.log()) == before
    document = changed(either_office, second, "--reason", "the slip", kind="dsb")
    game = {"what": "game", "event": f"{ID}-r2-1-2"}
    assert document["changes"] == shown["changes"]
    assert document["changes"] == [
        {**game, "field": "white_points", "before": 1, "after": 0.5},
        {**game, "field": "black_points", "before": 0, "after": 0.5},
    ]
    assert (document["appended"], document["duplicates"]) == (2, 1)
    events = either_office.log()[before:]
    assert {event["data"]["reason"] for event in events} == {"the slip"}
    assert {event["source"] for event in events} == {"second.txt"}
    assert [event["data"]["corrects"] for event in events] == [ID, f"{ID}-r2-1-2"]
    assert either_office.run("verify").exit_code == 0


def test_a_file_with_other_bytes_that_says_the_same_changes_nothing(office: ImportOffice) -> None:
    content = dsb(dsb_game("1", "0"))
    handed_in(office, content, kind="dsb")
    before = office.log()
    document = changed(office, content.replace(b"\n", b"\r\n"), kind="dsb")
    assert (document["appended"], document["changes"], document["duplicates"]) == (0, [], 2)
    assert office.log() == before


def test_a_change_is_told_in_plain_words(office: ImportOffice) -> None:
    handed_in(office, dsb(dsb_game("1", "0") + dsb_game("1", "0", 2)), kind="dsb")
    second = dsb(dsb_game("0", "1") + dsb_game("1", "0", 3))
    second = second.replace(b"Stadtmeisterschaft", b"Meisterschaft")
    paper = office.paper("second.xml", second)
    page = office.run("import", "dsb", paper, "--pool", "house", "--dry-run").stdout
    for text in (
        "tournament: name Stadtmeisterschaft becomes Meisterschaft",
        f"game {ID}-r1-1-2: white points 1 becomes 0, black points 0 becomes 1",
        f"game {ID}-r2-1-2, round 2, {ID}-p1 – {ID}-p2 1:0: struck, the file no longer has it",
        f"new game {ID}-r3-1-2: round 3, {ID}-p1 – {ID}-p2 1:0",
        "would be appended",
    ):
        assert text in page


def test_the_default_reason_names_the_file(office: ImportOffice) -> None:
    handed_in(office, dsb(dsb_game("1", "0")), kind="dsb")
    changed(office, dsb(dsb_game("0", "1")), kind="dsb")
    assert office.log()[-1]["data"]["reason"] == "changed file second.txt"


def test_the_first_file_again_after_a_changed_one_restores_it(office: ImportOffice) -> None:
    first = dsb(dsb_game("1", "0") + dsb_game("1", "0", 2))
    handed_in(office, first, kind="dsb")
    changed(office, dsb(dsb_game("1", "0")), kind="dsb")
    document = changed(office, first, kind="dsb")
    (restored,) = document["changes"]
    assert restored["event"] == f"{ID}-r2-1-2-2"  # the id of the struck game stays used
    assert (restored["before"], restored["after"]["round"]) == (None, 2)
    assert changed(office, first, kind="dsb")["appended"] == 0


def test_a_tournament_code_of_the_egd_is_a_key_as_well(office: ImportOffice) -> None:
    rows = ["1 Nagy Anna 2d HU Buda 2+/w0 |10000001", "2 Kis Bela 1d HU Buda 1-/b0 |10000002"]
    handed_in(office, h9(rows), kind="h9")
    other = [rows[0].replace("2+/w0", "2-/w0"), rows[1].replace("1-/b0", "1+/b0")]
    document = changed(office, h9([each.replace("1d", "1k") for each in other]), kind="h9")
    told = {(each["what"], each["field"]): each["after"] for each in document["changes"]}
    bela = "egd-T240301A-p2"
    assert told["entrant", bela] == {"player": bela, "entry_grade": "1k"}
    assert told["game", "white_points"] == 0


# --- players ---------------------------------------------------------------------------------


def test_players_are_found_again_when_others_are_numbered_between_them(
    office: ImportOffice,
) -> None:
    name = handed_in(office, open_())
    numbers = {1: 1, 2: 3, 3: 4, 4: 5}
    moved = [(numbers[n], PEOPLE[n], ROUNDS[n]) for n in ROUNDS]
    lines = [
        trf_player(number, person, [(numbers[each[0] or 0], each[1], each[2]) for each in cells])
        for number, person, cells in moved
    ]
    lines.insert(1, trf_player(2, "Birke, Ben", [(None, "-", "Z"), (None, "-", "Z")]))
    document = changed(
        office, trf(lines, (*HEAD, "092 Swiss")), "--same-as", name, "--register-new"
    )
    linked = [(player["player"], player["linked"]) for player in document["players"]]
    before = [(f"{name}-p{number}", "before") for number in (1, 2, 3, 4)]
    assert linked == [before[0], (None, "new"), *before[1:]]
    new = next(each for each in document["changes"] if each["what"] == "player")
    assert new["event"] == f"{name}-p2-2"  # the id that Birke would have is Buche's
    assert {each["what"] for each in document["changes"]} == {"player", "entrant", "game"}
    games = [each for each in document["changes"] if each["what"] == "game"]
    assert [each["after"].get("black") for each in games] == [None, None]  # two byes


def test_a_player_whose_name_was_spelt_better_stays_who_he_was(office: ImportOffice) -> None:
    name = handed_in(office, open_())
    document = changed(office, open_(p2="Buche, Bernd"), "--same-as", name)
    assert document["players"][1]["player"] == f"{name}-p2"
    assert document["changes"] == []


def test_somebody_else_in_the_place_of_a_player_is_asked_about(office: ImportOffice) -> None:
    name = handed_in(office, open_())
    arguments = (open_(p2="Tanne, Tina"), "--same-as", name)
    document = changed(office, *arguments, status=1)
    assert "who is player 2, Tanne, Tina?" in document["problems"][0]["message"]
    document = changed(office, *arguments, "--register-new")
    sides = [each for each in document["changes"] if each["field"] in {"white", "black"}]
    assert {(each["before"], each["after"]) for each in sides} == {
        (f"{name}-p2", f"{name}-p2-2"),
    }


def test_a_link_said_for_the_same_file_attributes_the_games_anew(office: ImportOffice) -> None:
    handed_in(office, open_())
    office.register("bert", "Buche, Albert")
    paper = str(office.folder / "first.txt")
    document = office.take_in("trf", paper, "--link", "2=bert")
    assert document["appended"] == 3  # two games and the tournament
    assert office.take_in("trf", paper)["appended"] == 0


def test_a_merged_player_stands_under_his_old_id_without_a_difference(
    office: ImportOffice,
) -> None:
    name = handed_in(office, open_())
    office.register("kept", "Buche, Bert")
    merge = {"keep": "kept", "drop": f"{name}-p2", "reason": "the same"}
    office.append({"type": "players.merged", "data": merge})
    document = changed(office, open_() + b"\n", "--same-as", name, "--link", "2=kept")
    assert document["changes"] == []


# --- rounds paired anew ----------------------------------------------------------------------


def test_opponents_exchanged_within_a_round_are_corrected(either_office: ImportOffice) -> None:
    name = handed_in(either_office, open_())
    other: Cells = {
        1: [(4, "w", "1"), ROUNDS[1][1]],
        2: [(3, "b", "0"), ROUNDS[2][1]],
        3: [(2, "w", "1"), ROUNDS[3][1]],
        4: [(1, "b", "0"), ROUNDS[4][1]],
    }
    before = len(either_office.log())
    document = changed(either_office, open_(other), "--same-as", name)
    assert {each["field"] for each in document["changes"]} == {"black"}
    corrected = [event["data"]["corrects"] for event in either_office.log()[before:]]
    assert corrected == [name, f"{name}-r1-1-2", f"{name}-r1-3-4"]
    assert either_office.run("verify").exit_code == 0


def test_a_bye_that_became_a_game_is_corrected(office: ImportOffice) -> None:
    cells: Cells = {1: [(2, "w", "1")], 2: [(1, "b", "0")], 3: [(None, "-", "U")]}
    name = handed_in(office, open_(cells))
    more: Cells = {**cells, 3: [(4, "w", "1")], 4: [(3, "b", "0")]}
    document = changed(office, open_(more), "--same-as", name, "--register-new")
    game = {each["field"] for each in document["changes"] if each["what"] == "game"}
    assert game == {"black", "played", "reason"}
