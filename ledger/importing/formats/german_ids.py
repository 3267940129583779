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


def german_numbers(*, fide: str, dsb: str, club: str, member: str) -> dict[str, str]:
    """Return the numbers of FIDE and of the federation, and the club with the member's number."""
    numbers = {"fide": fide, "dsb": dsb}
    if _CLUB.fullmatch(club) and _MEMBER.fullmatch(member) and int(member):
        numbers["zps"] = f"{club.upper()}-{int(member)}"
    return numbers


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
