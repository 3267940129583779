"""The .tou file of the French go federation: a header of its own, then the same table.

It tells one day only, the first: the last one has to be said unless the event was of one day.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from ledger.formats.consistency import closed
from ledger.formats.date_range import Spelling, settle
from ledger.formats.egd.go_rounds import HandicapRule, games_of, reading_of
from ledger.formats.egd.reader import Value, adjusted_time, rows_of
from ledger.formats.text import Text, read_text, tidy
from ledger.formats.tournament_report import Findings, Said, TournamentReport

_HEADER = re.compile(r";\s*([a-z]{1,10})\s*=(.{0,500})")


def read_tou(content: bytes, said: Said, findings: Findings) -> TournamentReport | None:
    """The report of a .tou file."""
    text = read_text(content, findings)
    if text is None:
        return None
    heads = _headers(text)
    rows = rows_of(text, findings)
    reading = reading_of(rows, findings)
    first, last = settle(_start(heads), None, said, findings)
    report = TournamentReport(
        format="tou",
        encoding=text.encoding,
        digest=sha256(content).hexdigest(),
        discipline="go",
        name=_text(heads, "name"),
        place=_text(heads, "vill"),
        starts_on=first,
        ended_on=last,
        rounds=reading.rounds or None,
        system="swiss",
        thinking_time=adjusted_time(heads.get("ta"), findings),
        board=_board(heads),
        komi=_text(heads, "komi"),
        players=tuple(row.player for row in rows),
        games=games_of(rows, reading, HandicapRule(), findings),
    )
    return closed(report, said, findings)


def _headers(text: Text) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for number, line in enumerate(text.lines, start=1):
        if match := _HEADER.match(line[:600]):
            found.setdefault(match[1], Value(match[2], number))
    return found


def _start(heads: Mapping[str, Value]) -> Spelling | None:
    """The day, which this format writes as day, month, year."""
    day = heads.get("date")
    if day is None:
        return None
    match = re.fullmatch("([0-9]{2})/([0-9]{2})/([0-9]{4})", day.text.strip())
    return Spelling(f"{match[3]}-{match[2]}-{match[1]}" if match else day.text, day.line)


def _text(heads: Mapping[str, Value], name: str) -> str | None:
    return tidy(heads[name].text)[:200] or None if name in heads else None


def _board(heads: Mapping[str, Value]) -> Literal[9, 13, 19] | None:
    sizes: dict[str, Literal[9, 13, 19]] = {"9": 9, "13": 13, "19": 19}
    return sizes.get(_text(heads, "size") or "")
