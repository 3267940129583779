"""An event of Sharly-Chess (.sce): an SQLite database with tournaments, players and pairings.

Each tournament of the event is separate.  Earlier versions kept the results in files of Papi
instead; such an event is refused.  Mail addresses and telephone numbers are not read.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from subprocess import TimeoutExpired
from typing import Any

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.apart import read_apart
from ledger.importing.formats.sharly_chess import sqlite_process
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

_RESULTS = kit.results_of(
    win="3",
    draw="2 16",
    loss="1 15 17",
    forfeit_win="6",
    forfeit_loss="4 5",
    unrated_win="13",
    unrated_draw="12 19",
    unrated_loss="11 18 20",
)
"""The meaning of a pairing for its player; from 15 on the arbiter deducted points."""
_OPEN = "0"
_ALLOCATED_BYE = "9"
_BYES = kit.results_of(forfeit_win="6 10", forfeit_draw="8")
_NO_POINTS = frozenset({_OPEN, "", "4", "5", "7", "14"})
_POINTS = {1.0: kit.FORFEIT_WIN, 0.5: kit.FORFEIT_DRAW, 0.0: kit.FORFEIT_LOSS}
_BYES_BY_VALUE = kit.results_of(forfeit_loss="1", forfeit_draw="2", forfeit_win="3")
_ROUND = re.compile("[1-9][0-9]{0,2}")
_SEXES = {"F": "f", "1": "f", "M": "m", "2": "m"}
_ORDER = ("WCM", "CM", "WFM", "FM", "WIM", "IM", "WGM", "GM")
_TITLES = {str(n): title for n, title in enumerate(_ORDER, start=1)}
"""The titles of earlier versions."""
_SYSTEMS: Mapping[str, kit.System] = {
    "swiss": "swiss",
    "berger": "round-robin",
    "round_robin": "round-robin",
}
_RATINGS = frozenset({"1", "2", "3"})  # standard, rapid, blitz


def read_sharly_chess(file: kit.File) -> kit.TournamentReport:
    """The report of one tournament of an event."""
    tables = _tables(file)
    info = next(iter(tables["info"]), {})
    paired = {row["tournament_id"] for row in tables["pairing"]}
    tournament = file.chosen(
        [
            ((_name(info, row), row["name"]), row)
            for row in tables["tournament"]
            if row["id"] in paired
        ]
    )
    days = _days(info, tournament, file)
    numbers = _numbers(tables, tournament)
    cells = _cells(tables, tournament, info, numbers, file)
    return file.report(
        days,
        [
            _player(row, numbers[row["id"]], tournament, file)
            for row in tables["player"]
            if row["id"] in numbers
        ],
        kit.dated(kit.games_of_cells(cells, file), _round_days(tournament), days),
        name=_name(info, tournament),
        place=tournament["location"] or info.get("location"),
        country=info.get("federation"),
        system=_system(tournament),
        thinking_time=kit.coded_thinking_time(
            tournament["time_control_trf25"], "time_control_trf25", file
        ),
    )


# --- the tables ------------------------------------------------------------------------------


def _tables(file: kit.File) -> Tables:
    """The tables of an event; a value that is missing is an empty text."""
    status, output = DAMAGED, b""
    if _is_whole(file.content):
        arguments = [json.dumps(_COLUMNS)]
        try:
            status, output = read_apart(sqlite_process.__file__, arguments, file.content)
        except (OSError, TimeoutExpired):
            status = TOO_LARGE
    if status == DAMAGED:
        raise file.refusal(Message("the database is damaged: export the tournament as TRF"))
    if status != 0:
        message = Message(
            "the database asks for more memory or time than any event needs: export the "
            "tournament as TRF"
        )
        raise file.refusal(message)
    tables = msgspec.json.decode(output, type=dict[str, list[list[str | None]]])
    if not _COLUMNS.keys() <= tables.keys():
        message = Message(
            "the database has no players and pairings of Sharly-Chess: open it in a version of "
            "today, or import the tournament from Papi or TRF"
        )
        raise file.refusal(message)
    return {
        name: [dict(zip(_COLUMNS[name], (it or "" for it in row), strict=True)) for row in rows]
        for name, rows in tables.items()
    }


def _is_whole(content: bytes) -> bool:
    """True if the bytes begin as a database and have the length it states."""
    if not content.startswith(_SIGNATURE) or len(content) < _HEAD:
        return False
    size = int.from_bytes(content[16:18])
    size = _LARGEST_PAGE if size == 1 else size
    says_pages = content[24:28] == content[92:96]
    pages = int.from_bytes(content[28:32]) if says_pages else 1
    return size > 0 and len(content) % size == 0 and pages * size <= len(content)


def _numbers(tables: Tables, tournament: Row) -> Mapping[str, str]:
    """The start numbers of the tournament's players by their ids; the ids, if some have none."""
    rows = [row for row in tables["tournament_player"] if row["tournament_id"] == tournament["id"]]
    numbers = {row["pairing_number"] for row in rows} - {""}
    name = "pairing_number" if len(numbers) == len(rows) else "player_id"
    return {row["player_id"]: row[name][:10] for row in rows}


