"""FIDE 7.1.4 and 8.2: an unrated player's pool of results, and his first rating."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import attrs

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import PooledResult, WaitingReport
from projections.rulebooks.fide_2024.p7_1_lists import A_DAY, lists_later
from projections.rulebooks.fide_2024.p8_1_tables import dp, share
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import whole

LEAST_GAMES = 5
HYPOTHETICAL, HYPOTHETICAL_DRAWS = 1800, 2
HIGHEST_FIRST_RATING = 2200


@attrs.frozen(kw_only=True)
class PoolOnList:
    """An unrated player's results on a list: those of 26 lists, and the first rating if any.

    ``new``: how many came in with this list; ``disregarded``: the report of a first event
    without a point; ``first_event_over``: whether the right to that is used up by now.
    """

    results: tuple[PooledResult, ...]
    new: int
    disregarded: WaitingReport | None
    first_event_over: bool
    first_rating: int | None


@fide("8.2.1")
def is_disregarded(points: float, first_event: bool) -> bool:
    """Zero points against rated opponents in the first event: it is disregarded."""
    return first_event and points == 0


@fide("7.1.4")
def still_pooled(
    results: Sequence[PooledResult], the_list: date, pool_months: int
) -> tuple[PooledResult, ...]:
    """Results stay for 26 lists, the one they came in with and the 25 after it."""
    oldest = lists_later(the_list, 1 - pool_months)
    return tuple(result for result in results if result.listed_on >= oldest)


def last_day(listed_on: date, pool_months: int) -> date:
    """The last day on which a result may be used: that before the 26th list after its own."""
    return lists_later(listed_on, pool_months) - A_DAY


@fide("8.2.2")
def Ra(opponents: Sequence[int]) -> Fraction:
    """Ra is the mean of the opponents' ratings and of two hypothetical opponents rated 1800."""
    total = sum(opponents) + HYPOTHETICAL_DRAWS * HYPOTHETICAL
    return Fraction(total, len(opponents) + HYPOTHETICAL_DRAWS)


@fide("8.2.2")
def p(W: float, n: int) -> int:
    """p is the score with two hypothetical draws, in hundredths of the games, half up."""
    return share(W + HYPOTHETICAL_DRAWS / 2, n + HYPOTHETICAL_DRAWS)


@fide("8.2.3")
def Ru(Ra: Fraction, p: int) -> int:
    """Ru = Ra + dp, rounded, at most 2200."""
    return min(whole(Ra + dp(p)), HIGHEST_FIRST_RATING)


@fide.within("8.2")
def first_rating(results: Sequence[PooledResult]) -> int | None:
    """The rating that the pooled results give; None for fewer than five games."""
    n = len(results)
    if n < LEAST_GAMES:
        return None
    W = sum(result.points for result in results)
    return Ru(Ra([result.opponent_rating for result in results]), p(W, n))


@fide.within("7.1.4")
@fide.within("8.2.1")
def pool_on_list(
    pool: Sequence[PooledResult],
    reports: Sequence[WaitingReport],
    *,
    had_first_event: bool,
    readings: Readings,
) -> PoolOnList:
    """The pool of an unrated player with the reports of one list, in the order of their ends."""
    disregarded, new = None, list[PooledResult]()
    for report in reports:
        points = sum(result.points for result in report.results)
        if readings.zero_first_event == "whole_event":
            points = report.event_points
        if is_disregarded(points, not had_first_event):
            disregarded = report
        else:
            new += _pooled(report)
        had_first_event = True
    results = tuple(pool)
    if new:
        results = still_pooled((*pool, *new), reports[0].listed_on, readings.pool_months)
    return PoolOnList(
        results=results,
        new=len(new),
        disregarded=disregarded,
        first_event_over=had_first_event,
        first_rating=first_rating(results) if new else None,
    )


def _pooled(report: WaitingReport) -> list[PooledResult]:
    return [
        PooledResult(
            game=result.game,
            tournament=report.tournament,
            opponent=result.opponent,
            opponent_rating=result.opponent_rating,
            points=result.points,
            listed_on=report.listed_on,
        )
        for result in report.results
    ]
