"""Record 001, a player, and the national records of TRF26 that add to him."""

import re
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from ledger.events.sentences import sentence
from ledger.formats import fields
from ledger.formats.text import tidy
from ledger.formats.tournament_report import Findings, PlayerReport
from ledger.formats.trf import columns
from ledger.formats.trf.record_codes import NATIONAL_REGISTERS

_NATIONAL = re.compile(r"(?!XX|BB[WDLZFU])[A-Z]{3}")
_STARTING_NUMBER = re.compile("[0-9]{1,4}")
_FEDERATION = re.compile("[A-Za-z]{3}")
_TITLES: Mapping[str, str] = {
    "G": "GM",
    "M": "IM",
    "F": "FM",
    "C": "CM",
    "WG": "WGM",
    "WM": "WIM",
    "WF": "WFM",
    "WC": "WCM",
}


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of the file and its number."""

    number: int
    text: str


def player_of(line: Line, findings: Findings) -> PlayerReport | None:
    """The player of a record 001; None where he has no starting number."""
    text, at = line.text, line.number
    number = columns.NUMBER.of(text)
    if not _STARTING_NUMBER.fullmatch(number) or int(number) == 0:
        message = sentence(
            "starting number %(number)r is not one of 1–9999: put it in columns 5–8", number=number
        )
        findings.error(message, at, 5)
        return None
    name = tidy(columns.NAME.of(text))
    if not name:
        findings.error(sentence("the player has no name: put it in columns 15–47"), at, 15)
        return None
    day, year = fields.birth(columns.BIRTH.of(text), findings, at)
    fide = fields.external_id("fide", columns.EXTERNAL_ID.of(text), findings, at)
    rating = fields.figure(columns.RATING.of(text), findings, at)
    return PlayerReport(
        number=str(int(number)),
        name=name,
        sex=fields.sex(columns.SEX.of(text), findings, at),
        birth_date=day,
        birth_year=year,
        federation=_federation(columns.FEDERATION.of(text), findings, at),
        title=_title(columns.TITLE.of(text), findings, at),
        ids={} if fide is None else {"fide": fide},
        ratings={} if rating is None else {"FIDE": rating},
        line=at,
    )


def _federation(text: str, findings: Findings, line: int) -> str | None:
    if _FEDERATION.fullmatch(text):
        return text.upper()
    if text.strip("-. "):
        message = sentence("%(text)r in columns 54–56 is no federation: left out", text=text)
        findings.warn(message, line, 54)
    return None


def _title(text: str, findings: Findings, line: int) -> str | None:
    text = tidy(text)
    long = _TITLES.get(text.upper())
    if long is not None:
        message = sentence("title %(text)r is read as %(title)s", text=text, title=long)
        findings.adjusted(message, line, 11)
    return long or text or None


def is_national(line: str, numbers: Mapping[str, object]) -> bool:
    """Whether a line is a national record of a player: ``GER``, his number, and more."""
    if not _NATIONAL.fullmatch(columns.RECORD.of(line)):
        return False
    number = columns.NUMBER.of(line)
    return (
        number.isascii()
        and number.isdigit()
        and str(int(number)) in numbers
        and bool(line[13:].strip())
    )


def with_national_records(
    players: Mapping[str, PlayerReport], lines: Sequence[Line], findings: Findings
) -> dict[str, PlayerReport]:
    """The players with their national ratings and numbers added."""
    added = dict(players)
    for line in lines:
        number = str(int(columns.NUMBER.of(line.text)))
        added[number] = _with_national(added[number], line, findings)
    return added


def _with_national(player: PlayerReport, line: Line, findings: Findings) -> PlayerReport:
    federation = columns.RECORD.of(line.text)
    namespace = NATIONAL_REGISTERS.get(federation, federation.casefold())
    ids, ratings = dict(player.ids), dict(player.ratings)
    national = columns.EXTERNAL_ID.of(line.text)
    id_ = fields.external_id(namespace, national, findings, line.number)
    if id_ is not None:
        ids[namespace] = id_
    rating = fields.figure(columns.RATING.of(line.text), findings, line.number)
    if rating is not None:
        ratings[federation] = rating
    return replace(player, ids=ids, ratings=ratings)
