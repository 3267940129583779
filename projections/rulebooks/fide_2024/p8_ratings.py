"""FIDE 8: the printed tables, first ratings, and the change of a rated player."""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

import attrs
import msgspec

from projections.rulebooks.fide_2024 import fide
from projections.rulebooks.fide_2024.card import FideCard, PooledResult, Result, WaitingReport
from projections.rulebooks.fide_2024.p4_reports import A_DAY, lists_later
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.figures import printed_table, whole
from projections.rulebooks.tournament import age_in

# --- 8.1: the printed tables, p to dp and D to PD, never a formula; all in hundredths ------------

_DP = {
    int(row["p"].replace(".", "")): int(row["dp"])
    for row in printed_table(fide.package, "table_8_1_1_rating_difference.csv")
}
_PD = printed_table(fide.package, "table_8_1_2_scoring_probability.csv")
_FROM = [int(row["D from"]) for row in _PD]
_HIGHER = [int(row["H"].replace(".", "")) for row in _PD]
_LOWER = [int(row["L"].replace(".", "")) for row in _PD]


@fide.within("8.1.1")
def dp(p: int) -> int:
    """The difference of rating for a score of p hundredths."""
    return _DP[p]


@fide.within("8.1.2")
def PD(D: int) -> int:
    """The score expected of a player rated D points above his opponent, in hundredths."""
    if D >= 0:
        return _HIGHER[bisect_right(_FROM, D) - 1]
    return _LOWER[bisect_right(_FROM, -D) - 1]


def share(points: float, games: int) -> int:
    """A score in hundredths of the games, half up."""
    return int((200 * points + games) // (2 * games))


# --- 7.1.4 and 8.2: an unrated player's pool of results, and his first rating --------------------

LEAST_GAMES = 5
HYPOTHETICAL, HYPOTHETICAL_DRAWS = 1800, 2
HIGHEST_FIRST_RATING = 2200


@attrs.frozen(kw_only=True)
class PoolOnList:
    """An unrated player's results on a list: those of 26 lists, and the first rating if any.

    ``new``: the number that came in with this list; ``disregarded``: the report of a first event
    without a point; ``first_event_over``: True if the right to that is used up.
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
    """Results are kept for 26 lists: their first one and the 25 after it."""
    oldest = lists_later(the_list, 1 - pool_months)
    return tuple(result for result in results if result.listed_on >= oldest)


@fide.within("7.1.4")
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
    """Ru = Ra + dp of the pooled results; None for fewer than five games."""
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


# --- 8.3: a rated player's games, his K, and the change of the whole period ----------------------
# Scores, expectations and changes are whole hundredths; nothing is rounded but the change of the
# period.

LARGEST_DIFFERENCE = 400
MASTER, EXPERT, NEW_GAMES, JUNIOR_YEARS = 2400, 2300, 30, 18
K_MASTER, K_NORMAL, K_NEW, K_JUNIOR = 10, 20, 40, 40
K_TIMES_GAMES = 700


class RatedGame(msgspec.Struct, frozen=True, gc=False):
    """A game of a rated player: the difference that counted, PD and ΔR in hundredths."""

    result: Result
    difference: int
    PD: int
    change: int


class RatedReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A report of a rated player: his own rating for it, its games, Σ ΔR in hundredths."""

    tournament: str
    own_rating: int
    games: tuple[RatedGame, ...]
    delta: int


class Period(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """All reports of a rated player on one list: K, and his new rating."""

    reports: tuple[RatedReport, ...]
    n: int
    K: int
    new_rating: int


@fide("8.3.1")
def difference(own: int, opponent: int, exempt_from: int | None) -> int:
    """A difference of more than 400 counts as 400, but not for a player who is exempt."""
    D = own - opponent
    if -LARGEST_DIFFERENCE <= D <= LARGEST_DIFFERENCE:
        return D
    if exempt_from is not None and own >= exempt_from:
        return D
    return LARGEST_DIFFERENCE if D > 0 else -LARGEST_DIFFERENCE


@fide("8.3.2")
def rating_change(points: float, D: int) -> int:
    """ΔR = score − PD, with PD from table 8.1.2 at the difference D, in hundredths."""
    return int(100 * points) - PD(D)


def base_K(card: FideCard, year: int, k_order: str, junior_2300: str) -> int:
    """K for a card and the year of a list; ``junior_2300``: the rating that ends a junior's K."""
    age = age_in(year, card.birth_year)
    height = card.peak if junior_2300 == "ever" else card.rating or 0
    return K_of(peak=card.peak, height=height, games=card.games, age=age, k_order=k_order)


@fide("8.3.3")
def K_of(*, peak: int, height: int, games: int, age: int | None, k_order: str) -> int:
    """K is 10 after a rating of 2400, 40 for a junior below 2300 or before 30 games, else 20."""
    if k_order == "peak_first" and peak >= MASTER:
        return K_MASTER
    if age is not None and age <= JUNIOR_YEARS and height < EXPERT:
        return K_JUNIOR
    if games < NEW_GAMES:
        return K_NEW
    return K_MASTER if peak >= MASTER else K_NORMAL


@fide("8.3.3")
def limited_K(K: int, n: int) -> int:
    """If K times the n games of the period is more than 700, K is the whole part of 700/n."""
    return K_TIMES_GAMES // n if K * n > K_TIMES_GAMES else K


@fide("8.3.3")
def games_counted(games: int, n: int) -> int:
    """The n games of a list are added to those that count for K."""
    return games + n


@fide("8.3.3")
def highest_rating(peak: int, rating: int) -> int:
    """The highest rating that was ever published decides about K."""
    return max(peak, rating)


@fide("8.3.4")
def period_change(K: int, deltas: Sequence[int], rounding_unit: str) -> int:
    """K times the sum of all ΔR, rounded once, halves away from zero."""
    sums = deltas if rounding_unit == "tournament" else [sum(deltas)]
    return sum(_away_from_zero(K * total) for total in sums)


def _away_from_zero(hundredths: int) -> int:
    rounded = (abs(hundredths) + 50) // 100
    return rounded if hundredths >= 0 else -rounded


@fide("7.1")
def new_rating(base: int, change: int) -> int:
    """The change of the period is added to the rating in force before the list."""
    return base + change


def rated_period(
    card: FideCard, base: int, reports: Sequence[WaitingReport], year: int, readings: Readings
) -> Period:
    """All of a player's reports of one list together, ``year`` being that of the list before."""
    rated = tuple([rated_report(report, base) for report in reports])
    n = sum([len(report.games) for report in rated])
    K = limited_K(base_K(card, year, readings.k_order, readings.junior_2300), n)
    change = period_change(K, [report.delta for report in rated], readings.rounding_unit)
    return Period(reports=rated, n=n, K=K, new_rating=new_rating(base, change))


@fide.within("8.2.4")
def rated_report(report: WaitingReport, base: int) -> RatedReport:
    """One report; a player unrated at its start but rated since is rated with that rating."""
    own = base if report.own_rating is None else report.own_rating
    exempt_from = report.exempt_from
    games = tuple([_rated_game(own, result, exempt_from) for result in report.results])
    return RatedReport(
        tournament=report.tournament,
        own_rating=own,
        games=games,
        delta=sum([game.change for game in games]),
    )


def _rated_game(own: int, result: Result, exempt_from: int | None) -> RatedGame:
    D = difference(own, result.opponent_rating, exempt_from)
    change = rating_change(result.points, D)
    return RatedGame(result, D, int(100 * result.points) - change, change)