# --- the head --------------------------------------------------------------------------------


def _name(info: Row, tournament: Row) -> str | None:
    """Return the event, followed by the name of the tournament."""
    names = (kit.tidy(row.get("name", "")) for row in (info, tournament))
    return kit.short(" ".join(dict.fromkeys(names)))


_SECONDS = re.compile(r"([0-9]{9,10})(?:\.[0-9]*)?")
_FIRST_HOURS, _LAST_HOURS = timedelta(hours=2), timedelta(hours=1)
"""The difference to universal time in Central Europe that leaves 0:00 and 23:59 on their days."""


def _days(info: Row, tournament: Row, file: kit.File) -> kit.Span:
    """The first and last day of the tournament, else of the event unless others are given."""
    own, of_event = (
        [
            row.get(day) or _day_of_seconds(row.get(seconds, ""), hours, file)
            for day, seconds, hours in (
                ("start_date", "start", _FIRST_HOURS),
                ("stop_date", "stop", _LAST_HOURS),
            )
        ]
        for row in (tournament, info)
    )
    given = file.supplied.starts_on, file.supplied.ended_on
    days = [
        mine or (event if supplied is None else "")
        for mine, event, supplied in zip(own, of_event, given, strict=True)
    ]
    if not own[1] and days[1]:
        message = Message(
            "the tournament has no days of its own, so those of the event are taken: if it "
            "ended earlier, give %(ended_on)s",
            ended_on=kit.RequestField("ended_on", "YYYY-MM-DD"),
        )
        file.warn(message)
    return file.days(days[0], days[1])


def _day_of_seconds(text: str, hours: timedelta, file: kit.File) -> str:
    """The day of a moment in seconds of universal time, as versions 2 have it."""
    match = _SECONDS.fullmatch(text)
    if match is None:
        return ""
    file.adjusted(Message("days stated in seconds are read in the time of Central Europe"))
    day = date(1970, 1, 1) + (timedelta(seconds=int(match[1])) + hours)
    return day.isoformat()


def _system(tournament: Row) -> kit.System | None:
    if tournament["team_player_count"] not in {"", "0"}:
        return "team"
    pairing = tournament["pairing"].casefold()
    return next((system for word, system in _SYSTEMS.items() if word in pairing), None)


def _round_days(tournament: Row) -> Mapping[int, date | None]:
    return {
        int(number): kit.unambiguous_date(day[:10])
        for number, day in _object(tournament["round_datetimes"]).items()
        if _ROUND.fullmatch(number) and isinstance(day, str)
    }


def _object(text: str) -> Mapping[str, Any]:
    """Return a JSON object in a column; empty if there is none."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return {}


# --- players and pairings --------------------------------------------------------------------


def _player(row: Row, number: str, tournament: Row, file: kit.File) -> kit.PlayerReport:
    return file.player(
        number,
        row["last_name"],
        row["first_name"],
        sex=_SEXES.get(row["gender"]),
        birth=row["date_of_birth"],
        year=row["year_of_birth"],
        federation=row["federation"],
        club=row["club"],
        title=_TITLES.get(row["title"], row["title"]),
        ids={"fide": row["fide_id"]},
        ratings=_ratings(row["ratings"], tournament["rating"]),
    )


def _ratings(text: str, kind: str) -> Mapping[str, int]:
    """Return the FIDE rating for the tournament's kind of time control."""
    of_kind = _object(text).get(kind if kind in _RATINGS else "1")
    figure = of_kind.get("fide") if isinstance(of_kind, dict) else None
    return {"FIDE": figure} if isinstance(figure, int) and 0 < figure < 10_000 else {}


def _cells(
    tables: Tables, tournament: Row, info: Row, numbers: Mapping[str, str], file: kit.File
) -> Iterator[kit.MirroredCell]:
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
        if code not in known or player not in numbers or not _ROUND.fullmatch(round_):
            file.wrong_result(round_, numbers.get(player, player), code)
        elif opponent:
            colour: kit.Colour = "w" if player == white else "b"
            named, result = numbers.get(opponent, opponent[:10]), _RESULTS.get(code)
            yield from kit.one_side(numbers[player], int(round_), named, result, colour)
        else:
            yield from kit.one_side(numbers[player], int(round_), None, byes.get(code))


def _allocated_bye(tournament: Row, info: Row) -> kit.SideResult:
    """Return the value of the pairing program's bye: its points, else the result it stands for."""
    points = _object(tournament["game_points"]).get(_ALLOCATED_BYE)
    if isinstance(points, int | float) and points in _POINTS:
        return _POINTS[points]
    value = tournament["pab_value"] or info.get("pab_value", "")
    return _BYES_BY_VALUE.get(value, kit.FORFEIT_WIN)
