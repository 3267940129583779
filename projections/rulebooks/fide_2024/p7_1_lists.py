"""FIDE 7.1: the lists, dated the first of every month, and on which of them a report is rated."""

from datetime import date, timedelta

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.decisions import list_decided
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.tournament import Tournament

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
    """The list so many lists after another one, before it where ``lists`` is negative."""
    years, month = divmod(the_list.month - 1 + lists, 12)
    year = the_list.year + years
    if year > date.max.year:
        return date.max
    return date.min if year < date.min.year else date(year, month + 1, 1)


@fide.within("7.1.3")
def list_of_report(ended_on: date, tournament: Tournament, readings: Readings) -> date:
    """The first list whose closing day is not before the end, or the one decided for it."""
    decided = list_decided(tournament.decisions)
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
    """Whether there was no rated game on the twelve lists that end with the one in force."""
    return active_on is not None and lists_later(active_on, ACTIVE_LISTS) <= list_of(day)
