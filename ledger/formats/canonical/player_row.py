"""The canonical fields of a player."""

from collections.abc import Mapping
from typing import Any, get_args

from ledger.events.sentences import sentence
from ledger.formats import fields
from ledger.formats.canonical.cells import (
    InvalidRow,
    Row,
    one_of,
    player_number,
    whole_number,
    yes_or_no,
)
from ledger.formats.tournament_report import PlayerReport, Status

_STANDING = frozenset({"kind", "computer", "entered", "junior", "status"})
_REGISTERS = ("fide", "dsb", "egd")
_EARLIEST_YEAR, _LATEST_YEAR = 1_800, 2_200


def player_of(row: Row) -> PlayerReport:
    """The player of a row.

    Raises :class:`~ledger.formats.canonical.cells.InvalidRow` where he has no number or no name.
    """
    findings, line = row.findings, row.line
    day, year = fields.birth(row.get("birth_date"), findings, line)
    rating = fields.figure(row.get("rating"), findings, line)
    ids = {
        namespace: id_
        for namespace in _REGISTERS
        if (text := row.get(namespace))
        and (id_ := fields.external_id(namespace, text, findings, line))
    }
    return PlayerReport(
        number=player_number(row, "number"),
        name=_name(row),
        sex=fields.sex(row.get("sex"), findings, line),
        birth_date=day,
        birth_year=_birth_year(row, year),
        federation=fields.federation(row.get("federation"), findings, line),
        club=row.get("club")[:100].strip() or None,
        title=row.get("title")[:10] or None,
        grade=fields.grade(row.get("grade"), findings, line),
        ids=ids,
        ratings={} if rating is None else {row.get("rating_system") or "FIDE": rating},
        **(_standing(row) if row.has_any(_STANDING) else {}),
        line=line,
    )


def _standing(row: Row) -> Mapping[str, Any]:
    """As what he takes part."""
    return {
        "computer": _computer(row),
        "entered": yes_or_no(row, "entered") is not False,
        "junior": yes_or_no(row, "junior") is True,
        "status": one_of(row, "status", get_args(Status)) or "registered",
    }


def _name(row: Row) -> str:
    name = row.get("name") or ", ".join(
        part for part in (row.get("surname"), row.get("forename")) if part
    )
    if not name:
        raise InvalidRow(sentence("the player has no name: fill in name, or surname and forename"))
    return name[:200]


def _birth_year(row: Row, of_date: int | None) -> int | None:
    stated = whole_number(row, "birth_year", _LATEST_YEAR)
    if stated is not None and stated < _EARLIEST_YEAR:
        message = sentence(
            "nobody was born in %(year)s: correct %(field)s", year=stated, field="birth_year"
        )
        row.refuse("birth_year", message)
    if of_date is not None and stated is not None and of_date != stated:
        message = sentence(
            "birth_date is not in birth_year %(year)s: correct one of them", year=stated
        )
        row.refuse("birth_year", message)
    return of_date or stated


def _computer(row: Row) -> bool:
    """From ``kind`` in a table, from ``computer`` in a line, where ``kind`` is the line's own."""
    kind, computer = one_of(row, "kind", ("human", "computer")), yes_or_no(row, "computer")
    if kind is not None and computer is not None and (kind == "computer") != computer:
        message = sentence("kind and computer contradict each other: keep one of them")
        row.refuse("computer", message)
    return kind == "computer" or computer is True
