"""Parsing of dates as files write them, including ambiguous ones.

A spelling such as 08/04/18 means different days in different orders of year, month and day.
The parser does not choose: a spelling has *candidates*, one for each order that gives a valid
day, and only the rest of the file rules any of them out.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta

import attrs

from ledger.events.messages import Message, RequestField, joined_with_or
from ledger.importing.formats.tournament_report import Findings, SuppliedDetails

LONGEST_TOURNAMENT = timedelta(days=400)
EARLIEST, LATEST = 1800, 2200
_FIRST_YEAR_OF_THE_1900S = 70  # for two-digit years: the formats are newer than this

Candidates = Mapping[str, date]

_THREE = re.compile(r"([0-9]{1,4}) ?([./-]) ?([0-9]{1,2}) ?\2 ?([0-9]{1,4})")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,10})\.? ([0-9]{1,2}),? ([0-9]{4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.? ([^\W\d_]{3,10})\.?,? ([0-9]{4})")
_YEAR_FIRST = re.compile(r"([0-9]{4})\.? ([^\W\d_]{3,10})\.? ([0-9]{1,2})\.?")
_FORMS = (_THREE, _MONTH_FIRST, _DAY_FIRST, _YEAR_FIRST)
_ISO = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])")
_MONTHS = (
    ("january", "januar", "január", "januari"),
    ("february", "februar", "február", "februari"),
    ("march", "märz", "mrz", "maerz", "március", "mars"),
    ("april", "április"),
    ("may", "mai", "május", "maj"),
    ("june", "juni", "június"),
    ("july", "juli", "július"),
    ("august", "augusztus", "augusti"),
    ("september", "szeptember"),
    ("october", "oktober", "október"),
    ("november",),
    ("december", "dezember"),
)
"""The names of each month in English, German, Hungarian and Swedish."""


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
    if match := _YEAR_FIRST.fullmatch(text):
        return _named(match[1], match[2], match[3])
    return {}


def unambiguous_date(text: str) -> date | None:
    """Return the day a spelling means, if there is only one."""
    days = set(candidates(text).values())
    return days.pop() if len(days) == 1 else None


def written_day(text: str) -> date:
    """Return the day that a person has written: 2012-12-31, 31.12.2012 or 31 December 2012.

    Raises ValueError for a text that means no day, or several.
    """
    text = " ".join(text[:40].split())
    days = set(candidates(text).values()) if _YEAR.search(text) else set()
    if _ISO.fullmatch(text):
        with suppress(ValueError):
            days = {date.fromisoformat(text)}
    if len(days) == 1:
        return days.pop()
    if days:
        values = {"text": text, "days": listed_dates(days)}
        raise ValueError(Message("%(text)r can mean %(days)s: write it as YYYY-MM-DD", **values))
    if _YEAR.search(text) and any(form.fullmatch(text) for form in _FORMS):
        raise ValueError(Message("%(value)s does not exist in the calendar", value=text))
    raise ValueError(Message("%(given)s is not a day: write it as YYYY-MM-DD", given=repr(text)))


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
    number = [
        number
        for number, names in enumerate(_MONTHS, 1)
        if any(name.startswith(month.casefold()) for name in names)
    ]
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
    """Return every start and end that agree with each other and with the days of the rounds."""
    found: dict[tuple[date | None, date], None] = {}
    for order, last in end.items():
        for first in _starts(start, order, end):
            plausible = first is None or timedelta(0) <= last - first <= longest
            if plausible and (not rounds or round_dates_within(first, last, rounds)):
                found[first, last] = None
    return list(found)


def _starts(start: Candidates | None, order: str, end: Candidates) -> Iterable[date | None]:
    """Return the starts to try with an end: in the same order, if both are written alike."""
    if start is None:
        return [None]
    if set(start) & set(end):
        return [start[order]] if order in start else []
    return list(dict.fromkeys(start.values()))


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


def listed_dates(days: Iterable[date]) -> Message:
    """Return days as a message lists them."""
    return joined_with_or(sorted(set(days)))


NO_LIMIT = timedelta.max

_ENDED_ON = RequestField("ended_on", "YYYY-MM-DD")
_NO_LAST_DAY = Message(
    "the file does not state the last day of the tournament: give %(ended_on)s", ended_on=_ENDED_ON
)
_ROUNDS_OUTSIDE = Message(
    "the days of the rounds do not lie between the first and the last day: correct them, or "
    "give %(ended_on)s",
    ended_on=_ENDED_ON,
)


@attrs.frozen
class WrittenDate:
    """A day as the file writes it, and its place."""

    text: str
    line: int | None = None
    column: int | None = None


Span = tuple[date | None, date | None]


def resolve_dates(  # noqa: PLR0913 - what the file writes, and what else is known
    start: WrittenDate | None,
    end: WrittenDate | None,
    supplied: SuppliedDetails,
    findings: Findings,
    rounds: Sequence[Candidates] = (),
    *,
    longest: timedelta = LONGEST_TOURNAMENT,
) -> Span:
    """Return the first and the last day; dates given by the submitter must agree with the file.

    Only an impossible day of the file yields to the submitter's.
    """
    start, end = (_day_or_none(each, findings) for each in (start, end))
    start, end = _without_impossible(start, end, supplied, longest, findings)
    starts = _candidates(start, supplied.starts_on)
    ends = _candidates(end, supplied.ended_on)
    if ends is None:
        findings.error(_NO_LAST_DAY)
        return supplied.starts_on, None
    for written, readings in ((start, starts), (end, ends)):
        if written is not None and readings == {}:
            message = Message(
                "%(text)r is not a day: write it as YYYY-MM-DD, or give %(ended_on)s",
                {"text": written.text[:40], "ended_on": _ENDED_ON},
            )
            findings.error(message, written.line, written.column)
            return None, None
    if not _consistent(start, supplied.starts_on, findings) or not _consistent(
        end, supplied.ended_on, findings
    ):
        return None, None
    possible = possible_spans(starts, ends, rounds, longest)
    if not possible:
        possible = possible_spans(starts, ends, (), longest)
        if possible and supplied.ended_on is None:
            findings.error(_ROUNDS_OUTSIDE, None if end is None else end.line)
            return None, None
    return _only_span(possible, start, end, starts, ends, findings)


def _day_or_none(written_date: WrittenDate | None, findings: Findings) -> WrittenDate | None:
    """Return the day as written; None for 0000-00-00, which programs write for an unknown day."""
    if written_date is None or written_date.text.strip(" 0./-"):
        return written_date
    message = Message("%(text)r means an unknown day", text=written_date.text[:20])
    findings.warn(message, written_date.line, written_date.column)
    return None


def _without_impossible(
    start: WrittenDate | None,
    end: WrittenDate | None,
    supplied: SuppliedDetails,
    longest: timedelta,
    findings: Findings,
) -> tuple[WrittenDate | None, WrittenDate | None]:
    """Return the days as written, without impossible ones that the submitter replaces."""
    if start is None or end is None:
        return start, end
    starts, ends = candidates(start.text), candidates(end.text)
    if not starts or not ends or possible_spans(starts, ends, (), longest):
        return start, end
    kept: list[WrittenDate | None] = []
    for written, day in ((start, supplied.starts_on), (end, supplied.ended_on)):
        overruled = day is not None and day not in candidates(written.text).values()
        if overruled:
            message = Message(
                "it cannot last from %(start)r to %(end)r: %(day)s replaces %(text)r, as "
                "you chose",
                start=start.text[:40],
                end=end.text[:40],
                day=day,
                text=written.text[:40],
            )
            findings.warn(message, written.line, written.column)
        kept.append(None if overruled else written)
    return kept[0], kept[1]


def _candidates(written_date: WrittenDate | None, supplied: date | None) -> Candidates | None:
    if supplied is not None:
        return {"supplied": supplied}
    return None if written_date is None else candidates(written_date.text)


def _consistent(
    written_date: WrittenDate | None, supplied: date | None, findings: Findings
) -> bool:
    """True if the file does not contradict the date given by the submitter."""
    if written_date is None or supplied is None:
        return True
    days = set(candidates(written_date.text).values())
    if not days or supplied in days:
        return True
    message = Message(
        "you gave %(day)s, but the file has %(text)r: correct one of them",
        {"day": supplied, "text": written_date.text[:40]},
    )
    findings.error(message, written_date.line, written_date.column)
    return False


def _only_span(  # noqa: PLR0913, PLR0917 - what was written and what it can mean
    possible: list[tuple[date | None, date]],
    start: WrittenDate | None,
    end: WrittenDate | None,
    starts: Candidates | None,
    ends: Candidates,
    findings: Findings,
) -> Span:
    line, column = (None, None) if end is None else (end.line, end.column)
    if not possible:
        begun = "" if starts is None else listed_dates(starts.values())
        message = Message(
            "it cannot have begun on %(begun)s and ended on %(ended)s: correct the days, or "
            "give %(ended_on)s",
            {"begun": begun, "ended": listed_dates(ends.values()), "ended_on": _ENDED_ON},
        )
        findings.error(message, line, column)
        return None, None
    if len({last for _, last in possible}) > 1:
        several = listed_dates(last for _, last in possible)
        text = "" if end is None else end.text[:40]
        message = Message(
            "%(text)r can mean %(days)s: give %(ended_on)s",
            {"text": text, "days": several, "ended_on": _ENDED_ON},
        )
        findings.error(message, line, column)
        return None, None
    firsts = {first for first, _ in possible}
    first, last = (possible[0][0] if len(firsts) == 1 else None), possible[0][1]
    if first is None and start is not None:
        days = listed_dates(d for d in firsts if d)
        message = Message("%(text)r can mean %(days)s", text=start.text[:40], days=days)
        findings.warn(message, start.line)
    for written, day in ((start, first), (end, last)):
        if written is None or day is None:
            continue
        if written.text.strip() not in {day.isoformat(), f"{day:%Y/%m/%d}", f"{day:%Y.%m.%d}"}:
            message = Message("%(text)r is read as %(day)s", text=written.text[:40], day=day)
            findings.adjusted(message, written.line, written.column)
    return first, last
