"""The records about the tournament itself: 012 … 132, those of TRF26, and JaVaFo's XXR."""

import re
from collections.abc import Sequence
from datetime import date

import attrs

from ledger.events.facts import ThinkingTime
from ledger.events.sentences import sentence
from ledger.formats import fields
from ledger.formats.date_range import WrittenDate, resolve_dates
from ledger.formats.dates import Candidates, candidates, round_dates_within
from ledger.formats.text import tidy
from ledger.formats.time_control import thinking_time_of
from ledger.formats.tournament_report import Findings, SuppliedDetails, System
from ledger.formats.trf import columns, record_codes
from ledger.formats.trf.player import Line


@attrs.frozen(kw_only=True)
class TournamentHeader:
    """What the records say about the tournament."""

    name: str | None
    place: str | None
    country: str | None
    starts_on: date | None
    ended_on: date | None
    rounds: int | None
    round_days: tuple[date | None, ...]
    system: System | None
    thinking_time: ThinkingTime | None
    allocated_bye: float
    uses_other_scoring: bool


class Records:
    """The lines of the file by their record."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._by_record: dict[str, list[Line]] = {}
        for line in lines:
            self._by_record.setdefault(columns.RECORD.of(line.text), []).append(line)

    def all(self, *records: str) -> list[Line]:
        """Every line of the records."""
        return [line for record in records for line in self._by_record.get(record, [])]

    def value(self, record: str) -> str | None:
        """The value of the first line of a record, None where it is blank or missing."""
        found = [tidy(columns.VALUE.of(line.text)) for line in self.all(record)]
        return next((value for value in found if value), None)

    def written_date(self, record: str) -> WrittenDate | None:
        """The value of a record and where it stands."""
        for line in self.all(record):
            if value := columns.VALUE.of(line.text):
                return WrittenDate(value, line.number, 5)
        return None


def header_of(records: Records, supplied: SuppliedDetails, findings: Findings) -> TournamentHeader:
    """Everything about the tournament."""
    rounds = _round_dates(records)
    readable = [each for each in rounds if each]
    first, last = resolve_dates(
        records.written_date(record_codes.FIRST_DAY),
        records.written_date(record_codes.LAST_DAY),
        supplied,
        findings,
        readable,
    )
    return TournamentHeader(
        name=_shortened(records.value(record_codes.NAME)),
        place=_shortened(records.value(record_codes.PLACE)),
        country=_country(records, findings),
        starts_on=first,
        ended_on=last,
        rounds=_number_of_rounds(records, findings),
        round_days=_round_days(rounds, first, last, findings),
        system=_system(records),
        thinking_time=_thinking_time(records, findings),
        allocated_bye=_allocated_bye(records),
        uses_other_scoring=bool(
            records.all(
                record_codes.SCORING,
                record_codes.SCORING_OF_JAVAFO,
                record_codes.ABNORMAL_POINTS,
            )
        ),
    )


def _shortened(text: str | None) -> str | None:
    return None if text is None else text[:200]


def _country(records: Records, findings: Findings) -> str | None:
    text = records.value(record_codes.FEDERATION)
    if text is None or not re.fullmatch("[A-Za-z]{2,3}", text):
        if text is not None:
            what = text[:20]
            message = sentence(
                "032 %(text)r is no federation of three letters: left out", text=what
            )
            findings.warn(message)
        return None
    return fields.federation(text, findings, records.all(record_codes.FEDERATION)[0].number)


def _number_of_rounds(records: Records, findings: Findings) -> int | None:
    for line in records.all(record_codes.ROUNDS, record_codes.ROUNDS_OF_JAVAFO):
        value = columns.VALUE.of(line.text)
        if re.fullmatch("[1-9][0-9]{0,2}", value):
            return int(value)
        message = sentence("number of rounds %(text)r is none: left out", text=value[:10])
        findings.warn(message, line.number, 5)
    return None


def _system(records: Records) -> System | None:
    for record in (record_codes.CODED_SYSTEM, record_codes.SYSTEM):
        text = (records.value(record) or "").casefold()
        for word, system in record_codes.SYSTEM_WORDS:
            if word in text:
                return system
    return "team" if records.all(record_codes.TEAM, record_codes.TEAM_OF_TRF26) else None


def _round_dates(records: Records) -> list[Candidates]:
    """Record 132: one line with a day in the columns of each round, or a line for each."""
    lines = [line.text for line in records.all(record_codes.ROUND_DATES)]
    if len(lines) == 1 and columns.VALUE.of(lines[0]) and not lines[0][4:14].strip():
        beyond = range(1, columns.rounds_in(lines[0]) + 1)
        texts = [columns.round_date(round_).of(lines[0]) for round_ in beyond]
    else:
        texts = [columns.VALUE.of(line) for line in lines]
    return [candidates(text) for text in texts[:999]]


def _round_days(
    rounds: Sequence[Candidates], first: date | None, last: date | None, findings: Findings
) -> tuple[date | None, ...]:
    """The days of the rounds, where they can be read in one way only."""
    if not any(rounds) or last is None:
        return ()
    readings = round_dates_within(first, last, [each for each in rounds if each])
    if len(readings) != 1:
        findings.warn(
            sentence("the days of the rounds (132) cannot be read with certainty: left out")
        )
        return ()
    days = iter(readings[0])
    return tuple(next(days) if each else None for each in rounds)


def _thinking_time(records: Records, findings: Findings) -> ThinkingTime | None:
    """Record 222, in seconds: moves/base+increment for each period, joined by colons; else 122."""
    coded = records.value(record_codes.CODED_THINKING_TIME)
    if coded is None:
        text = records.value(record_codes.THINKING_TIME)
        line = records.all(record_codes.THINKING_TIME)[0].number if text else None
        return thinking_time_of(text, "122", findings, line)
    base, increment = 0, None
    for period in coded.split(":")[:10]:
        match = re.fullmatch(r"(?:[0-9]{1,3}/)?([0-9]{1,6})(?:\+([0-9]{1,4}))?", period.strip())
        if match is None:
            findings.warn(
                sentence("thinking time 222 %(text)r is not understood: left out", text=coded[:40])
            )
            return None
        base += int(match[1])
        increment = int(match[2] or 0) if increment is None else increment
    return ThinkingTime(minutes=round(base / 60, 3), increment_seconds=float(increment or 0))


def _allocated_bye(records: Records) -> float:
    """What an allocated bye is worth, as a share of a win (record 162, codes W D L and P)."""
    text = records.value(record_codes.SCORING) or ""
    worth = {code: float(value) for code, value in re.findall(r"([WDLP]) +([0-9]\.[0-9])", text)}
    for code, points in (("W", 1.0), ("D", 0.5), ("L", 0.0)):
        if code in worth and worth.get("P") == worth[code]:
            return points
    return 1.0
