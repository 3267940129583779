"""EGD's tournament table in .h9 files: headers in comments, then the table."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

import attrs
from msgspec.structs import replace

from ledger.events.facts import ThinkingTime
from ledger.events.messages import Message, RequestField
from ledger.importing.formats import fields
from ledger.importing.formats.consistency import MOST_PLAYERS, TOO_MANY_PLAYERS, check_report
from ledger.importing.formats.dates import Span, WrittenDate, resolve_dates
from ledger.importing.formats.egd.codes import CLASSES, KEY_PREFIX, TOURNAMENT_CODE
from ledger.importing.formats.egd.go_rounds import HandicapRule, find_round_cells, games_of
from ledger.importing.formats.egd.go_table import Row, row_of
from ledger.importing.formats.text import Text, read_text, tidy
from ledger.importing.formats.tournament_report import (
    Findings,
    PlayerReport,
    SuppliedDetails,
    TournamentReport,
)

_HEADER = re.compile(r";\s*([A-Z]{2})\[([^\]]{0,500})\]?")
_HEADING = re.compile(r";\s*Pl\s+Name\s.{0,200}?\sClub\s(.{0,200})")
_GOR, _EGF = "gor", "EGF"
_TIME = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*(h|min|m)?", re.IGNORECASE)


@attrs.frozen
class Value:
    """The value of a header and its line."""

    text: str
    line: int


def read_h9(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of an h9 file."""
    text = read_text(content, findings)
    if text is None:
        return None
    headers = _headers(text)
    rows = rows_of(text, findings)
    round_cells = find_round_cells(rows, findings)
    first, last = _dates(headers, supplied, findings)
    country, place = _place(headers, findings)
    rule = headers["HA"].text.strip().casefold() if "HA" in headers else None
    gor = _gor_column(text)
    report = TournamentReport(
        format="h9",
        encoding=text.encoding,
        digest=sha256(content).hexdigest(),
        discipline="go",
        key=_key(headers, findings),
        name=_name(headers),
        place=place,
        country=country,
        starts_on=first,
        ended_on=last,
        rounds=round_cells.rounds or None,
        system="swiss",
        thinking_time=adjusted_time(headers.get("TM") or headers.get("TA"), findings),
        class_=_class(headers, findings),
        handicap_rule=rule,
        komi=_komi(headers.get("KM"), findings),
        players=tuple(_with_gor(row, gor, findings) for row in rows),
        games=games_of(rows, round_cells, _handicap(rule, findings), findings),
    )
    return check_report(report, supplied, findings)


def rows_of(text: Text, findings: Findings) -> list[Row]:
    """Return the rows of the table; the text after a semicolon is a comment."""
    rows: list[Row] = []
    ordinal = 0
    for number, line in enumerate(text.lines, start=1):
        body = line.partition(";")[0]
        if not body.strip():
            continue
        ordinal += 1
        if ordinal > MOST_PLAYERS:
            findings.error(TOO_MANY_PLAYERS, number)
            return []
        row = row_of(body, number, ordinal, findings)
        if row is not None:
            rows.append(row)
    return rows if len(rows) == ordinal else []


def adjusted_time(value: Value | None, findings: Findings) -> ThinkingTime | None:
    """Return the thinking time as EGD adjusts it, with overtime included."""
    if value is None:
        return None
    match = _TIME.fullmatch(value.text.strip())
    if match is None:
        message = Message(
            "thinking time %(text)r is not understood: it is the adjusted time in minutes: "
            "give %(minutes)s",
            text=value.text[:20],
            minutes=RequestField("minutes", "MINUTES"),
        )
        findings.warn(message, value.line)
        return None
    factor = 60 if (match[2] or "").casefold() == "h" else 1
    message = Message("the adjusted time is taken as minutes without overtime")
    findings.adjusted(message, value.line)
    return ThinkingTime(minutes=float(match[1]) * factor, overtime="none")


def _headers(text: Text) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for number, line in enumerate(text.lines, start=1):
        if match := _HEADER.match(line.lstrip()[:600]):
            found.setdefault(match[1], Value(match[2], number))
    return found


def _gor_column(text: Text) -> int | None:
    """Return the index of the number that the heading calls GoR; EGD itself names none so."""
    for line in text.lines:
        if match := _HEADING.match(line.lstrip()[:600]):
            names = match[1].casefold().split()
            return names.index(_GOR) if _GOR in names else None
    return None


def _with_gor(row: Row, column: int | None, findings: Findings) -> PlayerReport:
    """Return the player of a row, with its GoR; 0 means none."""
    if column is None or column >= len(criteria := row.criteria):
        return row.player
    text = criteria[column]
    figure = fields.figure(text.removeprefix("-"), findings, row.line)
    if figure is None:
        return row.player
    return replace(row.player, ratings={_EGF: -figure if text.startswith("-") else figure})


