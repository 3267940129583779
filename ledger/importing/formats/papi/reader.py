"""Papi, the pairing program of the French federation: a database with a table of the players.

It also has addresses, telephone numbers and payments; none of these are read.
"""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from hashlib import sha256
from typing import Any

import attrs
import msgspec
from msgspec.structs import replace

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_RESULTS, TOO_MANY_RESULTS, check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates, unambiguous_date
from ledger.importing.formats.mirrored_cells import Colour, MirroredCell, games_of_cells
from ledger.importing.formats.papi.jet import Jet, TableRow
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.text import decoded, tidy, too_large
from ledger.importing.formats.time_control import thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    GameReport,
    Officials,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)

_NOBODY = 1  # the player EXEMPT stands for a bye
_MOST_ROUNDS = 24
_RESULTS: Mapping[int, SideResult] = {
    1: LOSS,
    2: DRAW,
    3: WIN,
    4: FORFEIT_LOSS,
    5: FORFEIT_LOSS,
    6: FORFEIT_WIN,
}
_COLOURS: Mapping[str, Colour] = {"B": "w", "N": "b"}  # blanc (White), noir (Black)
_SYSTEMS: Mapping[str, System] = {"suisse": "swiss", "toutes rondes": "round-robin"}
_FIRST = 2
"""The number of the first player; 1 is that of byes."""
_VARIABLES = {
    "name": "Nom",
    "type": "Genre",
    "rounds": "NbrRondes",
    "timeControl": "Cadence",
    "ratingClass": "ClassElo",
    "venue": "Lieu",
    "startDate": "DateDebut",
    "endDate": "DateFin",
    "arbiter": "Arbitre",
}
_FIELDS = {
    "Nom": "lastName",
    "Prenom": "firstName",
    "Sexe": "gender",
    "Elo": "elo",
    "Rapide": "rapidElo",
    "Blitz": "blitzElo",
    "Fide": "fideElo",
    "RapideFide": "fideRapidElo",
    "BlitzFide": "fideBlitzElo",
    "Federation": "federation",
    "Club": "club",
    "FideCode": "fideCode",
    "FideTitre": "fideTitle",
}
"""The columns of JOUEUR by the names of the JSON."""
_RATINGS = {"Elo": "Fide", "Rapide": "RapideFide", "Blitz": "BlitzFide"}


class _File(msgspec.Struct, frozen=True):
    """The JSON as far as it is read."""

    variables: dict[str, str | int | float | None]
    players: list[dict[str, Any]]


