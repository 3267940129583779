"""The canonical tables and lines say everything that the ledger keeps of a tournament."""

import re
from datetime import date
from pathlib import Path

import attrs

from ledger.events.facts import ThinkingTime
from ledger.importing.formats.canonical.columns import FIELDS
from ledger.importing.formats.tournament_report import SuppliedDetails
from ledger.importing.report_events import new_player_ids, reported_tournament
from tests.imports.import_ledger import ImportLedger
from tests.imports.json_lines import ANNA, BERT, CUP, WON, lines
from tests.imports.tournament_files import (
    PLAYERS_CSV,
    TOURNAMENT_CSV,
    Result,
    errors,
    messages_of,
    result_of,
    valid_report,
)
from tests.tables import every

GO = [
    "discipline,go",
    "minutes,60",
    "overtime,canadian",
    "seconds,20",
    "stones,30",
    "overtime_minutes,7.5",
]
LASK = [
    "minutes,120",
    "minutes_per_move,2.5",
    "flags,undated larger-event",
    "class,II",
    "participants,40",
    "youth_class,U99",
]


def cup(*fields: str, players: str = PLAYERS_CSV, games: str = "") -> bytes:
    """The Club Cup with more fields; ``games`` is a whole table, else one game."""
    table = games or "white,black,result_white,result_black\n1,2,1,0\n"
    text = f"[tournament]\n{TOURNAMENT_CSV}" + "".join(f"{field}\n" for field in fields)
    return f"{text}[players]\n{players}[games]\n{table}".encode()


def test_the_overtime_of_go_is_read() -> None:
    assert valid_report("csv", cup(*GO)).thinking_time == ThinkingTime(
        minutes=60, overtime="canadian", seconds=20, stones=30, overtime_minutes=7.5
    )


def test_what_a_federation_needs_to_know_of_a_tournament_is_read() -> None:
    report = valid_report("csv", cup(*LASK))
    assert (report.flags, report.class_) == (("undated", "larger-event"), "II")
    assert (report.participants, report.youth_class) == (40, "U99")
    assert report.thinking_time == ThinkingTime(minutes=120, minutes_per_move=2.5)


def test_how_players_entered_is_read() -> None:
    players = (
        "number,name,entered,junior,status,kind\n"
        "1,Ahorn,,yes,guest,\n2,Buche,no,,,computer\n3,Esche,yes,no,newcomer,human\n"
    )
    report = valid_report("csv", cup(players=players))
    assert [(p.entered, p.junior, p.status, p.computer) for p in report.players] == [
        (True, True, "guest", False),
        (False, False, "registered", True),
        (True, False, "newcomer", False),
    ]


def test_who_received_the_handicap_and_how_fast_games_were_is_read() -> None:
    games = (
        "white,black,result_white,result_black,handicap,receiver,minutes_per_move\n"
        "1,2,1,0,4,white,\n2,1,1,0,4,,2.5\n"
    )
    report = valid_report("csv", cup("discipline,go", games=games))
    assert [(game.receiver, game.minutes_per_move) for game in report.games] == [
        ("white", None),
        ("black", 2.5),
    ]


UNPLAYED: dict[str, Result] = {
    "1,2,1,0,,referee": (1, 0, False, "referee", "both"),
    "1,2,0,0,,double-loss": (0, 0, False, "double-loss", "both"),
    "1,2,+,-,,": (1, 0, False, "forfeit", "both"),
    "1,2,+,-,,unstated": (1, 0, False, None, "both"),
    "1,2,0.5,0.5,none,unstated": (0.5, 0.5, False, None, "none"),
    "1,,1,,,": (1, 0, False, "bye", "both"),
    "1,,0.5,,white,": (0.5, 0, False, "bye", "white"),
    "1,,1,,,referee": (1, 0, False, "referee", "both"),
    "1,,1,,,unstated": (1, 0, False, None, "both"),
    "1,,0.5,0.5,,annulled": (0.5, 0.5, False, "annulled", "both"),
}


