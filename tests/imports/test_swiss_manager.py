"""Swiss-Manager's own files, of players and of teams."""

import struct
from datetime import date

import attrs

from ledger.events.facts import ThinkingTime
from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import SuppliedDetails, TeamReport
from tests.imports.go_tables import ROWS
from tests.imports.swiss_manager_files import (
    BYE,
    NOT_PAIRED,
    PLAYERS,
    ROUND_ROBIN,
    ROUNDS,
    SWISS,
    TEAM_ROUND_ROBIN,
    TEAM_ROUNDS,
    TEAM_SWISS,
    Game,
    Player,
    assembled,
    mark,
    swiss_manager,
)
from tests.imports.tournament_files import Result, errors, h9, messages_of, result_of, valid_report
from tests.tables import every


def first_result(game: Game) -> Result:
    """The result of a game in the first round of the file."""
    report = valid_report("swissmanager", swiss_manager([(game, (3, 4, 2)), *ROUNDS[1:]]))
    return result_of(report.games[0])


def refusal(content: bytes) -> str:
    return errors("swissmanager", content)[0].message


def test_a_tournament_of_players_is_read() -> None:
    report = valid_report("swissmanager", swiss_manager())
    assert (report.name, report.place, report.country) == ("Frühjahrsopen ♟", "Neustadt", "GER")
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 3))
    assert (report.key, report.rounds) == ("chess-results-4711", 3)
    assert report.officials.chief_arbiter == "Eibe, Emil"
    assert report.thinking_time == ThinkingTime(minutes=90, increment_seconds=30)
    found = [(game.round, game.white, game.black, result_of(game)) for game in report.games]
    expected: list[tuple[int, str, str | None, Result]] = [
        (1, "1", "2", (1, 0, True, None, "both")),
        (1, "3", "4", (0.5, 0.5, True, None, "both")),
        (2, "2", "3", (0, 1, True, None, "both")),
        (2, "4", "1", (0, 1, False, "forfeit", "both")),
        (3, "1", "3", (0, 0, False, "forfeit", "both")),
        (3, "2", None, (1, 0, False, "bye", "both")),
        (3, "4", None, (0.5, 0, False, "bye", "both")),
    ]
    assert found == expected
    assert [game.day for game in report.games[:4]] == [
        *[date(2024, 3, 1)] * 2,
        date(2024, 3, 2),
        None,
    ]
    assert [game.board for game in report.games[:2]] == [1, 2]


def test_players_have_their_figures() -> None:
    anna, bert, eva, fritz = valid_report("swissmanager", swiss_manager()).players
    assert (anna.number, anna.name, anna.title) == ("1", "Ahorn, Änne", "WFM")
    assert (anna.birth_date, anna.club, anna.federation) == (
        date(1970, 1, 31),
        "SK Neustadt",
        "GER",
    )
    assert anna.ids == {"fide": "4600012", "dsb": "10012345"}
    assert (bert.birth_year, bert.birth_date, bert.ratings) == (1975, None, {"FIDE": 2000})
    assert (eva.name, eva.ids, eva.ratings, eva.birth_year) == ("Esche, Eva", {}, {}, None)
    assert fritz.name == "Fichte"


@every(
    ("kind", "system"),
    [
        (SWISS, "swiss"),
        (ROUND_ROBIN, "round-robin"),
        (TEAM_SWISS, "team"),
        (TEAM_ROUND_ROBIN, "team"),
    ],
)
def test_the_four_kinds_are_known_by_their_content(kind: int, system: str) -> None:
    content = swiss_manager(TEAM_ROUNDS, kind=kind)
    assert detect_format(content) == "swissmanager"
    assert valid_report("swissmanager", content).system == system


def test_in_a_tournament_of_teams_a_board_may_be_empty() -> None:
    report = valid_report("swissmanager", swiss_manager(TEAM_ROUNDS, kind=TEAM_SWISS))
    found = [(game.round, game.white, game.black, result_of(game)) for game in report.games]
    assert found == [
        (1, "1", "3", (1, 0, True, None, "both")),
        (1, "4", "2", (0.5, 0.5, True, None, "both")),
        (2, "3", "1", (0, 1, True, None, "both")),
        (2, "4", None, (1, 0, False, "bye", "both")),
    ]
    assert [game.board for game in report.games] == [1, 2, None, None]


