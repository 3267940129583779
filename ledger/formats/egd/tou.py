"""The .tou file of the French go federation: a header of its own, then the same table.

It has only the first day: the submitter has to supply the last one.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from ledger.formats.consistency import check_report
from ledger.formats.date_range import WrittenDate, resolve_dates
from ledger.formats.egd.go_rounds import HandicapRule, find_round_cells, games_of
from ledger.formats.egd.reader import Value, adjusted_time, rows_of
from ledger.formats.text import Text, read_text, tidy
from ledger.formats.tournament_report import Findings, SuppliedDetails, TournamentReport

_HEADER = re.compile(r";\s*([a-z]{1,10})\s*=(.{0,500})")


def read_tou(
    content: bytes, supplied: SuppliedDetails, findings: Findings
) -> TournamentReport | None:
    """The report of a .tou file."""
    text = read_text(content, findings)
    if text is None:
        return None
    headers = _headers(text)
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
        komi=_text(headers, "komi"),
        players=tuple(row.player for row in rows),
        games=games_of(rows, round_cells, HandicapRule(), findings),
    )
    return check_report(report, supplied, findings)


def _headers(text: Text) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for number, line in enumerate(text.lines, start=1):
        if match := _HEADER.match(line[:600]):
            found.setdefault(match[1], Value(match[2], number))
    return found


def _start(headers: Mapping[str, Value]) -> WrittenDate | None:
    """The day, which this format writes as day, month, year."""
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