@every("row", UNPLAYED)
def test_why_a_game_was_not_played_is_read_for_games_and_byes_alike(row: str) -> None:
    games = f"white,black,result_white,result_black,rated,reason\n1,2,1,0,,\n{row}\n"
    assert result_of(valid_report("csv", cup(games=games)).games[1]) == UNPLAYED[row]


def test_a_key_may_be_any_id_of_the_ledger() -> None:
    keys = "value", "key", "Cup 1970/71, class I", "a  b", "k" * 100, "=1+1", "[games]"
    for key in keys:
        assert valid_report("csv", cup(f'key,"{key}"')).key == key
        assert valid_report("jsonl", lines({**CUP, "key": key}, ANNA, BERT, WON)).key == key


def test_ids_made_of_a_long_key_are_short_enough_and_differ() -> None:
    one, other = (valid_report("csv", cup(f"key,{'k' * 99}{end}")) for end in "ab")
    game = valid_report(
        "csv", cup(games="round,white,black,result_white,result_black\n99999,1,2,1,0\n")
    )
    ids = [id_ for report in (one, other) for id_ in new_player_ids(report).values()]
    players = {"1": "a", "2": "b"}
    for key in ("k" * 99 + "a", "k" * 99 + "b"):
        report = attrs.evolve(game, key=key)
        ids += [each.game for each in reported_tournament(report, players, {}, ("house",)).games]
    assert len(set(ids)) == 6
    assert max(map(len, ids)) <= 100


def test_a_season_of_several_years_is_taken() -> None:
    """Its days are written out, so none of them is in doubt."""
    season = cup("system,games").replace(b"starts_on,2024", b"starts_on,2021")
    assert valid_report("csv", season).starts_on == date(2021, 3, 1)
    assert messages_of("csv", season, "warning") == []
    swiss = season.replace(b"system,games", b"system,swiss")
    assert messages_of("csv", swiss, "warning") == [
        "it lasted 1098 days: check the first and the last day"
    ]
    assert errors("csv", season.replace(b"2021-03-01", b"01.03.2021"))
    assert errors("csv", season.replace(b"2021-03-01", b"2025-03-01"))


@every("supplied", [None, date(2024, 3, 3)])
def test_a_season_whose_end_is_said_may_be_long_too(supplied: date | None) -> None:
    season = cup("system,games").replace(b"starts_on,2024", b"starts_on,2021")
    season = season.replace(b"ended_on,2024-03-03\n", b"")
    if supplied is None:
        assert errors("csv", season)
    else:
        assert valid_report("csv", season, SuppliedDetails(ended_on=supplied)).starts_on == date(
            2021, 3, 1
        )


def test_what_the_ledger_would_take_is_only_doubted() -> None:
    games = "round,white,black,result_white,result_black,date\n7,1,2,1,0,2025-01-01\n"
    assert messages_of("csv", cup("rounds,5", "system,swiss", games=games), "warning") == [
        "there are games of round 7, but the file states 5 rounds: correct one of them",
        "a game is dated 2025-01-01, after the last day 2024-03-03: correct one of them",
    ]


BAD_FIELDS = {
    "flags,undatd larger-event": "flags 'undatd' is not one of meets-time-rule, ",
    "flags,undated undated": "flags has undated twice: keep one",
    "participants,many": "participants 'many' is not a whole number up to 100000",
    "participants,0": "participants is counted from 1: correct it, or leave it out",
    "youth_class,U100": "youth_class 'U100' is not a youth class: write it like U15",
    "board,19": "board is for go only: leave it out",
    "overtime,none": "overtime is for go only: leave it out",
    "minutes_per_move,3": "minutes_per_move is a part of the thinking time: fill in minutes",
    "minutes,2000000": "minutes '2000000' is not a number with at most three decimals",
}


@every("field", BAD_FIELDS)
def test_a_bad_field_of_the_tournament_is_told_with_its_line(field: str) -> None:
    (issue,) = errors("csv", cup(field))
    assert issue.line == 6
    assert issue.message.startswith(BAD_FIELDS[field])


