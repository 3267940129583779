"""Files of German pairing programs: SWI, the text for the rating offices, and SWT."""

import struct
from datetime import date

from ledger.importing.formats.registry import detect_format, read
from ledger.importing.formats.tournament_report import GameReport, TeamReport
from tests.imports.tournament_files import (
    SWI_PLAYERS,
    SWT_PAIRINGS,
    Result,
    errors,
    messages_of,
    result_of,
    swi,
    swi_player,
    swt,
    valid_report,
)
from tests.tables import every

GAMES = [
    (1, "1", "3", (1, 0, True, None, "both")),
    (1, "4", "2", (0, 1, True, None, "both")),
    (2, "2", "1", (0.5, 0.5, True, None, "both")),
    (3, "1", "4", (1, 0, False, "forfeit", "both")),
    (3, "3", "2", (1, 0, True, None, "both")),
]


def listed(games: tuple[GameReport, ...]) -> list[tuple[int | None, str, str | None, Result]]:
    return sorted(
        (game.round, game.white, game.black, result_of(game)) for game in games if game.black
    )


def swi_pair(one: str, other: str) -> bytes:
    rows = [swi_player(1, "Ahorn, Anna", [one]), swi_player(2, "Buche, Bert", [other])]
    others = [swi_player(3, "Esche, Eva", ["1W  4"]), swi_player(4, "Fichte, Fritz", ["0B  3"])]
    return swi([*rows, *others])


def test_an_swi_tournament_is_read() -> None:
    report = valid_report("swi", swi(SWI_PLAYERS))
    assert (report.name, report.place, report.country) == ("Frühjahrsopen", "Neustadt", "GER")
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert (report.rounds, report.system, report.encoding) == (3, "swiss", "cp850")
    assert report.officials.chief_arbiter == "Eibe, Emil"
    assert report.officials.deputies == ("Zeder, Zoe",)
    assert listed(report.games) == GAMES


def test_swi_players_have_their_numbers_and_figures() -> None:
    anna, bert, eva, fritz = valid_report("swi", swi(SWI_PLAYERS)).players
    assert (anna.name, anna.ids, anna.ratings) == (
        "Ahorn, Anna",
        {"zps": "C0512-135"},
        {"DWZ": 1800},
    )
    assert (bert.name, bert.club, bert.birth_date) == ("Buche, Bert", "SK Süd", date(1970, 1, 31))
    assert (eva.ids, eva.ratings) == ({"fide": "4600001"}, {"FIDE": 1900})
    assert fritz.ids == {"dsb": "10000004"}


@every("encoding", ["cp850", "cp1252", "utf-8"])
def test_the_word_for_moves_shows_the_encoding_of_an_swi(encoding: str) -> None:
    content = swi(SWI_PLAYERS).decode("cp850").encode(encoding)
    report = valid_report("swi", content)
    assert (report.encoding, report.name) == (encoding, "Frühjahrsopen")
    assert report.players[1].club == "SK Süd"


@every(
    ("birth", "day", "year"),
    [
        ("1970", None, 1970),
        ("31011970", date(1970, 1, 31), 1970),
        ("19700131", date(1970, 1, 31), 1970),
        ("19121990", date(1990, 12, 19), 1990),
        ("310170", None, None),
        ("", None, None),
    ],
)
def test_german_birth_dates(birth: str, day: date | None, year: int | None) -> None:
    rows = [
        swi_player(1, "Ahorn, Anna", ["1W  2"], birth=birth),
        swi_player(2, "Buche, B", ["0B  1"]),
    ]
    player = valid_report("swi", swi(rows)).players[0]
    assert (player.birth_date, player.birth_year) == (day, year)


@every(
    ("kind", "system"), [("ES", "swiss"), ("ER", "round-robin"), ("MR", "team"), ("MS", "team")]
)
def test_the_third_line_of_an_swi_names_the_system(kind: str, system: str) -> None:
    assert valid_report("swi", swi(SWI_PLAYERS, kind)).system == system


@every(
    ("one", "other", "says"),
    [
        ("1W  2", "1B  1", "more than one point"),
        ("1W  2", "0B  3", "names another"),
        ("XW  2", "0B  1", "'XW  2' is not a result"),
        (" W  2", " B  1", "no result"),
        ("1W 17", "", "is empty"),
    ],
)
def test_swi_cells_that_cannot_be_a_game_are_refused_with_line_and_column(
    one: str, other: str, says: str
) -> None:
    found = [each for each in errors("swi", swi_pair(one, other)) if says in each.message]
    assert (found[0].line, found[0].column) == (5, 135)


def test_blanks_and_a_colon_without_an_opponent_are_no_game() -> None:
    assert len(valid_report("swi", swi_pair("", ":")).games) == 1


def test_a_half_against_nothing_is_read_as_it_stands() -> None:
    content = swi_pair("RW  2", "0B  1")
    (game,) = [each for each in valid_report("swi", content).games if each.white == "1"]
    assert result_of(game) == (0.5, 0, True, None, "both")
    assert any("do not complete" in each for each in messages_of("swi", content, "warning"))


def test_an_swi_without_its_template_is_refused() -> None:
    content = swi(SWI_PLAYERS).replace(b"ttt.", b"xxx.")
    assert "template" in errors("swi", content)[0].message


def test_an_swi_that_is_cut_off_after_the_table_has_no_last_day() -> None:
    content = swi(SWI_PLAYERS).split(b"###")[0]
    assert any("--ended-on" in each.message for each in errors("swi", content))
    assert any("###" in each for each in messages_of("swi", content, "warning"))


