"""Small fields that several formats share: sex, years, external numbers, federations, grades."""

import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files

from ledger.events.messages import Message
from ledger.importing.formats.dates import unambiguous_date
from ledger.importing.formats.text import tidy
from ledger.importing.formats.tournament_report import Findings, Sex

_KOMI = re.compile(r"-?[0-9]{1,3}(?:[.,][0-9]{1,2})?")
_SEXES: Mapping[str, Sex] = {"m": "m", "w": "f", "f": "f"}
_GRADE = re.compile(r"([1-9]|[12][0-9]|3[0-5])k|[1-9][dp]")
_SHAPES = {
    "fide": re.compile(r"[1-9][0-9]{5,10}"),
    "dsb": re.compile(r"[A-Za-z]{0,3}[0-9]{1,12}|[A-Za-z0-9]{5}-[0-9]{1,5}"),
    "egd": re.compile(r"[0-9]{8}"),
    "zps": re.compile(r"[A-Za-z0-9]{5}-[0-9]{1,10}"),
    "uschess": re.compile(r"[0-9]{7,8}"),
    "aga": re.compile(r"[1-9][0-9]{0,6}"),
    "kbsb": re.compile(r"[1-9][0-9]{2,6}"),
}
_ANY_ID = re.compile(".{1,100}")
REGISTERS = tuple(_SHAPES)
"""The registers whose numbers are kept."""
_WITHOUT_ZEROS = frozenset({"fide", "aga", "kbsb"})
"""The registers whose numbers do not begin with a zero, however they are padded."""
IDENTIFYING = frozenset(REGISTERS) - {"zps"}
"""The registers whose numbers identify a person; a club may reuse a number of its own."""
_YEAR = re.compile(r"((?:18|19|20|21)[0-9]{2})(?:[./-]00[./-]00)?")
_FOUR_DIGITS = re.compile("[0-9]{4}")
_FIGURE = re.compile("[0-9]{1,4}")
_BARE_KYU = re.compile("[0-9]{1,2}")
_SHORT_TITLES = {"G": "GM", "M": "IM", "F": "FM", "C": "CM"}
_SHORT_TITLES |= {
    of_women: f"W{title}"
    for short, title in _SHORT_TITLES.items()
    for of_women in (f"W{short}", f"{short}F")  # English, French
}
FIDE_TITLES = frozenset(_SHORT_TITLES.values())
TITLES = FIDE_TITLES | {"AGM", "AIM", "AFM", "ACM", "NM", "WNM"}
"""The titles of chess players: FIDE's over the board and online, and those of federations."""
_FEDERATION = re.compile("[A-Za-z]{3}")


def sex(text: str, findings: Findings, line: int | None) -> Sex | None:
    """Return ``m`` or ``f``, None if the file does not tell (blank, ``u``)."""
    letter = text.strip()
    if letter in {"", "-", "u", "U"}:
        return None
    value = _SEXES.get(letter.casefold())
    if value is None:
        findings.warn(Message("sex %(text)r is unknown and left out", text=letter[:10]), line)
    elif letter not in {"m", "w", "f"}:
        findings.adjusted(Message("sex %(text)r is read as %(sex)s", text=letter, sex=value), line)
    return value


def birth(text: str, findings: Findings, line: int | None) -> tuple[date | None, int | None]:
    """Return day and year of birth; ``1987/00/00`` and ``1987`` give the year only."""
    text = tidy(text)
    if not text.strip(" ./-0"):
        return None, None
    if match := _YEAR.fullmatch(text):
        return None, int(match[1])
    day = unambiguous_date(text)
    if day is None or not _FOUR_DIGITS.search(text):
        message = Message(
            "birth date %(text)r cannot be read with certainty: left out", text=text[:20]
        )
        findings.warn(message, line)
        return None, None
    return day, day.year


def plain_number(namespace: str, text: str) -> str:
    """Return a number as its register writes it: without a spreadsheet's quotes and zeros."""
    text = text.strip("'\"= ’")
    return text.lstrip("0") if namespace in _WITHOUT_ZEROS else text


def title(text: str, findings: Findings, line: int | None) -> str | None:
    """Return a title of chess in capitals; None, and a warning, for any other text."""
    text = tidy(text).strip("-. 0")
    if not text:
        return None
    found = _SHORT_TITLES.get(text.upper(), text.upper())
    if found not in TITLES:
        message = Message("%(text)r is not a title of a chess player: left out", text=text[:10])
        findings.warn(message, line)
        return None
    if found != text:
        message = Message("title %(text)r is read as %(title)s", text=text, title=found)
        findings.adjusted(message, line)
    return found


