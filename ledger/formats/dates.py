"""Parsing of dates as files write them, ambiguity included.

A spelling such as 08/04/18 means different days in different orders of year, month and day.
Nothing is chosen: a spelling has *candidates*, one for each order in which it is a day of the
calendar, and only what the rest of the file rules out is ruled out.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from ledger.events.sentences import Sentence, or_joined

LONGEST_TOURNAMENT = timedelta(days=400)
EARLIEST, LATEST = 1800, 2200
_FIRST_YEAR_OF_THE_1900S = 70  # of two digits: the formats read here are younger than that

Candidates = Mapping[str, date]

_THREE = re.compile(r"([0-9]{1,4}) ?([./-]) ?([0-9]{1,2}) ?\2 ?([0-9]{1,4})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.? ([A-Za-z]{3,9})\.?,? ([0-9]{4})")
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]


def candidates(text: str) -> Candidates:
    """The days that a spelling can mean, by the order in which it is read (``ymd`` …)."""
    text = " ".join(text[:40].split())
    if match := _THREE.fullmatch(text):
        first, separator, second, third = match.groups()
        return _ordered(first, second, third, separator)
    if match := _MONTH_FIRST.fullmatch(text):
        return _named(match[3], match[1], match[2])
    if match := _DAY_FIRST.fullmatch(text):
        return _named(match[3], match[2], match[1])
    return {}


def unambiguous_date(text: str) -> date | None:
    """The day a spelling means, where it can mean one only."""
    days = set(candidates(text).values())
    return days.pop() if len(days) == 1 else None


def _ordered(first: str, second: str, third: str, separator: str) -> Candidates:
    if len(first) == 4:
        day = _calendar_date(first, second, third)
        return {} if day is None else {"ymd": day}
    if len(third) == 4:
        orders: tuple[str, ...] = ("dmy", "mdy") if separator == "/" else ("dmy",)
    elif len(first) <= 2 and len(third) <= 2:
        orders = ("ymd", "ydm", "dmy", "mdy") if separator == "/" else ("ymd", "ydm", "dmy")
    else:
        return {}
    found = {}
    for order in orders:
        part = dict(zip(order, (first, second, third), strict=True))
        if len(part["y"]) in {2, 4} and (day := _calendar_date(part["y"], part["m"], part["d"])):
            found[order] = day
    return found


def _named(year: str, month: str, day: str) -> Candidates:
    number = [i for i, name in enumerate(_MONTHS, 1) if name.startswith(month.casefold())]
    meant = _calendar_date(year, str(number[0]), day) if len(number) == 1 else None
    return {} if meant is None else {"named": meant}


def _calendar_date(year: str, month: str, day: str) -> date | None:
    number = int(year)
    if len(year) == 2:
        number += 1900 if number >= _FIRST_YEAR_OF_THE_1900S else 2000
    if not EARLIEST <= number <= LATEST:
        return None
    try:
        return date(number, int(month), int(day))
    except ValueError:
        return None


def possible_spans(
    start: Candidates | None,
    end: Candidates,
    rounds: Sequence[Candidates],
    longest: timedelta = LONGEST_TOURNAMENT,
) -> list[tuple[date | None, date]]:
    """Every start and end that agree with each other and with the days of the rounds."""
    found: dict[tuple[date | None, date], None] = {}
    for order, last in end.items():
        for first in _starts(start, order, end):
            if _is_plausible(first, last, longest) and _rounds_fit(first, last, rounds):
                found[first, last] = None
    return list(found)


def _starts(start: Candidates | None, order: str, end: Candidates) -> Iterable[date | None]:
    """The starts to be tried with an end: in the same order, where both are written alike."""
    if start is None:
        return [None]
    if set(start) & set(end):
        return [start[order]] if order in start else []
    return list(dict.fromkeys(start.values()))


def _is_plausible(first: date | None, last: date, longest: timedelta) -> bool:
    return first is None or timedelta(0) <= last - first <= longest


def _rounds_fit(first: date | None, last: date, rounds: Sequence[Candidates]) -> bool:
    """Whether some one order puts the days of all rounds inside the tournament."""
    return not rounds or bool(round_dates_within(first, last, rounds))


def round_dates_within(
    first: date | None, last: date, rounds: Sequence[Candidates]
) -> list[list[date]]:
    """The days of the rounds in every order that puts all of them inside the tournament."""
    orders = {order for each in rounds for order in each}
    readings: dict[tuple[date, ...], None] = {}
    for order in sorted(orders):
        days = [each[order] for each in rounds if order in each]
        inside = all((first or last - LONGEST_TOURNAMENT) <= day <= last for day in days)
        if len(days) == len(rounds) and inside:
            readings[tuple(days)] = None
    return [list(days) for days in readings]


def listed_dates(days: Iterable[date]) -> Sentence:
    """Days as they are offered in a message."""
    return or_joined(sorted(set(days)))
