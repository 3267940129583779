"""An event of Sharly-Chess (.sce): an SQLite database with tournaments, players and pairings.

Each tournament of the event is separate.  Earlier versions kept the results in files of Papi
instead; such an event is refused.  Mail addresses and telephone numbers are not read.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from hashlib import sha256
from subprocess import TimeoutExpired
from typing import Any

import msgspec
from msgspec.structs import replace

from ledger.events.messages import Message, RequestField
from ledger.importing.formats import fields
from ledger.importing.formats.apart import read_apart
from ledger.importing.formats.choice import choose_tournament
from ledger.importing.formats.consistency import check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates, unambiguous_date
from ledger.importing.formats.mirrored_cells import MirroredCell, games_of_cells
from ledger.importing.formats.sharly_chess import sqlite_process
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    UNRATED_DRAW,
    UNRATED_LOSS,
    UNRATED_WIN,
    WIN,
    SideResult,
)
from ledger.importing.formats.text import tidy, too_large
from ledger.importing.formats.time_control import coded_thinking_time
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)
from ledger.importing.formats.workbook_process import DAMAGED, TOO_LARGE

_SIGNATURE, _HEAD, _LARGEST_PAGE = b"SQLite format 3\0", 100, 65_536
_COLUMNS: Mapping[str, Sequence[str]] = {
    "info": (
        *("name", "federation", "location", "pab_value"),
        *("start_date", "stop_date", "start", "stop"),
    ),
    "tournament": (
        *("id", "name", "location", "start_date", "stop_date", "pairing", "rating"),
        *("start", "stop", "time_control_trf25", "team_player_count", "pab_value", "game_points"),
        "round_datetimes",
    ),
    "player": (
        *("id", "last_name", "first_name", "date_of_birth", "year_of_birth", "gender", "title"),
        *("ratings", "fide_id", "federation", "club"),
    ),
    "tournament_player": ("tournament_id", "player_id", "pairing_number"),
    "board": ("id", "white_player_id", "black_player_id"),
    "pairing": ("tournament_id", "player_id", "round", "result", "board_id"),
}
Row = Mapping[str, str]
Tables = Mapping[str, Sequence[Row]]

_RESULTS: Mapping[str, SideResult] = {
    "1": LOSS,
    "2": DRAW,
    "3": WIN,
    "4": FORFEIT_LOSS,
    "5": FORFEIT_LOSS,
    "6": FORFEIT_WIN,
    "11": UNRATED_LOSS,
    "12": UNRATED_DRAW,
    "13": UNRATED_WIN,
    "15": LOSS,
    "16": DRAW,
    "17": LOSS,
    "18": UNRATED_LOSS,
    "19": UNRATED_DRAW,
    "20": UNRATED_LOSS,
}
"""The meaning of a pairing for its player; from 15 on the arbiter deducted points."""
_OPEN = "0"
_ALLOCATED_BYE = "9"
_BYES: Mapping[str, SideResult] = {"6": FORFEIT_WIN, "8": FORFEIT_DRAW, "10": FORFEIT_WIN}
_NO_POINTS = frozenset({_OPEN, "", "4", "5", "7", "14"})
_POINTS = {1.0: FORFEIT_WIN, 0.5: FORFEIT_DRAW, 0.0: FORFEIT_LOSS}
_BYES_BY_VALUE: Mapping[str, SideResult] = {
    "1": FORFEIT_LOSS,
    "2": FORFEIT_DRAW,
    "3": FORFEIT_WIN,
}
_SEXES = {"F": "f", "1": "f", "M": "m", "2": "m"}
_SYSTEMS: Mapping[str, System] = {
    "swiss": "swiss",
    "berger": "round-robin",
    "round_robin": "round-robin",
}
_RATINGS = frozenset({"1", "2", "3"})  # standard, rapid, blitz


def read_sharly_chess(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of one tournament of an event."""
    if too_large(content, findings):
        return None
    tables = _tables(content, findings)
    tournament = None if tables is None else _tournament(tables, supplied, findings)
    if tables is None or tournament is None:
        return None
    info = next(iter(tables["info"]), {})
    first, last = resolve_dates(*_days(info, tournament, supplied, findings), supplied, findings)
    numbers = _numbers(tables, tournament)
    cells = _cells(tables, tournament, info, numbers, findings)
    games = tuple(_with_days(games_of_cells(cells, findings), tournament, first, last))
    report = TournamentReport(
        format="sharly",
        encoding="utf-8",
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=_name(info, tournament),
        place=tidy(tournament["location"] or info.get("location", ""))[:200] or None,
        country=fields.federation(info.get("federation", ""), findings, None),
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        system=_system(tournament),
        thinking_time=coded_thinking_time(
            tournament["time_control_trf25"], "time_control_trf25", findings
        ),
        players=tuple(
            _player(row, numbers[row["id"]], tournament, findings)
            for row in tables["player"]
            if row["id"] in numbers
        ),
        games=games,
    )
    return check_report(report, supplied, findings)


