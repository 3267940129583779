"""The records of a TRF file about the tournament itself, as far as the log knows them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Literal

from ledger.events.facts import ThinkingTime
from ledger.formats.dates import candidates, round_dates_within
from ledger.formats.omissions import warn_left_out
from ledger.formats.rounds import last_round
from ledger.formats.tournament_report import EnglishFindings, TournamentReport
from ledger.formats.trf import record_codes
from ledger.formats.trf.columns import opponent


def header_records(
    report: TournamentReport, edition: Literal["trf16", "trf26"], findings: EnglishFindings
) -> Iterator[str]:
    """The records from 012 to 222 that have a value.

    TRF16 has no record for the number of rounds; pairing programs read JaVaFo's XXR.
    """
    trf26 = edition == "trf26"
    for record, value in _values(report, findings):
        yield f"{record} {value}"
    yield from _round_dates(report, findings)
    if report.rounds is not None:
        rounds = max(report.rounds, last_round(report))
        yield f"{record_codes.ROUNDS if trf26 else record_codes.ROUNDS_OF_JAVAFO} {rounds}"
    if trf26 and report.system in record_codes.SYSTEM_CODES:
        yield f"{record_codes.CODED_SYSTEM} {record_codes.SYSTEM_CODES[report.system]}"
    if trf26 and report.thinking_time is not None and _in_seconds(report.thinking_time):
        yield f"{record_codes.CODED_THINKING_TIME} {_in_seconds(report.thinking_time)}"


def _values(report: TournamentReport, findings: EnglishFindings) -> Iterator[tuple[str, str]]:
    yield record_codes.NAME, report.name or ""
    if report.place is not None:
        yield record_codes.PLACE, report.place
    if report.country is not None:
        yield record_codes.FEDERATION, report.country
    for record, day in (
        (record_codes.FIRST_DAY, report.starts_on),
        (record_codes.LAST_DAY, report.ended_on),
    ):
        if day is not None:
            yield record, _full_date(day)
    yield record_codes.NUMBER_OF_PLAYERS, str(len(report.players))
    yield (
        record_codes.NUMBER_OF_RATED_PLAYERS,
        str(sum(bool(player.ratings) for player in report.players)),
    )
    if report.system in record_codes.SYSTEM_TEXTS:
        yield record_codes.SYSTEM, record_codes.SYSTEM_TEXTS[report.system]
    else:
        warn_left_out(findings, f"the system: {report.system}")
    if report.system == "team":
        warn_left_out(findings, "which players make up a team: the log knows the games only")
    if report.youth_class is not None:
        warn_left_out(findings, f"the youth class {report.youth_class}")
    yield from _thinking_time(report.thinking_time, findings)


def _thinking_time(
    time: ThinkingTime | None, findings: EnglishFindings
) -> Iterator[tuple[str, str]]:
    """Record 122, in words; what 222 says in seconds besides is left to TRF26."""
    if time is None:
        return
    words = f"{time.minutes:.10g} minutes"
    if time.increment_seconds:
        words += f" + {time.increment_seconds:.10g} seconds per move"
    yield record_codes.THINKING_TIME, words
    if time.minutes_per_move is not None:
        warn_left_out(findings, "the thinking time in minutes per move")


def _in_seconds(time: ThinkingTime) -> str:
    """Record 222: the whole game as one period; empty where it is no whole number of seconds."""
    base, increment = round(time.minutes * 60, 3), time.increment_seconds or 0
    if not base.is_integer() or not float(increment).is_integer() or base > 999_999:
        return ""
    return f"{base:.0f}" + (f"+{increment:.0f}" if increment else "")


def _round_dates(report: TournamentReport, findings: EnglishFindings) -> Iterator[str]:
    """Record 132: a day for each round whose games were all played on it.

    The specification has years of two digits.  Where these could be read as other days as well,
    the years have four.
    """
    days = _days_of_rounds(report, findings)
    if not days or report.ended_on is None:
        return
    short = {round_: f"{day:%y/%m/%d}" for round_, day in days.items()}
    written = [candidates(text) for text in short.values()]
    readings = round_dates_within(report.starts_on, report.ended_on, written)
    unambiguous = readings == [list(days.values())]
    signs = [record_codes.ROUND_DATES.ljust(opponent(1).first - 2)]
    for round_ in range(1, max(days) + 1):
        text = ""
        if round_ in days:
            text = f" {short[round_]}" if unambiguous else _full_date(days[round_])
        signs.append(f"{text:<10}")
    yield "".join(signs)


def _days_of_rounds(report: TournamentReport, findings: EnglishFindings) -> Mapping[int, date]:
    days: dict[int, set[date | None]] = defaultdict(set)
    for game in report.games:
        if game.played and game.round is not None:
            days[game.round].add(game.day)
        elif game.day is not None:
            warn_left_out(findings, "the days of games that were not played")
    round_days: dict[int, date] = {}
    for round_ in sorted(days):
        on = days[round_]
        if len(on) == 1 and (day := next(iter(on))) is not None:
            round_days[round_] = day
        elif on != {None}:
            warn_left_out(findings, f"the days of the games of round {round_}, which are several")
    return round_days


def _full_date(day: date) -> str:
    return f"{day.year:04}/{day.month:02}/{day.day:02}"