def _key(headers: Mapping[str, Value], findings: Findings) -> str | None:
    code = headers.get("TC")
    if code is None:
        return None
    if not TOURNAMENT_CODE.fullmatch(code.text.strip()):
        message = Message("tournament code %(code)r is not one of EGD's", code=code.text[:20])
        findings.warn(message, code.line)
        return None
    return f"{KEY_PREFIX}{code.text.strip()}"


def _class(headers: Mapping[str, Value], findings: Findings) -> str | None:
    """Return the tournament's class in the EGF's terms."""
    value = headers.get("CL")
    if value is None or not value.text.strip():
        return None
    class_ = value.text.strip().upper()
    if class_ not in CLASSES:
        message = Message(
            "class %(text)r is not one of %(known)s",
            text=value.text[:20],
            known=", ".join(CLASSES),
        )
        findings.warn(message, value.line)
        return None
    return class_


def _name(headers: Mapping[str, Value]) -> str | None:
    return tidy(headers["EV"].text)[:200] or None if "EV" in headers else None


def _place(headers: Mapping[str, Value], findings: Findings) -> tuple[str | None, str | None]:
    """Return country and town of ``KR, Buan``; ``,Juvisy``; ``,TR, Istanbul``."""
    if "PC" not in headers:
        return None, None
    parts = [part.strip() for part in headers["PC"].text.split(",") if part.strip()]
    country = None
    if parts and re.fullmatch("[A-Z]{2,3}", parts[0]):
        country = fields.federation(parts.pop(0), findings, headers["PC"].line)
    return country, tidy(", ".join(parts))[:200] or None


def _komi(value: Value | None, findings: Findings) -> float | None:
    return None if value is None else fields.komi(value.text, findings, value.line)


def _dates(headers: Mapping[str, Value], supplied: SuppliedDetails, findings: Findings) -> Span:
    value = headers.get("DT")
    if value is None:
        return resolve_dates(None, None, supplied, findings)
    start, _, end = value.text.partition(",")
    first, last = (
        WrittenDate(text.strip(), value.line) if text.strip() else None for text in (start, end)
    )
    return resolve_dates(first, last, supplied, findings)


def _handicap(rule: str | None, findings: Findings) -> HandicapRule:
    match = re.fullmatch("h([0-9])", rule or "h9")
    if match is None:
        findings.warn(
            Message("handicap rule %(rule)r is not h0 … h9: read as even games", rule=rule)
        )
    return HandicapRule(int(match[1]) if match else 9)


# Reads the .tou file of the French go federation: its own header, then the same table.


_TOU_HEADER = re.compile(r";\s*([a-z]{1,10})\s*=(.{0,500})")


def read_tou(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a .tou file."""
    text = read_text(content, findings)
    if text is None:
        return None
    headers = _tou_headers(text)
    rows = rows_of(text, findings)
    round_cells = find_round_cells(rows, findings)
    first, last = resolve_dates(_start(headers), None, supplied, findings)
    report = TournamentReport(
        format="tou",
        encoding=text.encoding,
        digest=sha256(content).hexdigest(),
        discipline="go",
        name=_text(headers, "name"),
        place=_text(headers, "vill"),
        starts_on=first,
        ended_on=last,
        rounds=round_cells.rounds or None,
        system="swiss",
        thinking_time=adjusted_time(headers.get("ta"), findings),
        board=_board(headers),
        komi=_komi(headers.get("komi"), findings),
        players=tuple(row.player for row in rows),
        games=games_of(rows, round_cells, HandicapRule(), findings),
    )
    return check_report(report, supplied, findings)


def _tou_headers(text: Text) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for number, line in enumerate(text.lines, start=1):
        if match := _TOU_HEADER.match(line[:600]):
            found.setdefault(match[1], Value(match[2], number))
    return found


def _start(headers: Mapping[str, Value]) -> WrittenDate | None:
    """Return the day, which this format writes as day, month, year."""
    day = headers.get("date")
    if day is None:
        return None
    match = re.fullmatch("([0-9]{2})/([0-9]{2})/([0-9]{4})", day.text.strip())
    return WrittenDate(f"{match[3]}-{match[2]}-{match[1]}" if match else day.text, day.line)


def _text(headers: Mapping[str, Value], name: str) -> str | None:
    return tidy(headers[name].text)[:200] or None if name in headers else None


def _board(headers: Mapping[str, Value]) -> Literal[9, 13, 19] | None:
    sizes: dict[str, Literal[9, 13, 19]] = {"9": 9, "13": 13, "19": 19}
    return sizes.get(_text(headers, "size") or "")