# --- the tables ------------------------------------------------------------------------------


def _tables(content: bytes, findings: Findings) -> Tables | None:
    """The tables of an event; a value that is missing is an empty text."""
    status, output = DAMAGED, b""
    if _is_whole(content):
        try:
            status, output = read_apart(sqlite_process.__file__, [json.dumps(_COLUMNS)], content)
        except (OSError, TimeoutExpired):
            status = TOO_LARGE
    if status == DAMAGED:
        message = Message("the database is damaged: export the tournament as TRF")
    elif status != 0:
        message = Message(
            "the database asks for more memory or time than any event needs: export the "
            "tournament as TRF"
        )
    else:
        tables = msgspec.json.decode(output, type=dict[str, list[list[str | None]]])
        if _COLUMNS.keys() <= tables.keys():
            return {name: _named(_COLUMNS[name], rows) for name, rows in tables.items()}
        message = Message(
            "the database has no players and pairings of Sharly-Chess: open it in a version of "
            "today, or import the tournament from Papi or TRF"
        )
    findings.error(message)
    return None


def _is_whole(content: bytes) -> bool:
    """True if the bytes begin as a database and have the length it states."""
    if not content.startswith(_SIGNATURE) or len(content) < _HEAD:
        return False
    size = int.from_bytes(content[16:18])
    size = _LARGEST_PAGE if size == 1 else size
    says_pages = content[24:28] == content[92:96]
    pages = int.from_bytes(content[28:32]) if says_pages else 1
    return size > 0 and len(content) % size == 0 and pages * size <= len(content)


def _named(columns: Sequence[str], rows: Sequence[Sequence[str | None]]) -> Sequence[Row]:
    return [{name: value or "" for name, value in zip(columns, row, strict=True)} for row in rows]


def _tournament(tables: Tables, supplied: SuppliedDetails, findings: Findings) -> Row | None:
    """The only tournament that has pairings, or the one that has the name given."""
    info = next(iter(tables["info"]), {})
    paired = {row["tournament_id"] for row in tables["pairing"]}
    found = [
        ((_name(info, row), row["name"]), row)
        for row in tables["tournament"]
        if row["id"] in paired
    ]
    return choose_tournament(found, supplied, findings)


def _numbers(tables: Tables, tournament: Row) -> Mapping[str, str]:
    """The start numbers of the tournament's players by their ids; the ids, if some have none."""
    rows = [row for row in tables["tournament_player"] if row["tournament_id"] == tournament["id"]]
    numbers = [row["pairing_number"] for row in rows]
    if all(numbers) and len(set(numbers)) == len(numbers):
        return {row["player_id"]: row["pairing_number"][:10] for row in rows}
    return {row["player_id"]: row["player_id"][:10] for row in rows}


# --- the head --------------------------------------------------------------------------------


def _name(info: Row, tournament: Row) -> str | None:
    """Return the event, followed by the name of the tournament."""
    names = (tidy(row.get("name", "")) for row in (info, tournament))
    return " ".join(name for name in dict.fromkeys(names) if name)[:200] or None


_SECONDS = re.compile(r"([0-9]{9,10})(?:\.[0-9]*)?")
_FIRST_HOURS, _LAST_HOURS = timedelta(hours=2), timedelta(hours=1)
"""The difference to universal time in Central Europe that leaves 0:00 and 23:59 on their days."""


def _days(
    info: Row, tournament: Row, supplied: SuppliedDetails, findings: Findings
) -> tuple[WrittenDate | None, WrittenDate | None]:
    """The first and last day of the tournament, else of the event unless others are given."""
    own, of_event = (
        [
            _written(row.get(day, "")) or _day_of_seconds(row.get(seconds, ""), hours, findings)
            for day, seconds, hours in (
                ("start_date", "start", _FIRST_HOURS),
                ("stop_date", "stop", _LAST_HOURS),
            )
        ]
        for row in (tournament, info)
    )
    given = supplied.starts_on, supplied.ended_on
    days = [
        mine or (event if said is None else None)
        for mine, event, said in zip(own, of_event, given, strict=True)
    ]
    if own[1] is None and days[1] is not None:
        message = Message(
            "the tournament has no days of its own, so those of the event are taken: if it "
            "ended earlier, give %(ended_on)s",
            ended_on=RequestField("ended_on", "YYYY-MM-DD"),
        )
        findings.warn(message)
    return days[0], days[1]


