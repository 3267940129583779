"""The list of the German federation (``spieler.csv``): 17 columns since 2026, 14 or 15 before.

Columns are found by their names.  A person is listed once for every membership.  He is
read once, with the club in which he is an active member.  The oldest layout has no ID: there
the membership (club and number in it) serves as a person's number.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

import attrs

from ledger.importing.federation_lists.list_file import cells_of, encoding_of, text_lines
from ledger.importing.federation_lists.player_list import Entry, ListFindings, PlayerList
from ledger.importing.formats import fields
from ledger.importing.formats.text import tidy

SYSTEM = "DWZ"
MOST_PERSONS = 1_000_000

_DELIMITERS = (";", ",", "\t", "|")
_FIELDS = {
    "id": "id",
    "zps": "club",
    "vkz": "club",
    "mitgliedsnummer": "member",
    "mgl-nr": "member",
    "status": "status",
    "nachname": "surname",
    "vorname": "forename",
    "name,vorname": "name",
    "spielername": "name",
    "geschlecht": "sex",
    "geburtsjahr": "birth",
    "dwz": "figure",
    "index": "index",
    "fide-id": "fide",
    "fide-land": "federation",
}
_NEEDED = ("club", "member", "birth", "figure", "index")
_RANKS = {"A": 0, "": 1, "P": 2}

Row = tuple[int, Mapping[str, str]]


@attrs.define
class _Membership:
    """The line from which a person is read, and the rank of that membership's status."""

    rank: int
    line: int


def read_dsb(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """The list of the DSB; None (and an error) if the first line does not name its columns."""
    encoding = encoding_of(stream, findings)
    header = _header(next(text_lines(stream, encoding, findings), (1, ""))[1])
    if header is None:
        findings.error(
            "the first line does not name the columns of spieler.csv "
            "(ID, ZPS, Mgl-Nr, …, DWZ, Index): take the file as the DSB offers it",
            1,
        )
        return None
    stream.seek(0)
    chosen_lines = _memberships(_rows(stream, encoding, header, ListFindings()), findings)
    stream.seek(0)
    rows = _rows(stream, encoding, header, findings)
    return PlayerList(
        namespace="dsb", system=SYSTEM, day=None, entries=_entries(rows, chosen_lines, findings)
    )


@attrs.frozen
class _Header:
    """The delimiter and the fields under our names, in their order ("" for the others)."""

    delimiter: str
    fields: Sequence[str]


def _header(line: str) -> _Header | None:
    line = line.removeprefix("\ufeff")
    delimiter = max(_DELIMITERS, key=line.count)
    cells = cells_of(line, delimiter) or []
    names = [_FIELDS.get(cell.strip().strip('"').casefold(), "") for cell in cells]
    has_name = "name" in names or {"surname", "forename"} <= set(names)
    if not has_name or any(name not in names for name in _NEEDED):
        return None
    return _Header(delimiter, names)


def _rows(
    stream: BinaryIO, encoding: str, header: _Header, findings: ListFindings
) -> Iterator[Row]:
    """Yield the rows after the header, each parsed separately: a stray quote damages one only."""
    lines = text_lines(stream, encoding, findings)
    next(lines, None)
    for number, line in lines:
        cells = cells_of(line, header.delimiter)
        if cells is None:
            findings.damaged("its quotes do not match", number)
        elif len(cells) != len(header.fields):
            wanted = len(header.fields)
            findings.damaged(f"it has {len(cells)} cells, the header has {wanted}", number)
        else:
            yield number, dict(zip(header.fields, map(str.strip, cells), strict=True))


def _memberships(rows: Iterator[Row], findings: ListFindings) -> dict[str, int]:
    """For every ID the line of the membership that is read."""
    best: dict[str, _Membership] = {}
    for line, row in rows:
        if (id_ := row.get("id")) is None:
            continue
        rank = _RANKS.get(row.get("status", "").upper(), 1)
        known = best.get(id_)
        if known is not None and rank == known.rank == 0:
            message = f"ID {id_[:20]} is active in two clubs: the club that comes first is taken"
            findings.warn(message, line)
        if known is None or rank < known.rank:
            best[id_] = _Membership(rank, line)
        if len(best) > MOST_PERSONS:
            findings.error(f"there are more than {MOST_PERSONS} persons: no list of the DSB", line)
            break
    return {id_: membership.line for id_, membership in best.items()}


def _entries(
    rows: Iterator[Row], chosen_lines: Mapping[str, int], findings: ListFindings
) -> Iterator[Entry]:
    seen: set[str] = set()
    for line, row in rows:
        id_ = row.get("id", f"{row['club']}-{row['member']}")
        if "id" in row and chosen_lines.get(id_) != line:
            continue
        number = fields.external_id("dsb", id_, findings, line)
        name = _name(row)
        if number is None or name is None:
            findings.damaged("there is no number or no name in it", line)
        elif number in seen:
            findings.damaged("its number is on an earlier line", line)
        else:
            seen.add(number)
            yield _entry(row, line, number, name, findings)


def _entry(
    row: Mapping[str, str], line: int, number: str, name: str, findings: ListFindings
) -> Entry:
    ids = {"dsb": number}
    if fide := fields.external_id("fide", row.get("fide", ""), findings, line, name):
        ids["fide"] = fide
    figure = fields.figure(row["figure"], findings, line)
    return Entry(
        line=line,
        number=number,
        name=name,
        birth_year=fields.birth(row["birth"], findings, line)[1],
        sex=fields.sex(row.get("sex", "").casefold(), findings, line),
        federation=fields.federation(row.get("federation", ""), findings, line),
        club=tidy(row["club"])[:100].rstrip() or None,
        figure=figure,
        index=None if figure is None else fields.figure(row["index"], findings, line),
        ids=ids,
    )


def _name(row: Mapping[str, str]) -> str | None:
    """The name as the ledger writes it: ``Surname, Forename``, a title after the forename."""
    if "surname" in row and "forename" in row:
        name_parts = [row["surname"], row["forename"]]
    else:
        name_parts = row["name"].split(",")
    name = ", ".join(part for part in map(tidy, name_parts) if part)
    return name if 0 < len(name) <= 200 else None
