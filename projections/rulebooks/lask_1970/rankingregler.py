"""LASK Rankingregel 1 to 3: the value of a game, the base, and the day of a game."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date

from msgspec.structs import replace

from projections.rulebooks.figures import printed_table
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.card import LaskCard, SeasonRecord
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_4_long_games import out_of_scope
from projections.rulebooks.occasion import GamesPlayed, Occasion, TournamentEnded
from projections.rulebooks.tournament import Game, Tournament

# --- Rankingregel 1 and Tabell 5: what one game is worth to each of its players ------------------

_ROWS = printed_table(lask.package, "tabell_5_kompensation.csv")
_BAND_STARTS = tuple(int(row["skillnad"].partition("-")[0]) for row in _ROWS)
_K = tuple(int(row["K"]) for row in _ROWS)


@lask("Tabell 5")
def compensation(R: int) -> int:
    """The compensation K for a difference R ≥ 0 between two numbers."""
    return _K[bisect_right(_BAND_STARTS, R) - 1]


@lask("Rankingregel 1")
def change(own: int, opponent: int, points: float) -> int:
    """A win gives 16, a loss −16, a draw 0; the weaker player gets K more, the better K less."""
    k = compensation(abs(own - opponent))
    return int(32 * points) - 16 + (k if own < opponent else -k)


@lask.within("Rankingregel 1")
def expected_score(own: int, opponent: int) -> float:
    """Return the score that changes no number: 32 points lie between a win and a loss."""
    k = compensation(abs(own - opponent))
    return (16 + (k if own > opponent else -k)) / 32


# --- Rankingregel 2: the base (räknebas), the number in force since the last base date -----------
# Every game of a period is computed with the base numbers of both players; the record sheet
# meanwhile carries a running number, which becomes the base on the next base date.

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
    """The running number, with what the base date adds or deducts, becomes the base."""
    return running + adjustment


@lask.within("Rankingregel 2")
def closed(card: LaskCard, day: date, adjustment: int) -> LaskCard:
    """Return the card after the base date ``day``, the same object if nothing was open on it."""
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
    """True if ``day`` ends the clubs' bookkeeping."""
    return (day.month, day.day) == FIRST_OF_JUNE


def is_first_of_september(day: date) -> bool:
    """True if a season begins on ``day``."""
    return (day.month, day.day) == FIRST_OF_SEPTEMBER


def is_base_date(day: date) -> bool:
    """True if a period begins on ``day``."""
    return period(day)[0] == day


def season_of(day: date) -> int:
    """The season by its first year: 1970 runs from 1/9/1970 to 31/8/1971."""
    return day.year if day.month >= 9 else day.year - 1


@lask.within("Regel 2")
@lask.within("Regel 3")
def is_booked_by_clubs(day: date) -> bool:
    """True from 1/9 to 31/5, when the clubs book (Regel 6 and 7); in the summer the CRK does."""
    return not 6 <= day.month <= 8


# --- Rankingregel 3: the day a game belongs to, and so when a tournament gives work --------------


def occasions_of(tournament: Tournament, readings: Readings) -> Iterator[Occasion]:
    """The days of play; as a whole a concentrated tournament and one that cannot be rated."""
    if "concentrated" in tournament.flags or out_of_scope(tournament):
        yield tournament_as_a_whole(tournament, readings)
    else:
        yield from days_of_play(tournament)


@lask.within("Rankingregel 3")
def days_of_play(tournament: Tournament) -> Iterator[GamesPlayed]:
    """The games day by day; an adjourned game belongs to the day on which it was finished."""
    games: dict[date, list[Game]] = defaultdict(list)
    for game in tournament.games:
        games[tournament.day_of(game)].append(game)
    for day in sorted(games):
        yield GamesPlayed(day=day, tournament=tournament, games=tuple(games[day]))


@lask.within("Regel 10")
def tournament_as_a_whole(tournament: Tournament, readings: Readings) -> Occasion:
    """A concentrated tournament is booked once: at its end, in the other reading at its start."""
    day = tournament.ended_on
    if readings.concentrated_date == "start" and tournament.starts_on is not None:
        day = tournament.starts_on
    return TournamentEnded(day=day, tournament=tournament)
