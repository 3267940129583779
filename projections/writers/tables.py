"""The canonical tables and lines, written: the fields of :mod:`ledger.files.canonical`."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import attrs
import orjson

from ledger.files.canonical import FIELDS
from ledger.files.report import Findings, GameReport, PlayerReport, TournamentReport
from projections.writers.reports import left_out

Row = Mapping[str, str | int | date | None]
_POINTS = {1.0: "1", 0.5: "0.5", 0.0: "0"}
_FORFEITS = {1.0: "+", 0.5: "+=", 0.0: "-"}
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,47}")
_RATED = {"both": None, "none": "no", "white": "white", "black": "black"}


def write_csv(report: TournamentReport, findings: Findings) -> bytes:
    """The three tables in one file, columns that nobody fills left out."""
    _tell_what_is_left_out(report, findings)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["[tournament]"])
    writer.writerows([("key", "value"), *_given(_tournament(report)).items()])
    players, games = map(_player, report.players), map(_game, report.games)
    for kind, rows in (("player", [*map(_given, players)]), ("game", [*map(_given, games)])):
        names = [name for name in FIELDS[kind] if any(name in row for row in rows)]
        writer.writerow([f"[{kind}s]"])
        writer.writerow(names)
        writer.writerows([row.get(name) for name in names] for row in rows)
    return text.getvalue().encode()


def write_jsonl(report: TournamentReport, findings: Findings) -> bytes:
    """The same, a line each, fields that are empty left out.

    ``kind`` says there what a line is about, so it cannot say that a player is a computer.
    """
    _tell_what_is_left_out(report, findings)
    for player in report.players:
        if player.computer:
            left_out(findings, f"that player {player.number} is a computer")
    kinds: Mapping[str, Sequence[Row]] = {
        "tournament": [_tournament(report)],
        "player": [{**_player(player), "kind": None} for player in report.players],
        "game": list(map(_game, report.games)),
    }
    return b"".join(
        orjson.dumps({"kind": kind, **_given(row)}, option=orjson.OPT_APPEND_NEWLINE)
        for kind, rows in kinds.items()
        for row in rows
    )


def _tournament(report: TournamentReport) -> Row:
    time = report.thinking_time
    return {
        "key": report.key if report.key and _KEY.fullmatch(report.key) else None,
        "name": report.name,
        "discipline": report.discipline,
        "system": report.system,
        "starts_on": report.starts_on,
        "ended_on": report.ended_on,
        "rounds": report.rounds,
        "country": report.country,
        "place": report.place,
        "minutes": None if time is None else _decimal(time.minutes),
        "increment_seconds": None if time is None else _decimal(time.increment_seconds),
        "minutes_per_move": None if time is None else _decimal(time.minutes_per_move),
        "youth_class": report.youth_class,
        "board": report.board,
    }


def _decimal(value: float | None) -> str | None:
    return None if value is None else f"{value:.10g}"


def _player(player: PlayerReport) -> Row:
    nation, figure = next(iter(player.ratings.items()), (None, None))
    return {
        "number": player.number,
        "name": player.name,
        "sex": player.sex,
        "birth_date": player.birth_date,
        "birth_year": player.birth_year,
        "federation": player.federation,
        "club": player.club,
        "grade": player.grade,
        "kind": "computer" if player.computer else None,
        **{space: player.ids.get(space) for space in ("fide", "dsb", "egd")},
        "rating": figure,
        "rating_system": nation,
    }


def _game(game: GameReport) -> Row:
    signs = _FORFEITS if game.black is not None and game.reason == "forfeit" else _POINTS
    return {
        "round": game.round,
        "board": game.board,
        "white": game.white,
        "black": game.black,
        "result_white": signs[game.white_points],
        "result_black": None if game.black is None else signs[game.black_points],
        "rated": None if game.black is None else _RATED[game.rated_for],
        "reason": None if game.played or signs is _FORFEITS else game.reason,
        "handicap": game.stones or None,
        "date": game.day,
        "finished": game.finished,
    }


def _given(row: Row) -> Row:
    return {name: value for name, value in row.items() if value is not None}


def _tell_what_is_left_out(report: TournamentReport, findings: Findings) -> None:
    if report.key and not _KEY.fullmatch(report.key):
        message = f"the id {report.key}: read again it would be another tournament"
        left_out(findings, message)
    for what in _parts_of_overtime(report):
        left_out(findings, f"the {what} of the overtime")


def _parts_of_overtime(report: TournamentReport) -> Iterator[str]:
    time = report.thinking_time
    if time is None:
        return
    told = {"minutes", "increment_seconds", "minutes_per_move"}
    for field in attrs.fields(type(time)):
        value = getattr(time, field.name)
        if field.name not in told and value not in (None, "none"):
            yield "kind" if field.name == "overtime" else field.name.replace("_", " ")
