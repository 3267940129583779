"""The canonical tables and lines, written; `canonical.columns` names them."""

import io
from collections.abc import Mapping, Sequence
from datetime import date

import orjson

from ledger.events.facts import ThinkingTime
from ledger.importing.formats.canonical.columns import FIELDS, RATED_CODES, RESULT_CODES, UNSTATED
from ledger.importing.formats.csv_cells import CsvWriter
from ledger.importing.formats.fields import REGISTERS
from ledger.importing.formats.side_results import SideResult
from ledger.importing.formats.tournament_report import (
    EnglishFindings,
    GameReport,
    PlayerReport,
    TeamReport,
    TournamentReport,
)

Value = str | int | date | Sequence[str] | None
Row = Mapping[str, Value]


def write_csv(report: TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the three tables in one file, without empty columns."""
    _warn_about_refused(report, findings)
    text = io.StringIO()
    writer = CsvWriter(text)
    writer.row(["[tournament]"])
    tournament = _non_empty(_tournament(report))
    writer.rows([("key", "value"), *((name, _cell(value)) for name, value in tournament.items())])
    players = [
        {**_player(each), "kind": "computer" if each.computer else None} for each in report.players
    ]
    games = map(_game, report.games)
    for kind, rows in (
        *([("team", [*map(_non_empty, map(_team, report.teams))])] if report.teams else []),
        ("player", [*map(_non_empty, players)]),
        ("game", [*map(_non_empty, games)]),
    ):
        names = [name for name in FIELDS[kind] if any(name in row for row in rows)]
        writer.row([f"[{kind}s]"])
        writer.row(names)
        writer.rows([_cell(row.get(name)) for name in names] for row in rows)
    return text.getvalue().encode()


def write_jsonl(report: TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the same, a line each, without empty fields.

    ``kind`` is the kind of the line there, so a computer player has the field ``computer``.
    """
    _warn_about_refused(report, findings)
    players = [{**_player(each), "computer": each.computer or None} for each in report.players]
    kinds: Mapping[str, Sequence[Row]] = {
        "tournament": [_tournament(report)],
        "team": list(map(_team, report.teams)),
        "player": players,
        "game": list(map(_game, report.games)),
    }
    return b"".join(
        orjson.dumps({"kind": kind, **_non_empty(row)}, option=orjson.OPT_APPEND_NEWLINE)
        for kind, rows in kinds.items()
        for row in rows
    )


def _cell(value: Value) -> Value:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else value


def _tournament(report: TournamentReport) -> Row:
    return {
        "key": report.key,
        "name": report.name,
        "discipline": report.discipline,
        "system": report.system,
        "starts_on": report.starts_on,
        "ended_on": report.ended_on,
        "rounds": report.rounds,
        "participants": report.participants,
        "country": report.country,
        "place": report.place,
        **_thinking_time(report.thinking_time),
        "flags": list(report.flags) or None,
        "class": report.class_,
        "youth_class": report.youth_class,
        "board": report.board,
        "komi": _decimal(report.komi),
        "pairing_rules": report.pairing_rules,
        "tie_breaks": ",".join(report.tie_breaks) or None,
        "boards": report.boards,
        "rounds_planned": report.rounds_planned,
        "round_days": " ".join(f"{n}={day}" for n, day in sorted(report.round_days.items()))
        or None,
        "pairing_program": report.officials.pairing_program,
        "chief_arbiter": report.officials.chief_arbiter,
        "deputy_arbiters": "; ".join(report.officials.deputies) or None,
    }


def _thinking_time(time: ThinkingTime | None) -> Row:
    if time is None:
        return {}
    return {
        "minutes": _decimal(time.minutes),
        "increment_seconds": _decimal(time.increment_seconds),
        "minutes_per_move": _decimal(time.minutes_per_move),
        "overtime": time.overtime,
        "seconds": _decimal(time.seconds),
        "stones": time.stones,
        "overtime_minutes": _decimal(time.overtime_minutes),
    }


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.10g}"


def _team(team: TeamReport) -> Row:
    return {
        "number": team.number,
        "name": team.name,
        "club": team.club,
        "place": team.place,
        "match_points": _decimal(team.match_points),
        "board_points": _decimal(team.board_points),
    }


def _player(player: PlayerReport) -> Row:
    line = player.table_line
    nation, figure = next(iter(player.ratings.items()), (None, None))
    return {
        "number": player.number,
        "name": player.name,
        "sex": player.sex,
        "birth_date": player.birth_date,
        "birth_year": player.birth_year,
        "federation": player.federation,
        "club": player.club,
        "title": player.title,
        "grade": player.grade,
        "entered": None if player.entered else False,
        "junior": player.junior or None,
        "status": None if player.status == "registered" else player.status,
        **{space: player.ids.get(space) for space in REGISTERS},
        "rating": figure,
        "rating_system": nation,
        "start_number": line.start_number,
        "place": line.place,
        "points": _decimal(line.points),
        "tie_breaks": " ".join(f"{value:.10g}" for value in line.tie_breaks) or None,
        "team": line.team,
        "withdrawn": line.withdrawn,
    }


def _game(game: GameReport) -> Row:
    forfeit = game.black is not None and game.reason == "forfeit"
    return {
        "round": game.round,
        "board": game.board,
        "white": game.white,
        "black": game.black,
        "result_white": _result_code(game.white_points, forfeit=forfeit),
        "result_black": _result_of_black(game, forfeit=forfeit),
        "rated": RATED_CODES[game.rated_for] or None,
        "reason": None if game.played or forfeit else game.reason or UNSTATED,
        "handicap": game.stones or None,
        "receiver": None if game.receiver == "black" else game.receiver,
        "minutes_per_move": _decimal(game.minutes_per_move),
        "date": game.day,
        "finished": game.finished,
    }


def _result_of_black(game: GameReport, *, forfeit: bool) -> str | None:
    """Return nothing for a bye, unless a point was given to nobody."""
    is_bye = game.black is None and not game.black_points
    return None if is_bye else _result_code(game.black_points, forfeit=forfeit)


def _result_code(points: float, *, forfeit: bool) -> str:
    return RESULT_CODES[SideResult(points, played=not forfeit, rated=not forfeit)]


def _non_empty(row: Row) -> Row:
    return {name: value for name, value in row.items() if value is not None}


def _warn_about_refused(report: TournamentReport, findings: EnglishFindings) -> None:
    if not any(game.black for game in report.games):
        findings.warn("there are no games in the tournament: a file without games is not read")
