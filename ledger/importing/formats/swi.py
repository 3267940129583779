"""SWI, also called Elobase text: the exchange format of the German rating offices.

The table's rows are the players in their final order, and games name opponents by it.  A player
without an opponent had a bye or was absent: the format does not tell which, so no bye is recorded.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256

import attrs

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_PLAYERS, TOO_MANY_PLAYERS, check_report
from ledger.importing.formats.dates import WrittenDate, resolve_dates
from ledger.importing.formats.german_ids import birth_of_digits, german_ids
from ledger.importing.formats.mirrored_cells import Colour, MirroredCell, games_of_cells
from ledger.importing.formats.side_results import (
    DRAW,
    FORFEIT_LOSS,
    FORFEIT_WIN,
    LOSS,
    WIN,
    SideResult,
)
from ledger.importing.formats.text import Text, read_text, tidy
from ledger.importing.formats.time_control import thinking_time_of
from ledger.importing.formats.tournament_report import (
    Findings,
    Officials,
    PlayerReport,
    SuppliedDetails,
    System,
    TournamentReport,
)

# Reads the columns of an SWI table from its line of template letters.


_TEMPLATE = re.compile(r" ?ttt\. +r{1,4} +n{5,60} [a-zA-Z ]*")
_ROUND = 6


@attrs.frozen
class Columns:
    """The columns of a player's fields and of his rounds; ``line`` from 1."""

    line: int
    slices: Mapping[str, slice]
    rounds_at: int

    def field(self, letter: str, line: str) -> str:
        """Return a player's field by its letter; empty if the template has none."""
        where = self.slices.get(letter)
        return "" if where is None else line[where].strip()

    def round(self, number: int, line: str) -> str:
        """The five characters of a round, counted from 1; empty beyond the line's end."""
        at = self.column_of(number) - 1
        return line[at : at + _ROUND - 1]

    def column_of(self, number: int) -> int:
        """Return the column of a round's result, counted from 1."""
        return self.rounds_at + 1 + _ROUND * (number - 1)

    def rounds_in(self, line: str) -> int:
        """Return the number of rounds that fit a line."""
        return max(0, len(line.rstrip()) - self.rounds_at + _ROUND - 1) // _ROUND


def find_columns(lines: Sequence[str]) -> Columns | None:
    """Return the columns by the template among the first lines; None if there is none."""
    for number, line in enumerate(lines[:20], start=1):
        if _TEMPLATE.fullmatch(line.rstrip()[:300] + " "):
            slices = {run[0][0]: slice(*run.span()) for run in re.finditer(r"([a-z])\1*", line)}
            end = max(where.stop for where in slices.values())
            return Columns(number, slices, end + 2)
    return None


RESULTS: Mapping[str, SideResult] = {
    "1": WIN,
    "R": DRAW,
    "0": LOSS,
    "+": FORFEIT_WIN,
    "-": FORFEIT_LOSS,
}
_COLOURS: Mapping[str, Colour] = {"W": "w", "B": "b"}
_OPPONENT = re.compile("[0-9]{0,4}")
_PLACE = re.compile("[1-9][0-9]{0,3}")
_COMMA = re.compile(r"\s*,\s*")
_KIND = re.compile(r"([EM])([SR])\s+[0-9]+\s+([0-9]+)")
_LABEL = re.compile(
    r"(Name|Ort|FIDE-Land|Datum\([SE]\)|Züge\([123]\)|Hauptschiedsrichter"
    r"|Weitere Schiedsrichter):\s*(.*?)(?=\s{2,}\S+:|\s*$)"
)
# The footer's word Züge shows the encoding of the file.
_WORDS = ((b"Z\x81ge", "cp850"), (b"Z\xfcge", "cp1252"), (b"Z\xc3\xbcge", "utf-8"))


