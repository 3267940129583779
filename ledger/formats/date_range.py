"""From when to when a tournament was played: read if there is no doubt, else asked for.

The last day orders the replay of the ledger, so it is never guessed.
"""

from collections.abc import Sequence
from datetime import date, timedelta

import attrs

from ledger.formats.dates import LONGEST_TOURNAMENT, Candidates, candidates, spans, written
from ledger.formats.tournament_report import Findings, Said

SAY_IT = "say --ended-on YYYY-MM-DD"
NO_LIMIT = timedelta.max


@attrs.frozen
class Spelling:
    """A day as the file writes it, and where."""

    text: str
    line: int | None = None
    column: int | None = None


Span = tuple[date | None, date | None]


def settle(  # noqa: PLR0913 - what the file writes, and what else is known
    start: Spelling | None,
    end: Spelling | None,
    said: Said,
    findings: Findings,
    rounds: Sequence[Candidates] = (),
    *,
    longest: timedelta = LONGEST_TOURNAMENT,
) -> Span:
    """The first and the last day; what the submitter says must agree with the file."""
    starts = _meant(start, said.starts_on)
    ends = _meant(end, said.ended_on)
    if ends is None:
        findings.error(f"the file does not tell the last day of the tournament: {SAY_IT}")
        return said.starts_on, None
    for spelling, found in ((start, starts), (end, ends)):
        if spelling is not None and found == {}:
            _not_a_day(spelling, findings)
            return None, None
    if not _agree(start, said.starts_on, findings) or not _agree(end, said.ended_on, findings):
        return None, None
    possible = spans(starts, ends, rounds, longest)
    if not possible and (possible := spans(starts, ends, (), longest)) and said.ended_on is None:
        message = "the days of the rounds do not lie between the first and the last day"
        findings.error(f"{message}: correct them, or {SAY_IT}", None if end is None else end.line)
        return None, None
    return _the_only(possible, start, end, starts, ends, findings)


def _meant(spelling: Spelling | None, said: date | None) -> Candidates | None:
    if said is not None:
        return {"said": said}
    return None if spelling is None else candidates(spelling.text)


def _not_a_day(spelling: Spelling, findings: Findings) -> None:
    message = f"{spelling.text[:40]!r} is not a day: write it as YYYY-MM-DD, or {SAY_IT}"
    findings.error(message, spelling.line, spelling.column)


def _agree(spelling: Spelling | None, said: date | None, findings: Findings) -> bool:
    """Whether the submitter says nothing that the file clearly contradicts."""
    if spelling is None or said is None:
        return True
    days = set(candidates(spelling.text).values())
    if not days or said in days:
        return True
    findings.error(
        f"you say {said}, but the file says {spelling.text[:40]!r}: correct one of them",
        spelling.line,
        spelling.column,
    )
    return False


def _the_only(  # noqa: PLR0913, PLR0917 - what was written and what it can mean
    found: list[tuple[date | None, date]],
    start: Spelling | None,
    end: Spelling | None,
    starts: Candidates | None,
    ends: Candidates,
    findings: Findings,
) -> Span:
    line, column = (None, None) if end is None else (end.line, end.column)
    if not found:
        begun = "" if starts is None else written(starts.values())
        message = f"it cannot have begun on {begun} and ended on {written(ends.values())}"
        findings.error(f"{message}: correct the days, or {SAY_IT}", line, column)
        return None, None
    if len({last for _, last in found}) > 1:
        several = written(last for _, last in found)
        text = "" if end is None else end.text[:40]
        message = f"{text!r} can mean {several}: {SAY_IT}"
        findings.error(message, line, column)
        return None, None
    firsts = {first for first, _ in found}
    first, last = (found[0][0] if len(firsts) == 1 else None), found[0][1]
    if first is None and start is not None:
        findings.warn(
            f"{start.text[:40]!r} can mean {written(d for d in firsts if d)}", start.line
        )
    for spelling, day in ((start, first), (end, last)):
        _tell(spelling, day, findings)
    return first, last


def _tell(spelling: Spelling | None, day: date | None, findings: Findings) -> None:
    if spelling is None or day is None:
        return
    if spelling.text.strip() not in {day.isoformat(), f"{day:%Y/%m/%d}", f"{day:%Y.%m.%d}"}:
        message = f"{spelling.text[:40]!r} is read as {day}"
        findings.adjusted(message, spelling.line, spelling.column)
