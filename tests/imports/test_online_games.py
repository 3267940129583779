"""Games of lichess and chess.com."""

import json
from datetime import date
from typing import Any

from ledger.events.facts import ThinkingTime
from ledger.importing.formats.registry import detect_format
from ledger.importing.formats.tournament_report import SuppliedDetails
from tests.imports.online_games import GAME_1, GAME_2, LIVE, chesscom, lichess
from tests.imports.tournament_files import errors, messages_of, result_of, valid_report
from tests.tables import every

SAID = SuppliedDetails(name="Club arena")
ANONYMOUS = {"white": {"user": {"name": "Ahorn"}}, "black": {"aiLevel": 8}}


def test_a_game_of_lichess_is_read_with_its_day_and_clock() -> None:
    report = valid_report("lichess", lichess(GAME_1, GAME_2), SAID)
    assert [game.day for game in report.games] == [date(2024, 3, 1), date(2024, 3, 2)]
    assert (report.starts_on, report.ended_on) == (date(2024, 3, 1), date(2024, 3, 2))
    assert report.thinking_time == ThinkingTime(minutes=5.0, increment_seconds=3.0)
    assert [player.name for player in report.players] == ["Ahorn", "Buche"]
    assert (report.system, report.games[0].round) == ("games", None)


@every(("winner", "points"), [("white", 1.0), ("black", 0.0), (None, 0.5)])
def test_a_finished_game_without_a_winner_was_drawn(winner: str | None, points: float) -> None:
    game = {**GAME_1, "winner": winner}
    assert valid_report("lichess", lichess(game), SAID).games[0].white_points == points


def test_titles_are_kept_and_a_program_has_none() -> None:
    users = {"white": {"user": {"name": "Ahorn", "title": "WFM"}}}
    bots = {"black": {"user": {"name": "Buche", "title": "BOT"}}}
    report = valid_report("lichess", lichess({**GAME_1, "players": users | bots}), SAID)
    assert [(each.title, each.computer) for each in report.players] == [
        ("WFM", False),
        (None, True),
    ]


def test_a_game_that_is_there_twice_counts_once() -> None:
    assert len(valid_report("lichess", lichess(GAME_1, GAME_1), SAID).games) == 1


def test_an_account_is_the_same_however_it_is_capitalised() -> None:
    other = {
        **GAME_2,
        "players": {"white": {"user": {"name": "BUCHE"}}, "black": {"user": {"name": "ahorn"}}},
    }
    report = valid_report("lichess", lichess(GAME_1, other), SAID)
    assert len(report.players) == 2
    assert (report.games[1].white, report.games[1].black) == ("2", "1")


def test_a_game_that_nobody_began_is_a_forfeit_and_a_casual_one_is_rated_for_nobody() -> None:
    games = {**GAME_1, "status": "noStart"}, {**GAME_2, "rated": False}
    forfeit, casual = valid_report("lichess", lichess(*games), SAID).games
    assert result_of(forfeit) == (1, 0, False, "forfeit", "both")
    assert result_of(casual) == (1, 0, True, None, "none")


@every(
    ("change", "says"),
    [
        ({"status": "aborted"}, "not finished"),
        ({"status": "started"}, "not finished"),
        ({"variant": "crazyhouse"}, "variant"),
        ({"players": ANONYMOUS}, "anonymous"),
    ],
)
def test_games_that_cannot_be_rated_are_left_out_with_a_warning(
    change: dict[str, Any], says: str
) -> None:
    content = lichess(GAME_1, {**GAME_2, **change})
    assert len(valid_report("lichess", content, SAID).games) == 1
    assert any(says in each for each in messages_of("lichess", content, "warning", SAID))


@every(
    "line",
    [
        {"rank": 1, "score": 5, "username": "Ahorn", "performance": 2000},
        {"id": "aaaaaaaa", "createdBy": "ahorn", "nbPlayers": 4},
    ],
)
def test_a_table_of_results_of_lichess_is_refused_with_what_to_export(
    line: dict[str, Any],
) -> None:
    content = lichess(line)
    assert detect_format(content) == "lichess"
    assert "export the games" in errors("lichess", content, SAID)[0].message


def test_a_line_that_is_no_game_is_named() -> None:
    content = lichess(GAME_1) + b'{"id":"aaaaaaa3","rated":"yes"}\n'
    (only,) = errors("lichess", content, SAID)
    assert only.line == 2
    assert "$.rated" in only.message


def test_a_game_far_in_the_future_has_no_day() -> None:
    game = {**GAME_1, "lastMoveAt": 10**17}
    assert any("no day" in issue.message for issue in errors("lichess", lichess(game), SAID))


def test_a_game_of_chesscom_is_read() -> None:
    report = valid_report("chesscom", chesscom(LIVE))
    assert (report.name, report.ended_on) == ("club-arena-1", date(2024, 3, 1))
    assert report.thinking_time == ThinkingTime(minutes=3.0, increment_seconds=1.0)
    assert result_of(report.games[0]) == (1, 0, True, None, "both")


@every(
    ("white", "black", "points"),
    [
        ("win", "checkmated", 1.0),
        ("timeout", "win", 0.0),
        ("abandoned", "win", 0.0),
        ("agreed", "agreed", 0.5),
        ("timevsinsufficient", "timevsinsufficient", 0.5),
    ],
)
def test_results_of_chesscom(white: str, black: str, points: float) -> None:
    sides = {
        "white": {"username": "A", "result": white},
        "black": {"username": "B", "result": black},
    }
    assert valid_report("chesscom", chesscom({**LIVE, **sides})).games[0].white_points == points


@every(("white", "black"), [("win", "win"), ("win", "agreed"), ("won", "lose")])
def test_results_of_chesscom_that_do_not_fit_are_refused(white: str, black: str) -> None:
    sides = {
        "white": {"username": "A", "result": white},
        "black": {"username": "B", "result": black},
    }
    found = errors("chesscom", chesscom({**LIVE, **sides}))
    assert any("do not fit" in issue.message for issue in found)


def test_a_tournament_of_chesscom_without_games_is_refused() -> None:
    content = json.dumps({"name": "x", "url": "https://www.chess.com/x", "players": []}).encode()
    assert detect_format(content) == "chesscom"
    assert "export the games" in errors("chesscom", content)[0].message
