"""FIDE 4 and 7.1: reports, their dates, and the list on which each is rated."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

import attrs

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.occasion import Occasion, ReportBegan, ReportEnded
from projections.rulebooks.tournament import Game, Tournament

# --- 7.1: the lists, dated the first of every month ----------------------------------------------

LIST = fide.cite("7.1.3")
OFFICIAL_EVENT = "official-fide-event"
LISTS_TO_CHOOSE_FROM = 3
ACTIVE_LISTS = 12
A_DAY = timedelta(days=1)


@fide.within("7.1")
def list_of(day: date) -> date:
    """The list in force on ``day``: the last one dated on or before it."""
    return day.replace(day=1)


@fide.within("7.1")
def lists_later(the_list: date, lists: int) -> date:
    """Return the list that is ``lists`` lists after another one, before it if negative."""
    years, month = divmod(the_list.month - 1 + lists, 12)
    year = the_list.year + years
    if year > date.max.year:
        return date.max
    return date.min if year < date.min.year else date(year, month + 1, 1)


@fide.within("7.1.3")
def list_of_report(ended_on: date, tournament: Tournament, readings: Readings) -> date:
    """The first list whose closing day is not before the end, or the one decided for it."""
    decision = tournament.last_decided(LIST)
    decided = date.min if decision is None else date.fromisoformat(decision.value["list"])
    if decided in lists_open_to(tournament.ended_on) and decided > ended_on:
        return decided
    days = 1 if OFFICIAL_EVENT in tournament.flags else readings.closing_days
    return lists_later(list_of(ended_on + timedelta(days=days) - A_DAY), 1)


@fide.within("9.1")
def lists_open_to(ended_on: date) -> tuple[date, ...]:
    """The lists on which a tournament may be rated: it is reported for one of the next three."""
    own = list_of(ended_on)
    return tuple(lists_later(own, number) for number in range(1, LISTS_TO_CHOOSE_FROM + 1))


@fide.within("7.2.2")
def is_inactive(active_on: date | None, day: date) -> bool:
    """True if no game was rated or pooled on the twelve lists that end with the one in force."""
    return active_on is not None and lists_later(active_on, ACTIVE_LISTS) <= list_of(day)


# --- 4: reports, as a whole or month by month ----------------------------------------------------

LONGEST_DAYS = 30


@attrs.frozen(kw_only=True)
class ReportedGames:
    """The games of a tournament, or of one of its months, from the first day to the last."""

    started_on: date
    ended_on: date
    games: tuple[Game, ...]


@fide.within("4")
def may_be_split(tournament: Tournament, readings: Readings) -> bool:
    """True if a tournament lasts longer than 30 days, so that each month is reported (F8)."""
    return (
        readings.interim_reports == "monthly"
        and tournament.format != "match"
        and tournament.starts_on is not None
        and (tournament.ended_on - tournament.starts_on).days > LONGEST_DAYS
    )


@fide.within("4")
def reports_of(tournament: Tournament, readings: Readings) -> tuple[ReportedGames, ...]:
    """The reports of a tournament: one, or the months of a long one whose games are all dated."""
    if may_be_split(tournament, readings):
        months = _months(tournament)
        if months:
            return months
    started_on = min(tournament.starts_on or tournament.ended_on, tournament.ended_on)
    return (
        ReportedGames(started_on=started_on, ended_on=tournament.ended_on, games=tournament.games),
    )


def occasions_of(tournament: Tournament, readings: Readings) -> Iterator[Occasion]:
    """Yield the beginning and the end of every report; one of a single day has only an end."""
    for report in reports_of(tournament, readings):
        if report.started_on < report.ended_on:
            yield ReportBegan(day=report.started_on, tournament=tournament, games=report.games)
        yield ReportEnded(
            day=report.ended_on,
            started_on=report.started_on,
            tournament=tournament,
            games=report.games,
        )


def _months(tournament: Tournament) -> tuple[ReportedGames, ...]:
    """Return the games by month, those not played with the last; nothing if one has no day."""
    months: dict[tuple[int, int], list[tuple[date, Game]]] = defaultdict(list)
    for game in tournament.games:
        if not game.played or game.black is None:
            continue
        day = game.finished_on or game.played_on
        if day is None:
            return ()
        months[day.year, day.month].append((day, game))
    reports = [
        ReportedGames(
            started_on=min(day for day, _ in months[month]),
            ended_on=max(day for day, _ in months[month]),
            games=tuple(game for _, game in months[month]),
        )
        for month in sorted(months)
    ]
    if not reports:
        return ()
    unplayed = tuple(game for game in tournament.games if not game.played or game.black is None)
    return (*reports[:-1], attrs.evolve(reports[-1], games=(*reports[-1].games, *unplayed)))