def test_all_that_is_misspelt_is_told_together_with_its_lines() -> None:
    players = (
        "number,name,entered,junior,status,kind,computer\n"
        "1,Ahorn,perhaps,maybe,gast,robot,\n2,Buche,,,,human,yes\n3,Esche,no,,,,\n"
    )
    games = (
        "white,black,result_white,result_black,rated,reason,receiver,minutes_per_move\n"
        "1,2,1,0,x,ill,grey,0\n2,1,+,-,,bye,,\n"
    )
    found = errors("csv", cup("system,open", "class,", "flags,a", players=players, games=games))
    assert [(issue.line, issue.message.split(" is ")[0].split(": ")[0]) for issue in found] == [
        (6, "system 'open'"),
        (8, "flags 'a'"),
        (11, "kind 'robot'"),
        (11, "entered 'perhaps'"),
        (11, "junior 'maybe'"),
        (11, "status 'gast'"),
        (12, "kind and computer contradict each other"),
        (13, "player 3"),
        (16, "receiver 'grey'"),
        (16, "minutes_per_move must be more than 0"),
        (16, "rated 'x'"),
        (16, "reason 'ill'"),
        (17, "a bye has no opponent"),
    ]


IMPOSSIBLE = {
    "1,2,1,1,,,,": "only in go both sides may win: correct the result",
    "1,2,1,0,3,,,": "chess has no handicap: leave it out, or make the discipline go",
    "1,2,1,0,,white,,": "chess has no handicap: leave it out, or make the discipline go",
    "1,2,1,0,,,2024-03-02,2024-03-01": (
        "a game was finished on 2024-03-01, before it was played on 2024-03-02: swap the days"
    ),
}


@every("row", IMPOSSIBLE)
def test_what_the_ledger_would_refuse_is_told_with_its_line(row: str) -> None:
    head = "white,black,result_white,result_black,handicap,receiver,date,finished\n"
    (issue,) = errors("csv", cup(games=f"{head}1,2,1,0,,,,\n{row}\n"))
    assert (issue.line, issue.message) == (13, IMPOSSIBLE[row])


def test_json_lines_say_the_same_with_lists_and_truth_values() -> None:
    deep = {**ANNA, "computer": True, "junior": True, "entered": False, "status": "guest"}
    flags = {**CUP, "flags": ["undated", "larger-event"], "participants": 40, "class": "II"}
    report = valid_report("jsonl", lines(flags, deep, BERT, {**WON, "minutes_per_move": 1234.567}))
    assert (report.flags, report.participants) == (("undated", "larger-event"), 40)
    one, other = report.players
    assert (one.computer, one.junior, one.entered, one.status) == (True, True, False, "guest")
    assert (other.computer, other.junior, other.entered) == (False, False, True)
    assert report.games[0].minutes_per_move == 1234.567


@every("flags", [["undatd"], [1], [["undated"]], {"undated": True}, True])
def test_a_list_of_what_is_no_flag_refuses_the_file(flags: object) -> None:
    (issue,) = errors("jsonl", lines({**CUP, "flags": flags}, ANNA, BERT, WON))
    assert issue.line == 1


def test_only_flags_may_be_a_list() -> None:
    found = errors("jsonl", lines({**CUP, "place": ["Cup"]}, ANNA, BERT, WON))
    assert [issue.message for issue in found] == ["'place' must be a text or a number"]


def test_a_preview_shows_what_the_file_declares(ledger: ImportLedger) -> None:
    path = ledger.write_file("cup.csv", cup(*LASK))
    arguments = ("--pool", "house", "--register-new", "--dry-run")
    shown = ledger.run("import", "csv", path, *arguments).stdout
    assert "class II, 40 participants reported, undated, larger-event\n" in shown
    document = ledger.import_file("csv", path, "--register-new", "--dry-run")
    assert document["tournament"]["flags"] == ["undated", "larger-event"]


@every("kind", FIELDS)
def test_every_field_stands_in_the_document(kind: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "canonical-tables.md").read_text(
        encoding="utf-8"
    )
    row = next(each for each in text.splitlines() if each.startswith(f"| {kind}"))
    assert set(re.findall("`([a-z_]+)`", row)) == set(FIELDS[kind])
