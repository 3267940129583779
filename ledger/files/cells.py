"""One row of a canonical table, and the values of its cells: read, or refused in words."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import attrs

from ledger.files.text import tidy

_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,15}")
_WHOLE = re.compile("[0-9]{1,5}")
_DECIMAL = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


@attrs.frozen
class Row:
    """Named values and their line; ``place`` names the table where there are several files."""

    line: int
    values: Mapping[str, str]
    place: str = ""

    def get(self, name: str) -> str:
        """A value without blanks around it, empty where there is none."""
        text = self.values.get(name, "")
        return text if text.isalnum() or not text else tidy(text)  # most are numbers or empty


class Bad(Exception):
    """A value that cannot be; the row is told of it."""


def player_number(row: Row, name: str) -> str:
    """A number by which the file calls a player."""
    text = row.get(name)
    if not _NUMBER.fullmatch(text):
        raise Bad(f"{name} {text[:20]!r} is no player number: up to 16 letters and digits")
    return text


def one_of(row: Row, name: str, choices: Sequence[str]) -> Any:
    """One of several words, None where the cell is empty."""
    text = row.get(name)
    if text and text not in choices:
        raise Bad(f"{name} {text[:20]!r} is not one of {', '.join(choices)}")
    return text or None


def whole_number(row: Row, name: str, most: int) -> int | None:
    """A whole number from 0 to ``most``, None where the cell is empty."""
    text = row.get(name)
    if not text:
        return None
    number = int(text) if _WHOLE.fullmatch(text) else most + 1
    if number > most:
        raise Bad(f"{name} {text[:20]!r} is not a whole number up to {most}")
    return number


def decimal_number(row: Row, name: str) -> float | None:
    """A number with at most three decimals, None where the cell is empty."""
    text = row.get(name).replace(",", ".")
    if not text:
        return None
    if not _DECIMAL.fullmatch(text):
        raise Bad(f"{name} {text[:20]!r} is not a number with at most three decimals")
    return float(text)


def day_of(row: Row, name: str) -> date | None:
    """A day, None where the cell is empty."""
    text = row.get(name)
    if not text:
        return None
    if not _DAY.fullmatch(text):
        raise Bad(f"{name} {text[:20]!r} is no day: write it as YYYY-MM-DD")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Bad(f"{name} {text} does not exist in the calendar") from None
