"""The canonical tables and lines, written; `canonical.columns` names them."""

import io
from collections.abc import Mapping, Sequence
from datetime import date

import orjson

from ledger.importing.formats import kit
from ledger.importing.formats.canonical.columns import FIELDS, RATED_CODES, RESULT_CODES, UNSTATED
from ledger.importing.formats.csv_cells import CsvWriter
from ledger.importing.formats.fields import REGISTERS
from ledger.importing.formats.tournament_report import EnglishFindings

Value = str | int | date | Sequence[str] | None
Row = Mapping[str, Value]
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
        if kind == "team" and not rows:
            continue
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
    return {
        "tournament": [_tournament(report)],
        "team": [_row("team", {}, each) for each in report.teams],
        "player": players,
        "game": [_game(each) for each in report.games],
    }


def _row(kind: str, own: Row, *records: object) -> Row:
    """Return the fields of a kind that have a value, which records have under their names."""
    found: dict[str, Value] = {}
    for name in FIELDS[kind]:
        named = (value for each in records if (value := getattr(each, name, None)) is not None)
        value = own[name] if name in own else next(named, None)
        if value is not None:
            found[name] = f"{value:.10g}" if name in _DECIMALS else value
    return found


def _tournament(report: kit.TournamentReport) -> Row:
    officials, days = report.officials, sorted(report.round_days.items())
    own: Row = {
        "flags": list(report.flags) or None,
        "class": report.class_,
        "tie_breaks": ",".join(report.tie_breaks) or None,
        "round_days": " ".join(f"{number}={day}" for number, day in days) or None,
        "chief_arbiter": officials.chief_arbiter,
        "deputy_arbiters": "; ".join(officials.deputies) or None,
    }
    return _row("tournament", own, report, report.thinking_time, officials)


def _player(player: kit.PlayerReport) -> Row:
    nation, figure = next(iter(player.ratings.items()), (None, None))
    own: Row = {
        "entered": None if player.entered else False,
        "junior": player.junior or None,
        "status": None if player.status == "registered" else player.status,
        "computer": None,
        **{space: player.ids.get(space) for space in REGISTERS},
        "rating": figure,
        "rating_system": nation,
        "tie_breaks": " ".join(f"{it:.10g}" for it in player.table_line.tie_breaks) or None,
    }
    return _row("player", own, player, player.table_line)


def _game(game: kit.GameReport) -> Row:
    forfeit = game.black is not None and game.reason == "forfeit"
    # A bye has one result, unless a point was given to nobody.
    has_two = game.black is not None or game.black_points
    own: Row = {
        "result_white": _result_code(game.white_points, forfeit=forfeit),
        "result_black": _result_code(game.black_points, forfeit=forfeit) if has_two else None,
        "rated": RATED_CODES[game.rated_for] or None,
        "reason": None if game.played or forfeit else game.reason or UNSTATED,
        "handicap": game.stones or None,
        "receiver": None if game.receiver == "black" else game.receiver,
        "date": game.day,
    }
    return _row("game", own, game)


def _result_code(points: float, *, forfeit: bool) -> str:
    return RESULT_CODES[kit.SideResult(points, played=not forfeit, rated=not forfeit)]
