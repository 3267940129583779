"""The first and last day of a tournament: read where unambiguous, else asked for.

The last day orders the replay of the ledger, so it is never guessed.
"""

from collections.abc import Sequence
from datetime import date, timedelta

import attrs

from ledger.events.sentences import sentence
from ledger.formats.dates import (
    LONGEST_TOURNAMENT,
    Candidates,
    candidates,
    listed_dates,
    possible_spans,
)
from ledger.formats.tournament_report import Findings, SuppliedDetails

ENDED_ON_REMEDY = "say --ended-on YYYY-MM-DD"
NO_LIMIT = timedelta.max


@attrs.frozen
class WrittenDate:
    """A day as the file writes it, and where."""

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
    """The first and the last day; dates given by the submitter must agree with the file.

    Only a day of the file that cannot be yields to the submitter's.
    """
    start, end = (_unless_placeholder(each, findings) for each in (start, end))
    start, end = _without_impossible(start, end, supplied, longest, findings)
    starts = _candidates(start, supplied.starts_on)
    ends = _candidates(end, supplied.ended_on)
    if ends is None:
        findings.error(f"the file does not tell the last day of the tournament: {ENDED_ON_REMEDY}")
        return supplied.starts_on, None
    for written_date, readings in ((start, starts), (end, ends)):
        if written_date is not None and readings == {}:
            _report_not_a_date(written_date, findings)
            return None, None
    if not _consistent(start, supplied.starts_on, findings) or not _consistent(
        end, supplied.ended_on, findings
    ):
        return None, None
    possible = possible_spans(starts, ends, rounds, longest)
    if (
        not possible
        and (possible := possible_spans(starts, ends, (), longest))
        and supplied.ended_on is None
    ):
        message = "the days of the rounds do not lie between the first and the last day"
        findings.error(
            f"{message}: correct them, or {ENDED_ON_REMEDY}", None if end is None else end.line
        )
        return None, None
    return _only_span(possible, start, end, starts, ends, findings)


def _unless_placeholder(
    written_date: WrittenDate | None, findings: Findings
) -> WrittenDate | None:
    """The day as written; None for 0000-00-00, which programs write for a day they do not know."""
    if written_date is None or written_date.text.strip(" 0./-"):
        return written_date
    message = sentence("%(text)r stands for a day that is not known", text=written_date.text[:20])
    findings.warn(message, written_date.line, written_date.column)
    return None


def _without_impossible(
    start: WrittenDate | None,
    end: WrittenDate | None,
    supplied: SuppliedDetails,
    longest: timedelta,
    findings: Findings,
) -> tuple[WrittenDate | None, WrittenDate | None]:
    """The days as written, without those in place of which the submitter gives a possible one."""
    if start is None or end is None:
        return start, end
    starts, ends = candidates(start.text), candidates(end.text)
    if not starts or not ends or possible_spans(starts, ends, (), longest):
        return start, end
    kept: list[WrittenDate | None] = []
    for written, day in ((start, supplied.starts_on), (end, supplied.ended_on)):
        overruled = day is not None and day not in candidates(written.text).values()
        if overruled:
            message = sentence(
                "it cannot have been from %(start)r to %(end)r: %(day)s is taken in place of "
                "%(text)r, as you say",
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


def _report_not_a_date(written_date: WrittenDate, findings: Findings) -> None:
    message = (
        f"{written_date.text[:40]!r} is not a day: write it as YYYY-MM-DD, or {ENDED_ON_REMEDY}"
    )
    findings.error(message, written_date.line, written_date.column)


def _consistent(
    written_date: WrittenDate | None, supplied: date | None, findings: Findings
) -> bool:
    """Whether the file does not contradict the date given by the submitter."""
    if written_date is None or supplied is None:
        return True
    days = set(candidates(written_date.text).values())
    if not days or supplied in days:
        return True
    findings.error(
        f"you say {supplied}, but the file says {written_date.text[:40]!r}: correct one of them",
        written_date.line,
        written_date.column,
    )
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
        message = f"it cannot have begun on {begun} and ended on {listed_dates(ends.values())}"
        findings.error(f"{message}: correct the days, or {ENDED_ON_REMEDY}", line, column)
        return None, None
    if len({last for _, last in possible}) > 1:
        several = listed_dates(last for _, last in possible)
        text = "" if end is None else end.text[:40]
        message = f"{text!r} can mean {several}: {ENDED_ON_REMEDY}"
        findings.error(message, line, column)
        return None, None
    firsts = {first for first, _ in possible}
    first, last = (possible[0][0] if len(firsts) == 1 else None), possible[0][1]
    if first is None and start is not None:
        days = listed_dates(d for d in firsts if d)
        message = sentence("%(text)r can mean %(days)s", text=start.text[:40], days=days)
        findings.warn(message, start.line)
    for written_date, day in ((start, first), (end, last)):
        _report_reading(written_date, day, findings)
    return first, last


def _report_reading(
    written_date: WrittenDate | None, day: date | None, findings: Findings
) -> None:
    if written_date is None or day is None:
        return
    if written_date.text.strip() not in {day.isoformat(), f"{day:%Y/%m/%d}", f"{day:%Y.%m.%d}"}:
        message = sentence("%(text)r is read as %(day)s", text=written_date.text[:40], day=day)
        findings.adjusted(message, written_date.line, written_date.column)