def read_papi(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a Papi file."""
    if too_large(content, findings):
        return None
    tables = _tables(content, findings)
    if tables is None:
        return None
    return _report(content, tables, supplied, findings)


def read_papi_json(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of the JSON into which Sharly-Chess converts a Papi file, or from which it makes
    one: the same tables with English names, players counted from 0 without that of byes.
    """
    if too_large(content, findings):
        return None
    text, _ = decoded(content, findings)
    if text.count("{") > MOST_RESULTS:
        findings.error(TOO_MANY_RESULTS)
        return None
    try:
        found = msgspec.json.decode(text, type=_File)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        message = Message(
            "this is no JSON of Papi (%(why)s): import the file of Papi", why=str(error)[:200]
        )
        findings.error(message)
        return None
    info = {_VARIABLES.get(name, name): str(it or "") for name, it in found.variables.items()}
    rows = [_row(place, each) for place, each in enumerate(found.players, start=_FIRST)]
    report = _report(content, (info, rows), supplied, findings)
    return None if report is None else attrs.evolve(report, format="papijson", encoding="utf-8")


def _row(number: int, player: Mapping[str, Any]) -> TableRow:
    """A player's row as the table JOUEUR has it."""
    row = {"Ref": number, **{own: player.get(name) for own, name in _FIELDS.items()}}
    born = _written(str(player.get("birthDate") or ""))
    day = None if born is None else unambiguous_date(born.text)
    row["NeLe"] = None if day is None else datetime.combine(day, time())
    rounds = player.get("rounds") or {}
    if isinstance(rounds, list):  # as earlier versions wrote them
        rounds = {str(place): each for place, each in enumerate(rounds, start=1)}
    for name, cell in rounds.items() if isinstance(rounds, dict) else ():
        if re.fullmatch("[1-9][0-9]?", name) and isinstance(cell, dict):
            opponent = cell.get("opponent")
            named = isinstance(opponent, int) and opponent >= 0
            row[f"Rd{int(name):02}Adv"] = int(opponent or 0) + _FIRST if named else None
            row[f"Rd{int(name):02}Cl"] = cell.get("color", "R")
            row[f"Rd{int(name):02}Res"] = cell.get("result", 0)
    return row


def _report(
    content: bytes,
    tables: tuple[Mapping[str, str], Sequence[TableRow]],
    supplied: SuppliedDetails,
    findings: Findings,
) -> TournamentReport | None:
    """The report of the tables INFO and JOUEUR."""
    info, rows = tables
    first, last = resolve_dates(
        _written(info.get("DateDebut")), _written(info.get("DateFin")), supplied, findings
    )
    rounds = info.get("NbrRondes", "")
    count = min(int(rounds), _MOST_ROUNDS) if re.fullmatch("[0-9]{1,2}", rounds) else _MOST_ROUNDS
    players = [row for row in rows if row.get("Ref") != _NOBODY]
    games = list(games_of_cells(_cells(players, count, findings), findings))
    report = TournamentReport(
        format="papi",
        encoding="utf-16",
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=tidy(info.get("Nom", ""))[:200] or None,
        place=tidy(info.get("Lieu", ""))[:200] or None,
        starts_on=first,
        ended_on=last,
        rounds=max((game.round or 0 for game in games), default=0) or None,
        thinking_time=thinking_time_of(info.get("Cadence"), "Cadence", findings),
        system=_SYSTEMS.get(info.get("Genre", "").casefold()),
        officials=Officials(chief_arbiter=tidy(info.get("Arbitre", ""))[:200] or None),
        players=tuple(_player(row, info.get("ClassElo", "Elo"), findings) for row in players),
        games=tuple(_with_days(games, info, first, last)),
    )
    return check_report(report, supplied, findings)


def _tables(
    content: bytes, findings: Findings
) -> tuple[Mapping[str, str], Sequence[TableRow]] | None:
    """Return the contents of the tables INFO and JOUEUR."""
    try:
        jet = Jet(content)
        pages = {name.upper(): page for name, page in jet.tables().items()}
        if "INFO" in pages and "JOUEUR" in pages:
            info = {
                str(r.get("Variable")): str(r.get("Value") or "") for r in jet.rows(pages["INFO"])
            }
            return info, list(jet.rows(pages["JOUEUR"]))
        message = Message("the database has no tables INFO and JOUEUR: this is no file of Papi")
    except (ValueError, struct.error, IndexError, OverflowError):
        message = Message(
            "the database is damaged or of another version: export the tournament as TRF"
        )
    findings.error(message)
    return None


def _written(text: str | None) -> WrittenDate | None:
    """Return a day, which Papi writes as day, month, year."""
    if text is None or not text.strip():
        return None
    match = re.fullmatch("([0-9]{2})/([0-9]{2})/([0-9]{4})", text.strip())
    return WrittenDate(f"{match[3]}-{match[2]}-{match[1]}" if match else text)


def _with_days(
    games: Sequence[GameReport], info: Mapping[str, str], first: date | None, last: date | None
) -> Iterator[GameReport]:
    """Yield the games with the days of their rounds, if the file has them."""
    for game in games:
        written = _written(info.get(f"DateRd{game.round}"))
        day = None if written is None else unambiguous_date(written.text)
        inside = day is not None and last is not None and (first or day) <= day <= last
        yield replace(game, day=day) if inside and game.played else game


def _player(row: TableRow, class_: str, findings: Findings) -> PlayerReport:
    number = row.get("Ref")
    names = [tidy(str(row.get(each) or "")) for each in ("Nom", "Prenom")]
    if not names[0] or not isinstance(number, int):
        findings.error(
            Message("player %(number)s has no name: complete it in Papi", number=number)
        )
    born = row.get("NeLe")
    day = born.date() if isinstance(born, datetime) and born.year >= 1850 else None
    fide = fields.external_id("fide", str(row.get("FideCode") or ""), findings, None, names[0])
    rating = row.get(class_ if class_ in _RATINGS else "Elo")
    source = {"F": "FIDE", "N": "FFE"}.get(str(row.get(_RATINGS.get(class_, "Fide")) or ""))
    sex = str(row.get("Sexe") or "").strip().casefold()
    return PlayerReport(
        number=str(number)[:10],
        name=", ".join(part for part in names if part)[:200] or "?",
        sex=fields.sex(sex, findings, None),
        birth_date=day,
        birth_year=None if day is None else day.year,
        federation=fields.federation(str(row.get("Federation") or ""), findings, None),
        club=tidy(str(row.get("Club") or ""))[:100] or None,
        title=tidy(str(row.get("FideTitre") or ""))[:3] or None,
        ids={} if fide is None else {"fide": fide},
        ratings={source: rating} if source and isinstance(rating, int) and rating > 0 else {},
    )


def _cells(players: Sequence[TableRow], rounds: int, findings: Findings) -> Iterator[MirroredCell]:
    for row in players:
        for round_ in range(1, rounds + 1):
            colour, opponent, code = (row.get(f"Rd{round_:02}{x}") for x in ("Cl", "Adv", "Res"))
            result = _RESULTS.get(code) if isinstance(code, int) else None
            if code not in _RESULTS and code not in {0, None}:
                message = Message(
                    "round %(round)s: player %(player)s has the invalid result %(code)s: correct "
                    "it in Papi",
                    round=round_,
                    player=row.get("Ref"),
                    code=code,
                )
                findings.error(message)
                continue
            is_free = opponent in {None, 0, _NOBODY} or colour not in _COLOURS
            if is_free and (result is None or not result.points):
                continue
            yield MirroredCell(
                player=str(row.get("Ref"))[:10],
                round=round_,
                opponent=None if is_free else str(opponent)[:10],
                result=result,
                colour=_COLOURS.get(str(colour)),
            )
