"""LASK Rankingregel 2: the base (räknebas), the number in force since the last base date.

Every game of a period is computed with the base numbers of both players; the record sheet
meanwhile carries a running number, which becomes the base on the next base date.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import date

from msgspec.structs import replace

from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import LaskCard, SeasonRecord

FIRST_OF_JUNE, FIRST_OF_SEPTEMBER = (6, 1), (9, 1)
_BASE_DATES = ((1, 1), (3, 1), FIRST_OF_JUNE, FIRST_OF_SEPTEMBER, (11, 1))
_NOTHING_YET = SeasonRecord()


@lask.within("Rankingregel 2")
def base_dates(first: date, last: date) -> Iterator[date]:
    """The base dates from ``first`` to ``last``: 1/1, 1/3, 1/6, 1/9 and 1/11 of every year."""
    for year in range(first.year, last.year + 1):
        for month, day in _BASE_DATES:
            if first <= (base_date := date(year, month, day)) <= last:
                yield base_date


@lask.within("Rankingregel 2")
def period(day: date) -> tuple[date, date]:
    """The base date that opened the period ``day`` lies in, and the one that ends it."""
    place = bisect_right(_BASE_DATES, (day.month, day.day))
    ends_next_year, following = divmod(place, len(_BASE_DATES))
    return (
        date(day.year, *_BASE_DATES[place - 1]),
        date(day.year + ends_next_year, *_BASE_DATES[following]),
    )


@lask("Rankingregel 2")
def carried(running: int, changes: Iterable[int]) -> int:
    """The record sheet carries the number on by its changes; the base stays as it was."""
    return running + sum(changes)


@lask("Rankingregel 2")
def new_base(running: int, adjustment: int) -> int:
    """On a base date the running number, with what the date adds or takes, becomes the base."""
    return running + adjustment


@lask.within("Rankingregel 2")
def closed(card: LaskCard, day: date, adjustment: int) -> LaskCard:
    """The record sheet after the base date ``day``, the same object if nothing was open on it."""
    season = _season_after(card.season, day, adjustment)
    if card.settled and not adjustment:
        return card if season == card.season else replace(card, season=season)
    if card.re_ranking is None:
        base, event = new_base(card.running, adjustment), card.running_event
    else:
        base, event = card.re_ranking.figure, card.re_ranking.event
    base_on = card.base_on if base == card.base else day
    return card.with_base(base, base_on, event, season)


def _season_after(season: SeasonRecord, day: date, adjustment: int) -> SeasonRecord:
    if is_first_of_september(day):
        return _NOTHING_YET
    if is_first_of_june(day) and season.deduction != -adjustment:
        return replace(season, deduction=-adjustment)
    return season


def is_first_of_june(day: date) -> bool:
    """Whether ``day`` ends the clubs' bookkeeping."""
    return (day.month, day.day) == FIRST_OF_JUNE


def is_first_of_september(day: date) -> bool:
    """Whether a season begins on ``day``."""
    return (day.month, day.day) == FIRST_OF_SEPTEMBER


def is_base_date(day: date) -> bool:
    """Whether a period begins on ``day``."""
    return period(day)[0] == day


def season_of(day: date) -> int:
    """The season by its first year: 1970 runs from 1/9/1970 to 31/8/1971."""
    return day.year if day.month >= 9 else day.year - 1


@lask.within("Regel 2")
@lask.within("Regel 3")
def clubs_keep_the_books(day: date) -> bool:
    """From 1/9 to 31/5 the clubs book, in the summer the CRK; Regel 6 and 7 ask for the former."""
    return not 6 <= day.month <= 8
