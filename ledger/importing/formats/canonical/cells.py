"""One row of a canonical table, and its cells: parsed, or refused with a message."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from ledger.events.messages import Message, joined
from ledger.events.values import LARGEST_DECIMAL, Fault
from ledger.importing.formats.tournament_report import Findings

T = TypeVar("T")
_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,15}")
_WHOLE = re.compile("[0-9]{1,6}")
_DECIMAL = re.compile(r"[0-9]{1,7}(\.[0-9]{1,3})?")
_SIGNED = re.compile(rf"-?{_DECIMAL.pattern}")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LONGEST = 20  # longer texts are none of these and are not cached
_BETWEEN = re.compile(r"[\s,;]+")
_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Named values and their line; every invalid value is reported to ``findings``.

    ``texts`` are the values, tidy (`tidy_all`), and ``columns`` gives the
    index by name (:func:`columns_of`).  ``written`` are those of a tournament
    as they are in the file.  ``place`` names the table if there are several files; ``lines``
    are those of the values, if each has one of its own.
    """

    line: int
    columns: Mapping[str, int]
    texts: Sequence[str]
    findings: Findings
    written: Mapping[str, str] = _NOTHING
    place: str = ""
    lines: Mapping[str, int] = _NOTHING

    def has_any(self, names: AbstractSet[str]) -> bool:
        """True if there is a column for any of some values, filled in or not."""
        return not self.columns.keys().isdisjoint(names)

    def get(self, name: str) -> str:
        """Return a value, empty if there is none."""
        column = self.columns.get(name)
        return "" if column is None else self.texts[column]

    def refuse(self, name: str, message: Message) -> None:
        """Report a value as invalid; ``message`` includes the remedy."""
        self.findings.error(placed(self.place, message), self.lines.get(name, self.line))


@lru_cache(maxsize=100)  # rows of one kind share their columns
def columns_of(names: tuple[str, ...]) -> Mapping[str, int]:
    """Return the index of the value by name; of two of the same name the last."""
    return {name: column for column, name in enumerate(names)}


def placed(place: str, message: Message) -> Message:
    """Return a message with the table's name in front if there are several files."""
    return joined("", [place, message]) if place else message


class InvalidRow(Exception):
    """A required value of the row is missing or invalid; ``why`` says which."""

    def __init__(self, why: Message) -> None:
        self.why = why
        super().__init__(why)


def player_number(row: Row, name: str) -> str:
    """Return a player's number in the file.

    Raises :class:`InvalidRow` if there is none.
    """
    text = row.get(name)
    if not _is_number(text[:_LONGEST]):
        message = Message(
            "%(name)s %(text)r is not a player number: up to 16 letters and digits",
            {"name": name, "text": text[:20]},
        )
        raise InvalidRow(message)
    return text


@lru_cache(maxsize=10_000)
def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def one_of(row: Row, name: str, choices: Sequence[str]) -> Any:
    """Return one of several words, None if the cell is empty."""
    text = row.get(name)
    if text and text not in choices:
        row.refuse(name, none_of(name, text[:20], choices))
        return None
    return text or None


def some_of(row: Row, name: str, choices: Sequence[str]) -> tuple[Any, ...]:
    """Return any of several words, separated by blanks or commas."""
    words = [word for word in _BETWEEN.split(row.get(name)) if word]
    for word in dict.fromkeys(words):
        if word not in choices:
            row.refuse(name, none_of(name, word[:40], choices))
        elif words.count(word) > 1:
            message = Message("%(name)s has %(word)s twice: keep one", name=name, word=word)
            row.refuse(name, message)
    return tuple(words)


def none_of(name: str, text: str, choices: Sequence[str]) -> Message:
    """Return the message about a text that is not one of its column's words."""
    return Message(
        "%(name)s %(text)r is not one of %(choices)s",
        {"name": name, "text": text, "choices": ", ".join(choices)},
    )


def yes_or_no(row: Row, name: str) -> bool | None:
    """Return True for yes, False for no, None if the cell is empty."""
    text = row.get(name)
    if text and text.casefold() not in _FLAGS:
        row.refuse(name, none_of(name, text[:20], ("yes", "no")))
    return _FLAGS.get(text.casefold())


def whole_number(row: Row, name: str, most: int) -> int | None:
    """Return a whole number from 0 to ``most``, None if the cell is empty."""
    text = row.get(name)
    if not text:
        return None
    number = _whole(text[:_LONGEST])
    if number is None or number > most:
        message = Message(
            "%(name)s %(text)r is not a whole number up to %(most)s",
            {"name": name, "text": text[:20], "most": most},
        )
        row.refuse(name, message)
        return None
    return number


@lru_cache(maxsize=10_000)
def _whole(text: str) -> int | None:
    return int(text) if _WHOLE.fullmatch(text) else None


def ordinal(row: Row, name: str, most: int = 100_000) -> int | None:
    """Return a whole number from 1 to ``most``, None if the cell is empty."""
    number = whole_number(row, name, most)
    if number == 0:
        message = Message("%(name)s is counted from 1: correct it, or leave it out", name=name)
        row.refuse(name, message)
        return None
    return number


def decimal_number(row: Row, name: str) -> float | None:
    """Return a number up to a million with at most three decimals, None if the cell is empty."""
    texts = filter(None, [row.get(name).replace(",", ".")])
    return next(iter(_decimals(row, name, texts, _DECIMAL)), None)


def decimal_numbers(row: Row, name: str) -> tuple[float, ...]:
    """Return the numbers of a cell, separated by blanks; a difference may be negative."""
    return tuple(_decimals(row, name, row.get(name).replace(",", ".").split(), _SIGNED))


def _decimals(
    row: Row, name: str, texts: Iterable[str], pattern: re.Pattern[str]
) -> Iterator[float]:
    for text in texts:
        if pattern.fullmatch(text) and abs(float(text)) <= LARGEST_DECIMAL:
            yield float(text)
            continue
        message = Message(
            "%(name)s %(text)r is not a number with at most three decimals",
            {"name": name, "text": text[:20]},
        )
        row.refuse(name, message)


def day_of(row: Row, name: str) -> date | None:
    """Return a day, None if the cell is empty."""
    text = row.get(name)
    if not text:
        return None
    try:
        day = _day(text[:_LONGEST])
    except ValueError:
        message = Message(
            "%(name)s %(text)s does not exist in the calendar: correct it", name=name, text=text
        )
        row.refuse(name, message)
        return None
    if day is None:
        message = Message(
            "%(name)s %(text)r is not a day: write it as YYYY-MM-DD", name=name, text=text[:20]
        )
        row.refuse(name, message)
    return day


@lru_cache(maxsize=1_000)
def _day(text: str) -> date | None:
    """Return the day of YYYY-MM-DD, None in another spelling.

    Raises ValueError if the calendar has no such day.
    """
    return date.fromisoformat(text) if is_iso_day(text) else None


def is_iso_day(text: str) -> bool:
    """True if a day is written as YYYY-MM-DD, which is unambiguous."""
    return _DAY.fullmatch(text) is not None


def parsed_value(row: Row, name: str, read: Callable[[object], T]) -> T | None:
    """Return a text parsed as the ledger itself does, None if the cell is empty."""
    text = row.written.get(name, "").strip()
    if not text:
        return None
    try:
        return read(text)
    except Fault as fault:
        row.refuse(name, joined(" ", [name, str(fault)]))
        return None