def read_swi(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of an SWI file."""
    text = _text(content, findings)
    if text is None:
        return None
    columns = find_columns(text.lines)
    if columns is None:
        message = Message(
            "no line of the template ( ttt. rrr nnnn…) is in the first 20 lines: this is no SWI, "
            "export the tournament again"
        )
        findings.error(message)
        return None
    rows, end = _rows(text.lines, columns, findings)
    footer = _footer(text.lines[end:], end)
    first, last = resolve_dates(footer.get("Datum(S)"), footer.get("Datum(E)"), supplied, findings)
    rounds = max((columns.rounds_in(row.text) for row in rows), default=0)
    report = TournamentReport(
        format="swi",
        encoding=text.encoding,
        digest=sha256(content).hexdigest(),
        discipline="chess",
        name=tidy(text.lines[0])[:200] or _value(footer, "Name"),
        place=_value(footer, "Ort"),
        officials=_officials(footer),
        country=fields.federation(_value(footer, "FIDE-Land") or "", findings, None),
        thinking_time=thinking_time_of(_time_control(footer), "Züge", findings),
        starts_on=first,
        ended_on=last,
        rounds=rounds or None,
        system=_system(text.lines[: columns.line]),
        players=tuple(_player(row, columns, findings) for row in rows),
        games=tuple(games_of_cells(_cells(rows, columns, rounds, findings), findings)),
    )
    return check_report(report, supplied, findings)


@attrs.frozen
class Row:
    """The line of a player: its number in the file, his number in the table."""

    line: int
    number: str
    text: str


def _text(content: bytes, findings: Findings) -> Text | None:
    """Return the lines, decoded as the word Züge indicates; else UTF-8 if possible, else CP850."""
    if b"\x00" in content:
        return read_text(content, findings)  # it detects the actual format
    encoding = next((name for word, name in _WORDS if word in content), None)
    if encoding is None:
        try:
            content.decode("utf-8")
            encoding = "utf-8"
        except UnicodeDecodeError:
            encoding = "cp850"
    text = read_text(content.decode(encoding, errors="replace").encode(), findings)
    return None if text is None else Text(encoding, text.lines)


def _rows(lines: Sequence[str], columns: Columns, findings: Findings) -> tuple[list[Row], int]:
    """Return the lines of the players, and the number of the file's line at which they end."""
    rows: list[Row] = []
    for number, line in enumerate(lines[columns.line :], start=columns.line + 1):
        if line.startswith("###"):
            return rows, number
        if not line.strip():
            continue
        place = columns.field("t", line).rstrip(".")
        if not _PLACE.fullmatch(place):
            message = Message("%(text)r is no number of a player: correct it", text=place[:10])
            findings.error(message, number, 2)
        elif len(rows) < MOST_PLAYERS:
            rows.append(Row(number, place, line))
        else:
            findings.error(TOO_MANY_PLAYERS, number)
            break
    else:
        findings.warn(
            Message("the line ### that ends the table is missing: is the file complete?")
        )
    return rows, len(lines)


def _footer(lines: Sequence[str], offset: int) -> Mapping[str, WrittenDate]:
    """Return the values of the labels below the table, with their lines."""
    found: dict[str, WrittenDate] = {}
    for number, line in enumerate(lines[:50], start=offset + 1):
        for match in _LABEL.finditer(line[:500]):
            if match[2].strip():
                found.setdefault(
                    match[1], WrittenDate(match[2].strip(), number, match.start(2) + 1)
                )
    return found


def _value(footer: Mapping[str, WrittenDate], label: str) -> str | None:
    return tidy(footer[label].text)[:200] if label in footer else None


def _officials(footer: Mapping[str, WrittenDate]) -> Officials:
    """Return the arbiters; the other ones are one text, however many they are."""
    deputies = _value(footer, "Weitere Schiedsrichter")
    return Officials(
        chief_arbiter=_value(footer, "Hauptschiedsrichter"),
        deputies=() if deputies is None else (deputies,),
    )


def _time_control(footer: Mapping[str, WrittenDate]) -> str:
    """Return the periods Züge(1) to Züge(3), joined."""
    periods = [_value(footer, f"Züge({number})") for number in (1, 2, 3)]
    return " + ".join(each for each in periods if each and not each.endswith(":"))


def _system(lines: Sequence[str]) -> System | None:
    """Return the system from the line above the template: E or M (team), S or R (round robin)."""
    for line in lines:
        if match := _KIND.match(line.strip()):
            if match[1] == "M":
                return "team"
            return "swiss" if match[2] == "S" else "round-robin"
    return None


def _player(row: Row, columns: Columns, findings: Findings) -> PlayerReport:
    def field(letter: str) -> str:
        return columns.field(letter, row.text)

    day, year = birth_of_digits(field("g"), findings, row.line)
    elo = fields.figure(field("e"), findings, row.line)
    dwz = fields.figure(field("d"), findings, row.line)
    ratings = {"FIDE": elo, "DWZ": dwz}
    name = _COMMA.sub(", ", tidy(field("n")))
    if not name:
        message = Message("player %(number)s has no name: complete it", number=row.number)
        findings.error(message, row.line, 11)
    ids = german_ids(
        name,
        fide=field("f"),
        dsb=field("p"),
        club=field("z"),
        member=field("m"),
        findings=findings,
        line=row.line,
    )
    return PlayerReport(
        number=row.number,
        name=name[:200],
        birth_date=day,
        birth_year=year,
        federation=fields.federation(field("l"), findings, row.line),
        club=tidy(field("v"))[:100] or None,
        ids=ids,
        ratings={name: figure for name, figure in ratings.items() if figure is not None},
        line=row.line,
    )


def _cells(
    rows: Sequence[Row], columns: Columns, rounds: int, findings: Findings
) -> Iterator[MirroredCell]:
    starts = [columns.column_of(number) for number in range(1, rounds + 1)]
    for row in rows:
        for number, at in enumerate(starts, start=1):
            text = columns.round(number, row.text)
            try:
                cell = _read_cell(text)
            except ValueError:
                message = Message(
                    "round %(round)s: %(text)r is no result, colour and opponent, such as "
                    "'1W 12': correct it",
                    round=number,
                    text=text[:5].ljust(5),
                )
                findings.error(message, row.line, at)
                continue
            if cell is None:
                continue
            opponent, result, colour = cell
            yield MirroredCell(
                player=row.number,
                round=number,
                opponent=opponent,
                result=result,
                colour=colour,
                line=row.line,
                column=at,
            )


@lru_cache(maxsize=20_000)  # even all tournaments together have few different cells
def _read_cell(text: str) -> tuple[str | None, SideResult | None, Colour | None] | None:
    """Return opponent (None: a bye), result (None: still open) and colour; None if empty.

    Raises ValueError if the text has no meaning.
    """
    text = text.ljust(5)
    opponent, code = text[2:].strip().lstrip("0"), text[0].strip().upper()
    if not opponent and code in {"", ":", "-", "0"}:
        return None
    result = RESULTS.get(code)
    if (result is None and code) or not _OPPONENT.fullmatch(opponent):
        raise ValueError(text)
    return opponent or None, result, _COLOURS.get(text[1].upper())
