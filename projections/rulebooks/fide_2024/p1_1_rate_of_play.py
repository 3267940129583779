"""FIDE 1.1: the rate of play, by which a game is standard, rapid, blitz, or not rated."""

from bisect import bisect_right

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import printed_table
from projections.rulebooks.tournament import Tournament

MEETS_TIME_RULE = "meets-time-rule"
RAPID, BLITZ, STANDARD_FROM = 10, 3, 60
_TABLE = printed_table(fide.package, "rate_of_play_1_1.csv")[::-1]
_RATED_FROM = [int(row["rated from"]) for row in _TABLE]
_LEAST_MINUTES = [int(row["minutes"]) for row in _TABLE]


def minutes_of(tournament: Tournament) -> float | None:
    """The minutes for a game of 60 moves, in which a second of increment is a minute."""
    time = tournament.thinking_time
    return None if time is None else time.minutes + time.increment_seconds


@fide.within("1.1")
@fide.within("RB 1.1")
def wrong_rate(tournament: Tournament, readings: Readings) -> str | None:
    """Why a whole tournament is not played at the rate of this list; None if it may be."""
    minutes, stated = minutes_of(tournament), MEETS_TIME_RULE in tournament.flags
    if minutes is None:
        if stated or readings.time_unknown == "rate":
            return None
        return fide.because("1.1", "no thinking time is stated")
    if readings.control == "rapid" and not RAPID < minutes < STANDARD_FROM:
        return fide.because(
            "1.1",
            "%(minutes)s minutes are not more than 10 and less than 60",
            minutes=f"{minutes:g}",
        )
    if readings.control == "blitz" and not BLITZ < minutes <= RAPID:
        return fide.because(
            "1.1", "%(minutes)s minutes are not more than 3 and at most 10", minutes=f"{minutes:g}"
        )
    return None


@fide.within("1.1")
def required_minutes(higher_rating: int) -> int:
    """The least minutes of a standard game in which nobody is rated higher; unrated is 0."""
    return _LEAST_MINUTES[bisect_right(_RATED_FROM, higher_rating) - 1]


def stated_minutes(tournament: Tournament, readings: Readings) -> float | None:
    """The minutes that are too few for some games; None where they are enough for all."""
    if readings.control != "standard" or MEETS_TIME_RULE in tournament.flags:
        return None
    minutes = minutes_of(tournament)
    return None if minutes is None or minutes >= max(_LEAST_MINUTES) else minutes