def test_an_swt_tournament_is_read() -> None:
    report = valid_report("swt", swt(SWT_PAIRINGS))
    assert (report.name, report.place, report.system) == ("Frühjahrsopen", "Neustadt", "swiss")
    assert report.officials.chief_arbiter == "Eibe, Emil"
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert listed(report.games) == GAMES
    byes = sorted((g.round, g.white, g.white_points) for g in report.games if g.black is None)
    assert byes == [(2, "3", 1.0), (2, "4", 0.5)]
    days = {game.round: game.day for game in report.games if game.played}
    assert days == {1: date(2024, 3, 1), 2: date(2024, 3, 2), 3: date(2024, 3, 3)}


def test_an_swt_of_teams_has_these_with_players_and_boards() -> None:
    pairings = ([(1, 3, 3, 0)], [(3, 4, 2, 0)], [(3, 1, 1, 0)], [(1, 2, 2, 0)])
    content = swt(pairings, teams=("Turm", "Läufer"))
    report = valid_report("swt", content)
    assert report.teams == (TeamReport(number=1, name="Turm"), TeamReport(number=2, name="Läufer"))
    assert [each.table_line.team for each in report.players] == [1, 1, 2, 2]
    assert [(it.white, it.black, it.board) for it in report.games] == [
        ("1", "3", 1),
        ("4", "2", 2),
    ]
    assert any("no real file" in each for each in messages_of("swt", content, "warning"))


def test_the_teams_of_an_older_swt_are_left_out_and_said_to_be() -> None:
    content = old_swt_of_teams()
    report = valid_report("swt", content)
    assert (report.teams, report.players[0].table_line.team, len(report.games)) == ((), None, 1)
    (told,) = [each for each in messages_of("swt", content, "warning") if "teams" in each]
    assert told.startswith("the teams of the file are left out")


def old_swt_of_teams() -> bytes:
    """A file of version 7 with one game of two teams of one player each."""
    content = bytearray(3_894 + 4 * 19 + 4 * 292)
    for at, number in ((1, 1), (3, 1), (5, 1), (7, 2), (0x261, 724), (0x534, 2)):
        struct.pack_into("<H", content, at, number)
    content[0x25E] = 0xFF
    for at, text in ((0x316, "Liga"), (0x434, "03.03.2001"), (3_970, "Ahorn"), (4_262, "Buche")):
        content[at : at + len(text)] = text.encode()
    struct.pack_into("<8xBHB", content, 3_894, 1, 2, 3)
    struct.pack_into("<8xBHB", content, 3_894 + 19, 3, 1, 1)
    content[3_970 + 0xC9], content[4_262 + 0xC9] = 1, 2
    return bytes(content)


def test_an_swt_player_has_his_numbers_and_figures() -> None:
    player = valid_report("swt", swt(SWT_PAIRINGS)).players[0]
    assert (player.name, player.club, player.sex) == ("Ahorn, Anna", "SK Süd", "f")
    assert player.title == "WFM"
    assert player.ids == {"fide": "4600001", "zps": "C0512-135"}
    assert player.ratings == {"FIDE": 1900, "DWZ": 1800}
    assert (player.birth_date, player.federation) == (date(1970, 1, 31), "GER")


def test_a_forfeit_that_one_record_of_an_swt_says_holds_for_both() -> None:
    pairings = [[(1, 2, 3, 0x22)], [(3, 1, 1, 0)], [(1, 4, 3, 0)], [(3, 3, 1, 0)]]
    forfeit, _ = valid_report("swt", swt(pairings)).games
    assert result_of(forfeit) == (1, 0, False, "forfeit", "both")


def test_high_bits_of_an_swt_result_do_not_matter() -> None:
    pairings = [[(1, 2, 0xF3, 0)], [(3, 1, 0xF1, 0)], [(1, 4, 3, 0)], [(3, 3, 1, 0)]]
    assert result_of(valid_report("swt", swt(pairings)).games[0])[:2] == (1, 0)


def test_an_open_swt_game_refuses_the_file() -> None:
    pairings = [[(1, 2, 0, 1)], [(3, 1, 0, 1)], [(1, 4, 3, 0)], [(3, 3, 1, 0)]]
    assert any("no result" in each.message for each in errors("swt", swt(pairings)))


@every("more", [b"\x00", b"x" * 19])
def test_an_swt_whose_size_does_not_fit_is_refused_with_what_to_export(more: bytes) -> None:
    assert "SWI or TRF" in errors("swt", swt(SWT_PAIRINGS) + more)[0].message


def test_the_same_tournament_is_the_same_in_swi_and_swt() -> None:
    one, other = valid_report("swi", swi(SWI_PLAYERS)), valid_report("swt", swt(SWT_PAIRINGS))
    assert listed(one.games) == listed(other.games)
    assert [each.name for each in one.players] == [each.name for each in other.players]


def test_an_empty_swt_is_an_swt_without_players() -> None:
    """A header of 13,384 bytes, nobody entered, no round drawn."""
    content = bytearray(swt(SWT_PAIRINGS)[:13_384])
    struct.pack_into("<H", content, 5, 0)
    struct.pack_into("<H", content, 7, 0)
    assert detect_format(bytes(content)) == "swt"
    messages = [issue.message for issue in errors("swt", bytes(content))]
    assert messages == ["there are no players in the file: export the tournament again"]


def test_an_swt_without_drawn_rounds_has_no_games() -> None:
    content = bytearray(swt(SWT_PAIRINGS))
    content[5] = 0
    without = bytes(content[:13_384] + content[13_384 + 19 * 3 * 4 :])
    _, issues = read("swt", "a file", without)
    assert any("no games" in each.message for each in issues if each.kind == "error")
