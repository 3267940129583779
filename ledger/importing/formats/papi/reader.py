"""Papi, the pairing program of the French federation: a database with a table of the players.

It also has addresses, telephone numbers and payments; none of these are read.
"""

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from ledger.events.messages import Message
from ledger.importing.formats import kit
from ledger.importing.formats.papi.jet import Jet, TableRow

_NOBODY = 1  # the player EXEMPT stands for a bye
_MOST_ROUNDS = 24
_EARLIEST_YEAR = 1850  # the database's days begin in 1899, and an empty one is earlier
_RESULTS: Mapping[int, kit.SideResult] = {
    1: kit.LOSS,
    2: kit.DRAW,
    3: kit.WIN,
    4: kit.FORFEIT_LOSS,
    5: kit.FORFEIT_LOSS,
    6: kit.FORFEIT_WIN,
}
_COLOURS: Mapping[str, kit.Colour] = {"B": "w", "N": "b"}  # blanc (White), noir (Black)
_SYSTEMS: Mapping[str, kit.System] = {"suisse": "swiss", "toutes rondes": "round-robin"}
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


def read_papi(file: kit.File) -> kit.TournamentReport:
    """The report of a Papi file."""
    file.encoding = "utf-16"
    return _report(*_tables(file), file)


def read_papi_json(file: kit.File) -> kit.TournamentReport:
    """The report of the JSON into which Sharly-Chess converts a Papi file, or from which it makes
    one: the same tables with English names, players counted from 0 without that of byes.
    """
    found = file.json(_File, "Papi", Message("import the file of Papi"))
    file.encoding = "utf-8"
    info = {_VARIABLES.get(name, name): str(it or "") for name, it in found.variables.items()}
    rows = [_row(place, each) for place, each in enumerate(found.players, start=_FIRST)]
    return _report(info, rows, file)


def _row(number: int, player: Mapping[str, Any]) -> TableRow:
    """A player's row as the table JOUEUR has it."""
    row = {"Ref": number, **{own: player.get(name) for own, name in _FIELDS.items()}}
    row["NeLe"] = _day(str(player.get("birthDate") or ""))
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
    info: Mapping[str, str], rows: Sequence[TableRow], file: kit.File
) -> kit.TournamentReport:
    """The report of the tables INFO and JOUEUR."""
    days = file.days(_as_iso(info.get("DateDebut")), _as_iso(info.get("DateFin")))
    rounds = info.get("NbrRondes", "")
    count = min(int(rounds), _MOST_ROUNDS) if re.fullmatch("[0-9]{1,2}", rounds) else _MOST_ROUNDS
    round_days = {each: _day(info.get(f"DateRd{each}")) for each in range(1, count + 1)}
    players = [row for row in rows if row.get("Ref") != _NOBODY]
    games = kit.games_of_cells(_cells(players, count, file), file)
    return file.report(
        days,
        [_player(row, info.get("ClassElo", "Elo"), file) for row in players],
        kit.dated(games, round_days, days),
        planned=kit.ordinal_of(rounds),
        name=info.get("Nom"),
        place=info.get("Lieu"),
        thinking_time=kit.thinking_time_of(info.get("Cadence"), "Cadence", file),
        system=_SYSTEMS.get(info.get("Genre", "").casefold()),
        arbiter=info.get("Arbitre"),
    )


def _tables(file: kit.File) -> tuple[Mapping[str, str], Sequence[TableRow]]:
    """Return the contents of the tables INFO and JOUEUR."""
    try:
        jet = Jet(file.content)
        pages = {name.upper(): page for name, page in jet.tables().items()}
        if "INFO" in pages and "JOUEUR" in pages:
            info = {
                str(r.get("Variable")): str(r.get("Value") or "") for r in jet.rows(pages["INFO"])
            }
            return info, list(jet.rows(pages["JOUEUR"]))
    except (ValueError, struct.error, IndexError, OverflowError):
        message = Message(
            "the database is damaged or of another version: export the tournament as TRF"
        )
        raise file.refusal(message) from None
    message = Message("the database has no tables INFO and JOUEUR: this is not a Papi file")
    raise file.refusal(message)


def _as_iso(text: str | None) -> str:
    """Return a day, which Papi writes as day, month, year."""
    match = re.fullmatch("([0-9]{2})/([0-9]{2})/([0-9]{4})", (text or "").strip())
    return f"{match[3]}-{match[2]}-{match[1]}" if match else text or ""


def _day(text: str | None) -> date | None:
    return kit.unambiguous_date(_as_iso(text))


def _player(row: TableRow, class_: str, file: kit.File) -> kit.PlayerReport:
    born = row.get("NeLe")
    known = isinstance(born, date) and born.year >= _EARLIEST_YEAR
    rating = row.get(class_ if class_ in _RATINGS else "Elo")
    source = {"F": "FIDE", "N": "FFE"}.get(str(row.get(_RATINGS.get(class_, "Fide")) or ""))
    return file.player(
        row.get("Ref"),
        row.get("Nom"),
        row.get("Prenom"),
        sex=str(row.get("Sexe") or "").strip().casefold(),
        birth=born if known else None,
        federation=row.get("Federation"),
        club=row.get("Club"),
        title=row.get("FideTitre"),
        ids={"fide": row.get("FideCode")},
        ratings={source: rating} if source and isinstance(rating, int) and rating > 0 else {},
    )


def _cells(players: Sequence[TableRow], rounds: int, file: kit.File) -> Iterator[kit.MirroredCell]:
    for row in players:
        for round_ in range(1, rounds + 1):
            colour, opponent, code = (row.get(f"Rd{round_:02}{x}") for x in ("Cl", "Adv", "Res"))
            result = _RESULTS.get(code) if isinstance(code, int) else None
            if code not in _RESULTS and code not in {0, None}:
                file.wrong_result(round_, row.get("Ref"), code)
                continue
            is_free = opponent in {None, 0, _NOBODY} or colour not in _COLOURS
            named = None if is_free else str(opponent)[:10]
            side = str(row.get("Ref"))[:10], round_, named, result, _COLOURS.get(str(colour))
            yield from kit.one_side(*side)