def external_id(
    namespace: str, text: str, findings: Findings, line: int | None, player: str = ""
) -> str | None:
    """Return a player's number in an external register; None if there is none or it is invalid."""
    text = plain_number(namespace, tidy(text))
    if not text.strip("0 ."):
        return None
    if not _SHAPES.get(namespace, _ANY_ID).fullmatch(text):
        message = Message(
            "%(player)s has the number %(number)s of the register %(register)s, which is not "
            "valid: not used",
            player=player or Message("a player"),
            number=repr(text[:20]),
            register=namespace,
        )
        findings.warn(message, line)
        return None
    if namespace not in _SHAPES:
        message = Message(
            "numbers of the register %(register)s are skipped: the ledger stores those of "
            "%(known)s",
            {"register": namespace, "known": ", ".join(_SHAPES)},
        )
        findings.warn(message, line)
    return text


def figure(text: str, findings: Findings, line: int | None) -> int | None:
    """Return a rating as quoted; blank and 0 mean none."""
    text = text.strip()
    if not text.strip("0-"):
        return None
    if not _FIGURE.fullmatch(text):
        findings.warn(Message("rating %(text)r is not a number: left out", text=text[:10]), line)
        return None
    return int(text)


def komi(text: str, findings: Findings, line: int | None) -> float | None:
    """Return White's points for moving second; None if there is no number."""
    text = text.strip()
    if not text:
        return None
    if not _KOMI.fullmatch(text):
        findings.warn(Message("komi %(text)r is not a number: left out", text=text[:10]), line)
        return None
    return float(text.replace(",", ".")) + 0.0


def federation(text: str, findings: Findings, line: int | None) -> str | None:
    """Three capital letters; two letters of a country are translated."""
    text = text.strip()
    if _FEDERATION.fullmatch(text):
        return text.upper()
    if text.strip("-. ").casefold() in {"", "xx"}:
        return None
    value = federation_of(text.upper())
    if value is None:
        message = Message(
            "%(text)r is not a federation code of three letters: left out", text=text[:20]
        )
        findings.warn(message, line)
    return value


def grade(text: str, findings: Findings, line: int | None) -> str | None:
    """Return a go grade in the ledger's form: ``7d``, ``12k``, ``1p`` of a professional."""
    text = text.strip().casefold()
    if not text:
        return None
    if _BARE_KYU.fullmatch(text):
        findings.adjusted(Message("grade %(text)r is read as %(text)sk", text=text), line)
        text += "k"
    if _GRADE.fullmatch(text):
        return text
    message = Message("grade %(text)r is not one of 35k … 9d, 1p … 9p: left out", text=text[:10])
    findings.warn(message, line)
    return None


# --- countries -------------------------------------------------------------------------------


def federation_of(country: str) -> str | None:
    """Return the federation code of a country code (``DE``: ``GER``), None if unknown."""
    return _codes()[0].get(country)


def country_of(federation: str) -> str | None:
    """Return the country code of a federation code (``GER``: ``DE``), None if unknown."""
    return _codes()[1].get(federation)


@cache
def _codes() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return the federation of each country, and the country of each federation."""
    text = (files("ledger.importing.formats") / "countries.csv").read_text(encoding="utf-8")
    lines = [line.split(",") for line in text.splitlines() if line and line[0] != "#"]
    rows = [(country, federation) for country, federation in lines if country != "country"]
    # Of several countries with one federation the first in the file counts.
    return dict(rows), {federation: country for country, federation in reversed(rows)}


# --- numbers and birth dates as the German programs write them -------------------------------


_CLUB = re.compile("[A-Za-z0-9]{5}")
_DIGITS = re.compile("[0-9]+")
_MEMBER = re.compile("[0-9]{1,5}")


def german_numbers(*, fide: str, dsb: str, club: str, member: str) -> dict[str, str]:
    """Return the numbers of FIDE and of the federation, and the club with the member's number."""
    numbers = {"fide": fide, "dsb": dsb}
    if _CLUB.fullmatch(club) and _MEMBER.fullmatch(member) and int(member):
        numbers["zps"] = f"{club.upper()}-{int(member)}"
    return numbers


def birth_of_digits(text: str, findings: Findings, line: int | None) -> str:
    """Return a day or year of birth written YYYY, DDMMYY, DDMMYYYY or YYYYMMDD as others write it.

    A year of two digits is not completed: the day is left out.
    """
    digits = text.strip()
    if len(digits) == 8 and _DIGITS.fullmatch(digits):
        spellings = (
            f"{digits[:4]}-{digits[4:6]}-{digits[6:]}",
            f"{digits[:2]}.{digits[2:4]}.{digits[4:]}",
        )
        return next(filter(unambiguous_date, spellings), digits)
    if len(digits) == 6 and _DIGITS.fullmatch(digits):
        findings.warn(Message("a birth date has a year of two digits: left out"), line)
        return ""
    return digits