def _day_of_seconds(text: str, hours: timedelta, findings: Findings) -> WrittenDate | None:
    """The day of a moment in seconds of universal time, as versions 2 have it."""
    match = _SECONDS.fullmatch(text)
    if match is None:
        return None
    findings.adjusted(Message("days stated in seconds are read in the time of Central Europe"))
    day = date(1970, 1, 1) + (timedelta(seconds=int(match[1])) + hours)
    return WrittenDate(day.isoformat())


def _written(text: str) -> WrittenDate | None:
    return WrittenDate(text[:40]) if text.strip() else None


def _system(tournament: Row) -> System | None:
    if tournament["team_player_count"] not in {"", "0"}:
        return "team"
    pairing = tournament["pairing"].casefold()
    return next((system for word, system in _SYSTEMS.items() if word in pairing), None)


def _with_days(
    games: Iterator[GameReport], tournament: Row, first: date | None, last: date | None
) -> Iterator[GameReport]:
    """Yield the games with the days of their rounds, if the file has valid ones."""
    days = _object(tournament["round_datetimes"])
    for game in games:
        written = days.get(str(game.round))
        day = unambiguous_date(written[:10]) if isinstance(written, str) else None
        inside = day is not None and last is not None and (first or day) <= day <= last
        yield replace(game, day=day) if inside and game.played else game


def _object(text: str) -> Mapping[str, Any]:
    """Return a JSON object in a column; empty if there is none."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return {}


# --- players and pairings --------------------------------------------------------------------


def _player(row: Row, number: str, tournament: Row, findings: Findings) -> PlayerReport:
    names = tidy(row["last_name"]), tidy(row["first_name"])
    if not names[0]:
        findings.error(Message("player %(number)s has no name: complete it", number=number))
    day, year = fields.birth(row["date_of_birth"], findings, None)
    if year is None:
        _, year = fields.birth(row["year_of_birth"], findings, None)
    fide = fields.external_id("fide", row["fide_id"], findings, None, names[0])
    return PlayerReport(
        number=number,
        name=", ".join(part for part in names if part)[:200] or "?",
        sex=fields.sex(_SEXES.get(row["gender"], ""), findings, None),
        birth_date=day,
        birth_year=year,
        federation=fields.federation(row["federation"], findings, None),
        club=tidy(row["club"])[:100].strip() or None,
        title=row["title"] if re.fullmatch("W?[A-Z]M", row["title"]) else None,
        ids={} if fide is None else {"fide": fide},
        ratings=_ratings(row["ratings"], tournament["rating"]),
    )


def _ratings(text: str, kind: str) -> Mapping[str, int]:
    """Return the FIDE rating for the tournament's kind of time control."""
    of_kind = _object(text).get(kind if kind in _RATINGS else "1")
    figure = of_kind.get("fide") if isinstance(of_kind, dict) else None
    return {"FIDE": figure} if isinstance(figure, int) and 0 < figure < 10_000 else {}


def _cells(
    tables: Tables, tournament: Row, info: Row, numbers: Mapping[str, str], findings: Findings
) -> Iterator[MirroredCell]:
    boards = {row["id"]: row for row in tables["board"]}
    byes = {**_BYES, _ALLOCATED_BYE: _allocated_bye(tournament, info)}
    for row in tables["pairing"]:
        if row["tournament_id"] != tournament["id"]:
            continue
        player, round_, code = row["player_id"], row["round"], row["result"]
        sides = boards.get(row["board_id"], {})
        white, black = sides.get("white_player_id", ""), sides.get("black_player_id", "")
        opponent = black if player == white else white if player == black else ""
        known = {*_RESULTS, _OPEN} if opponent else {*byes, *_NO_POINTS}
        if (
            code not in known
            or player not in numbers
            or not re.fullmatch("[1-9][0-9]{0,2}", round_)
        ):
            message = Message(
                "round %(round)s: player %(player)s has the invalid result %(code)r: correct it "
                "in the pairing program",
                round=round_[:10],
                player=numbers.get(player, player)[:10],
                code=code[:10],
            )
            findings.error(message)
        elif opponent:
            yield MirroredCell(
                player=numbers[player],
                round=int(round_),
                opponent=numbers.get(opponent, opponent[:10]),
                result=_RESULTS.get(code),
                colour="w" if player == white else "b",
            )
        elif code in byes and byes[code].points:
            yield MirroredCell(
                player=numbers[player], round=int(round_), opponent=None, result=byes[code]
            )


def _allocated_bye(tournament: Row, info: Row) -> SideResult:
    """Return the value of the pairing program's bye: its points, else the result it stands for."""
    points = _object(tournament["game_points"]).get(_ALLOCATED_BYE)
    if isinstance(points, int | float) and points in _POINTS:
        return _POINTS[points]
    value = tournament["pab_value"] or info.get("pab_value", "")
    return _BYES_BY_VALUE.get(value, FORFEIT_WIN)
