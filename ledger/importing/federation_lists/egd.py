"""The list of the European Go Database (``allworld_lp.html``): columns of text in a page.

Names are written surname first, without a comma; an underscore stands for a blank within one.
"""

import re
from collections.abc import Iterator
from datetime import date
from itertools import chain
from typing import BinaryIO

from ledger.importing.federation_lists.fide import MONTHS
from ledger.importing.federation_lists.list_file import encoding_of, text_lines
from ledger.importing.federation_lists.player_list import Entry, ListFindings, PlayerList
from ledger.importing.formats import fields
from ledger.importing.formats.text import tidy

SYSTEM = "EGD"
PIN, NAME, COUNTRY = slice(1, 9), slice(11, 48), slice(49, 52)
CLUB, GRADE, FIGURE = slice(53, 57), slice(59, 63), slice(70, 76)
MOST_LINES_BEFORE = 500

_PERSON = re.compile(r" [0-9]{8}  ")
_MAYBE_PERSON = re.compile(r"\s*[0-9]{4}")
_DAY = re.compile(rf"\(([0-9]{{1,2}}) ({'|'.join(MONTHS)})[a-z]* ([0-9]{{4}})\)", re.IGNORECASE)
_FIGURE = re.compile(r"-?[0-9]{1,4}")
_NO_CLUB = re.compile(r"[xX]{2,4}|-*")
_NO_NAME = re.compile(r"\(undefined\)", re.IGNORECASE)

Line = tuple[int, str]


def read_egd(stream: BinaryIO, findings: ListFindings) -> PlayerList | None:
    """Return the list of the EGD; None (and an error) if it has no line of a person."""
    lines = text_lines(stream, encoding_of(stream, findings), findings)
    head_lines: list[Line] = []
    for line in lines:
        head_lines.append(line)
        if _PERSON.match(line[1]):
            entries = _entries(chain(head_lines, lines), findings)
            return PlayerList(
                namespace="egd", system=SYSTEM, day=_day(head_lines), entries=entries
            )
        if len(head_lines) >= MOST_LINES_BEFORE:
            break
    findings.error(
        "no line begins with a PIN of eight digits and a name: "
        "take the list of all players from the EGD as it is"
    )
    return None


def _day(head_lines: list[Line]) -> date | None:
    """The day in brackets before the first person."""
    for _, text in head_lines:
        if found := _DAY.search(text):
            month = MONTHS.index(found[2].upper()) + 1
            try:
                return date(int(found[3]), month, int(found[1]))
            except ValueError:
                continue
    return None


def _entries(lines: Iterator[Line], findings: ListFindings) -> Iterator[Entry]:
    for number, line in lines:
        if not _PERSON.match(line):
            if _MAYBE_PERSON.match(line):
                findings.damaged("it does not begin with a PIN of eight digits", number)
        elif len(line) < FIGURE.stop:
            findings.damaged("it is cut off", number)
        elif (name := _name(line[NAME])) is None:
            findings.damaged("there is no name in it", number)
        else:
            yield _entry(line, number, name, findings)


def _entry(line: str, number: int, name: str, findings: ListFindings) -> Entry:
    pin, club = line[PIN], tidy(line[CLUB])
    return Entry(
        line=number,
        number=pin,
        name=name,
        federation=fields.federation(line[COUNTRY], findings, number),
        club=None if _NO_CLUB.fullmatch(club) else club,
        figure=_figure(line[FIGURE], number, findings),
        grade=fields.grade(line[GRADE], findings, number),
        ids={"egd": pin},
    )


def _name(text: str) -> str | None:
    """The name as the ledger writes it: ``Surname, Forename``."""
    words = _NO_NAME.sub(" ", text).split()
    if not words:
        return None
    surname, *forenames = (tidy(word.replace("_", " ")) for word in words)
    return ", ".join(part for part in (surname, " ".join(forenames)) if part) or None


def _figure(text: str, line: int, findings: ListFindings) -> int | None:
    """Return the GoR, which may be below zero."""
    text = text.strip()
    if _FIGURE.fullmatch(text):
        return int(text)
    if text:
        findings.warn(f"GoR {text!r} is not a whole number: left out", line)
    return None