def test_teams_have_their_names_players_and_boards_but_are_unproven() -> None:
    content = swiss_manager(TEAM_ROUNDS, kind=TEAM_SWISS)
    report = valid_report("swissmanager", content)
    assert report.teams == (TeamReport(number=1, name="Turm"), TeamReport(number=2, name="Dame"))
    assert [each.table_line.team for each in report.players] == [1, 1, 2, 2]
    assert report.boards == 2
    assert any("no real file" in it for it in messages_of("swissmanager", content, "warning"))


def test_teams_in_another_layout_are_left_out_and_the_games_are_read() -> None:
    content = swiss_manager(TEAM_ROUNDS, kind=TEAM_SWISS).replace(
        b"\x04\0D\0a\0m\0e\0" * 2, b"\x05\0D\0a\0m\0e\0" * 2
    )
    report = valid_report("swissmanager", content)
    assert (report.teams, len(report.games)) == ((), 4)
    assert [each.table_line.team for each in report.players] == [None] * 4
    warnings = messages_of("swissmanager", content, "warning")
    assert any("the teams of the file are left out" in each for each in warnings)


@every(
    ("code", "expected"),
    [
        (1, (1, 0, True, None, "both")),
        (2, (0.5, 0.5, True, None, "both")),
        (3, (0, 1, True, None, "both")),
        (4, (1, 0, False, "forfeit", "both")),
        (5, (0, 1, False, "forfeit", "both")),
        (6, (0, 0, False, "forfeit", "both")),
        (10, (0, 0, False, "double-loss", "both")),
        (15, (1, 0, True, None, "none")),
        (16, (0.5, 0.5, True, None, "none")),
        (17, (0, 1, True, None, "none")),
    ],
)
def test_the_codes_of_results(code: int, expected: Result) -> None:
    assert first_result((1, 2, code)) == expected


@every(("opponent", "code", "points"), [(BYE, 9, 1), (BYE, 1, 1), (NOT_PAIRED, 2, 0.5)])
def test_points_without_an_opponent_are_a_bye(opponent: int, code: int, points: float) -> None:
    assert first_result((1, opponent, code)) == (points, 0, False, "bye", "both")


@every(("opponent", "code"), [(NOT_PAIRED, 3), (NOT_PAIRED, 0), (BYE, 0)])
def test_no_points_without_an_opponent_are_nothing(opponent: int, code: int) -> None:
    assert first_result((1, opponent, code))[:2] == (0.5, 0.5)  # of the next game


def test_a_game_lost_by_both_is_pointed_out() -> None:
    content = swiss_manager([((1, 2, 10),), *ROUNDS[1:]])
    warnings = messages_of("swissmanager", content, "warning")
    assert "round 1: 1 – 2 was lost by both: entered as not rated" in warnings


def test_a_tournament_of_go_is_one_where_the_submitter_says_so() -> None:
    """Federations of go use the program as well; its ratings and titles are those of chess."""
    report = valid_report("swissmanager", swiss_manager(), SuppliedDetails(discipline="go"))
    assert report.discipline == "go"
    assert len(report.games) == len(valid_report("swissmanager", swiss_manager()).games)
    assert {(each.title, *each.ratings) for each in report.players} == {(None,)}


def test_a_format_of_go_is_not_one_of_chess() -> None:
    (refused,) = errors("h9", h9(ROWS), SuppliedDetails(discipline="chess"))
    assert "states the discipline: leave out --discipline" in refused.message


@every("code", [15, 16, 17])
def test_a_code_that_was_deduced_is_pointed_out(code: int) -> None:
    content = swiss_manager([((1, 2, code),), *ROUNDS[1:]])
    warnings = messages_of("swissmanager", content, "warning")
    assert any("deduced from sums of points: compare" in each for each in warnings)
    assert not any("deduced" in e for e in messages_of("swissmanager", swiss_manager(), "warning"))


