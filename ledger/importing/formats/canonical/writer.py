"""The canonical tables and lines, written; `canonical.columns` names them."""

import io
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import orjson
from msgspec.structs import asdict

from ledger.importing.formats import kit
from ledger.importing.formats.canonical.columns import FIELDS, RATED_CODES, RESULT_CODES, UNSTATED
from ledger.importing.formats.csv_cells import CsvWriter
from ledger.importing.formats.tournament_report import EnglishFindings

Value = str | int | date | Sequence[str] | None
Row = Mapping[str, Value]
_CODES = {(it.points, not it.played): code for it, code in RESULT_CODES.items()}
_DECIMALS = frozenset(
    {"minutes", "increment_seconds", "minutes_per_move", "seconds", "overtime_minutes", "komi"}
    | {"points", "match_points", "board_points"}
)


def write_csv(report: kit.TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the three tables in one file, without empty columns."""
    kinds = _rows(report, findings, "kind", "computer")
    text = io.StringIO()
    writer = CsvWriter(text)
    writer.row(["[tournament]"])
    (tournament,) = kinds.pop("tournament")
    writer.rows([("key", "value"), *((name, _cell(value)) for name, value in tournament.items())])
    for kind, rows in kinds.items():
        names = [name for name in FIELDS[kind] if any(name in row for row in rows)]
        writer.row([f"[{kind}s]"])
        writer.row(names)
        writer.rows([_cell(row.get(name)) for name in names] for row in rows)
    return text.getvalue().encode()


def write_jsonl(report: kit.TournamentReport, findings: EnglishFindings) -> bytes:
    """Return the same, a line each, without empty fields.

    ``kind`` is the kind of the line there, so a computer player has the field ``computer``.
    """
    return b"".join(
        orjson.dumps({"kind": kind, **row}, option=orjson.OPT_APPEND_NEWLINE)
        for kind, rows in _rows(report, findings, "computer", True).items()  # noqa: FBT003 - a value
        for row in rows
    )


def _cell(value: Value) -> Value:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else value


def _rows(
    report: kit.TournamentReport, findings: EnglishFindings, mark: str, computer: Value
) -> dict[str, Sequence[Row]]:
    """Return the rows by their kind; a computer player has a ``mark`` of this value."""
    if not any(game.black for game in report.games):
        findings.warn("there are no games in the tournament: a file without games is not read")
    players = [
        {**_player(each), mark: computer} if each.computer else _player(each)
        for each in report.players
    ]
    teams = {"team": [_row("team", asdict(each)) for each in report.teams]} if report.teams else {}
    return {
        "tournament": [_tournament(report)],
        **teams,
        "player": players,
        "game": [_game(each) for each in report.games],
    }


def _row(kind: str, values: Mapping[str, Any]) -> Row:
    """Return the fields of a kind that have a value, in their order."""
    return {
        name: f"{value:.10g}" if name in _DECIMALS else value
        for name in FIELDS[kind]
        if (value := values.get(name)) is not None
    }


def _tournament(report: kit.TournamentReport) -> Row:
    officials, days = report.officials, sorted(report.round_days.items())
    named = report, report.thinking_time, officials
    values = {n: getattr(it, n) for it in named for n in FIELDS["tournament"] if hasattr(it, n)}
    own: Row = {
        "flags": list(report.flags) or None,
        "class": report.class_,
        "tie_breaks": ",".join(report.tie_breaks) or None,
        "round_days": " ".join(f"{number}={day}" for number, day in days) or None,
        "deputy_arbiters": "; ".join(officials.deputies) or None,
    }
    return _row("tournament", {**values, **own})


def _player(player: kit.PlayerReport) -> Row:
    nation, figure = next(iter(player.ratings.items()), (None, None))
    own: Row = {
        "entered": None if player.entered else False,
        "junior": player.junior or None,
        "status": None if player.status == "registered" else player.status,
        "computer": None,
        "rating": figure,
        "rating_system": nation,
        "tie_breaks": " ".join(f"{it:.10g}" for it in player.table_line.tie_breaks) or None,
    }
    line = asdict(player.table_line)
    return _row("player", {**player.ids, **asdict(player), **line, **own})


def _game(game: kit.GameReport) -> Row:
    forfeit = game.black is not None and game.reason == "forfeit"
    # A bye has one result, unless a point was given to nobody.
    has_two = game.black is not None or game.black_points
    values: Mapping[str, Any] = {
        "round": game.round,
        "board": game.board,
        "white": game.white,
        "black": game.black,
        "result_white": _CODES[game.white_points, forfeit],
        "result_black": _CODES[game.black_points, forfeit] if has_two else None,
        "rated": RATED_CODES[game.rated_for] or None,
        "reason": None if game.played or forfeit else game.reason or UNSTATED,
        "handicap": game.stones or None,
        "receiver": None if game.receiver == "black" else game.receiver,
        "minutes_per_move": game.minutes_per_move,
        "date": game.day,
        "finished": game.finished,
    }
    return _row("game", values)
