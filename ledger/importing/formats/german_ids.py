"""Numbers and birth dates of players as the German programs write them."""

import re
from datetime import date

from ledger.events.messages import Message
from ledger.importing.formats import fields
from ledger.importing.formats.dates import unambiguous_date
from ledger.importing.formats.tournament_report import Findings

_CLUB = re.compile("[A-Za-z0-9]{5}")
_DIGITS = re.compile("[0-9]+")
_MEMBER = re.compile("[0-9]{1,5}")


def german_ids(  # noqa: PLR0913 - the four numbers that a player may have
    player: str,
    *,
    fide: str,
    dsb: str,
    club: str,
    member: str,
    findings: Findings,
    line: int | None,
) -> dict[str, str]:
    """Return the numbers of FIDE and of the federation, else the club with the member's number."""
    ids = {}
    for namespace, text in (("fide", fide), ("dsb", dsb)):
        id_ = fields.external_id(namespace, text, findings, line, player)
        if id_ is not None:
            ids[namespace] = id_
    if _CLUB.fullmatch(club) and _MEMBER.fullmatch(member) and int(member):
        ids["zps"] = f"{club.upper()}-{int(member)}"
    return ids


def birth_of_digits(
    text: str, findings: Findings, line: int | None
) -> tuple[date | None, int | None]:
    """Return day and year of birth from YYYY, DDMMYY, DDMMYYYY or YYYYMMDD.

    A year of two digits is not completed: the day is left out.
    """
    digits = text.strip()
    if len(digits) == 8 and _DIGITS.fullmatch(digits):
        spellings = (
            f"{digits[:4]}-{digits[4:6]}-{digits[6:]}",
            f"{digits[:2]}.{digits[2:4]}.{digits[4:]}",
        )
        day = next((day for each in spellings if (day := unambiguous_date(each))), None)
        if day is not None:
            return day, day.year
    if len(digits) == 6 and _DIGITS.fullmatch(digits):
        findings.warn(Message("a birth date has a year of two digits: left out"), line)
        return None, None
    return fields.birth(digits, findings, line)