@every("kind", [SWISS, TEAM_SWISS])
def test_a_section_that_is_not_known_is_passed_over(kind: int) -> None:
    """A real file has C5 behind the games; the last place of its directory is the end."""
    plain = swiss_manager(TEAM_ROUNDS, kind=kind)
    at = plain.index(mark(0xD3))
    offsets = [each for each in struct.unpack_from("<7I", plain, at + 4) if each]
    more = mark(0xC5) + bytes(8)
    offsets += [0] * (6 - len(offsets)) + [at + len(more)]
    content = plain[:at] + more + mark(0xD3) + struct.pack("<7I", *offsets) + mark(0xE3)
    found = valid_report("swissmanager", content)
    assert found.games == valid_report("swissmanager", plain).games


@every(
    ("game", "says"),
    [
        ((1, 2, 0), "1 – 2 (round 1)"),
        ((1, 2, 9), "result 9, whose meaning is not known"),
        ((1, 2, 7), "result 7, whose meaning is not known"),
        ((1, BYE, 8), "result 8, whose meaning is not known"),
        ((1, 5, 1), "player 5"),
        ((1, 1, 1), "against himself"),
        ((1, 3, 1), "has 2 games in round 1"),
    ],
)
def test_a_pairing_that_cannot_be_is_refused(game: Game, says: str) -> None:
    assert says in refusal(swiss_manager([(game, (3, 4, 2)), *ROUNDS[1:]]))


def test_a_player_without_a_name_is_refused() -> None:
    assert "player 4 has no name" in refusal(swiss_manager(players=[*PLAYERS[:3], Player("")]))


def test_days_of_rounds_outside_the_tournament_are_left_out() -> None:
    content = swiss_manager(days=(20_240_301, 20_240_302, 20_250_303))
    assert any(
        "days of the rounds" in each for each in messages_of("swissmanager", content, "warning")
    )
    assert {game.day for game in valid_report("swissmanager", content).games} == {None}


def test_without_a_last_day_it_has_to_be_said() -> None:
    assert "last day" in refusal(swiss_manager(ended_on=0))


def test_a_national_number_is_taken_where_it_is_known_whose_it_is() -> None:
    anna, *others = PLAYERS
    players = [attrs.evolve(anna, national="4711"), *others]
    report = valid_report("swissmanager", swiss_manager(players=players))
    assert report.players[0].ids == {"fide": "4600012"}


GOOD = swiss_manager()
SETTINGS, PEOPLE, DIRECTORY = (GOOD.index(mark(tag)) for tag in (0x95, 0xA5, 0xD3))


@every(
    "content",
    [
        GOOD[:-1],
        GOOD[: len(GOOD) // 2],
        GOOD[:SETTINGS] + mark(0x96) + GOOD[SETTINGS + 4 :],
        GOOD[: SETTINGS + 15] + b"\x07" + GOOD[SETTINGS + 16 :],
        GOOD[: SETTINGS + 15] + b"\x03" + GOOD[SETTINGS + 16 :],
        GOOD[: SETTINGS + 23] + b"\x05" + GOOD[SETTINGS + 24 :],
        GOOD[:PEOPLE] + mark(0xA6) + GOOD[PEOPLE + 4 :],
        GOOD[: DIRECTORY + 8] + b"\xff\xff" + GOOD[DIRECTORY + 10 :],
        swiss_manager(days=(20_240_301, 20_240_302)),
        assembled(b"", {0xA3: b"", 0xA5: b"", 0xB3: b""}),
    ],
    ids=[
        "without its end",
        "half of it",
        "no settings",
        "a kind that is not known",
        "teams without their sections",
        "more players than there are",
        "another section",
        "a section outside",
        "games left over",
        "nothing but sections",
    ],
)
def test_a_file_that_is_damaged_is_refused_with_what_to_export(content: bytes) -> None:
    assert "export the tournament as TRF" in refusal(content)
