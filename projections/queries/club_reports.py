"""A club's report for a season, if the rulebook of the day defines one."""

from collections.abc import Sequence
from datetime import date

from ledger.events.problems import refusal
from projections.engine.replay.card_history import end_of, held
from projections.engine.replay.schedule import RulebookPeriod, calendar
from projections.queries.answers import Answers, Row
from projections.rulebooks.occasion import CalendarDay


def club_report(answers: Answers, club: str, season: int) -> list[Row]:
    """Return the lines of a club's report, with the names of the players.

    ``season`` is its first year.  Raises :class:`~ledger.events.problems.Refused` if the
    rulebook has no such report, its day has not come, or the club has no players.
    """
    day, period = _day_of(answers, season)
    came = _came(answers, period, day)
    cards = {}
    for player, version in answers.card_history.last_versions(end_of(day)).items():
        found = held(version, day, answers.card_history.periods)
        if found is not None and found[1] is not None:
            cards[player] = found[1]
    lines = period.book.club_report(club, came, cards)
    if not any(line["player"] for line in lines):
        clubs = {person.club_on(day) for person in came.everyone.values()} - {None}
        known = ", ".join(sorted(map(str, clubs))) or "none"
        message = f"{club} has no member with a number on {day}; the clubs of that day: {known}"
        raise refusal("no-such-club", message, "club")
    names = answers.names({line["player"] for line in lines if line["player"]})
    return [
        {
            "rule": line["rule"],
            "player": line["player"] or "",
            "name": names.get(line["player"]) or "",
            "what": line["what"],
            "value": line["value"],
        }
        for line in lines
    ]


def _day_of(answers: Answers, season: int) -> tuple[date, RulebookPeriod]:
    """The day of the report, under the rulebook that governs it."""
    for period in answers.card_history.periods:
        day = period.book.report_day(season)
        if day is not None and period.first <= day <= period.last:
            if answers.day < day:
                message = f"the report of season {season} is of {day}, which is in the future"
                raise refusal("not-yet", message, "season")
            return day, period
    message = f"no rulebook of this pool asks clubs for a report of season {season}"
    raise refusal("no-report", message, "season")


def _came(answers: Answers, period: RulebookPeriod, day: date) -> CalendarDay:
    pool, history = answers.question.pool, answers.whole_history()
    found: Sequence[CalendarDay] = list(calendar(history, pool, period, day, day))
    return found[0] if found else CalendarDay(day=day, name="report")
