"""FIDE: the order of work at the beginning of a report, at its end, and on a list.

A report fixes the ratings that it uses when it begins, is sorted when it ends, and waits on
the cards of its players.  The list rates all waiting reports of a player together.
"""

from collections.abc import Iterable
from datetime import date
from functools import partial

import attrs
from msgspec.structs import replace

from projections.rulebooks.document import concerning
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.fide_2024 import fide, p8_ratings
from projections.rulebooks.fide_2024.card import (
    NEW,
    Cards,
    Delisted,
    FideCard,
    StartedReport,
    WaitingReport,
)
from projections.rulebooks.fide_2024.p4_reports import A_DAY, list_of_report
from projections.rulebooks.fide_2024.p5_counted_games import ListUsed, sorted_out
from projections.rulebooks.fide_2024.readings import Readings
from projections.rulebooks.occasion import ListDue, ReportBegan, ReportEnded

FLOOR, FLOOR_BEFORE, FLOOR_SINCE = 1400, 1000, date(2024, 3, 1)


@fide.within("7.2.1")
def floor_on(day: date) -> int:
    """The lowest rating that is published: 1400 since March 2024, 1000 before."""
    return FLOOR if day >= FLOOR_SINCE else FLOOR_BEFORE


# --- a report ------------------------------------------------------------------------------


@fide.within("7.1.1")
def report_begun(occasion: ReportBegan, cards: Cards) -> dict[str, FideCard]:
    """The cards with the ratings of the first day, which the report uses whenever it ends."""
    tournament = occasion.tournament.id
    changed = {}
    for player in occasion.players:
        card = cards.get(player)
        if card is not None and card.rating is not None:
            began = StartedReport(tournament=tournament, rating=card.rating)
            changed[player] = card.with_reports(card.waiting, (*card.started, began))
    return changed


def list_used(occasion: ReportEnded, cards: Cards) -> ListUsed:
    """The ratings in force on the first day of a report that ends, by player."""
    tournament = occasion.tournament.id
    one_day = occasion.started_on == occasion.day
    return {
        player: card.rating if one_day else card.rating_at_start(tournament)
        for player, card in cards.items()
        if card is not None
    }


def report_ended(occasion: ReportEnded, cards: Cards, readings: Readings) -> Evaluation[FideCard]:
    """The cards on which the games wait for their list, and a report of those left out."""
    used = list_used(occasion, cards)
    games = sorted_out(occasion, used, readings)
    tournament = occasion.tournament
    listed_on = list_of_report(occasion.day, tournament, readings)
    exempt_from = exemption(occasion.started_on, readings)
    changed = {}
    for player in occasion.players:
        card = cards.get(player) or NEW
        started = card.without_start_of(tournament.id)
        if player in games.results:
            report = WaitingReport(
                listed_on=listed_on,
                ended_on=occasion.day,
                tournament=tournament.id,
                own_rating=used.get(player),
                results=games.results[player],
                event_points=games.points[player],
                exempt_from=exempt_from,
            )
            waiting = in_order((*card.waiting, report)) if card.waiting else (report,)
            year = tournament.players[player].birth_year
            changed[player] = card.with_reports(waiting, started, year)
        elif len(started) < len(card.started):
            changed[player] = card.with_reports(card.waiting, started)
    left_out = partial(Report, excluded=games.excluded, games_not_rated=games.left_out)
    return Evaluation(cards=changed, report=left_out)


@fide.within("8.3.1")
def exemption(started_on: date, readings: Readings) -> int | None:
    """Return the rating from which a player is exempt from the 400-point rule; None: nobody is."""
    if readings.control != "standard" or started_on < readings.exemption_from:
        return None
    return readings.exemption_rating


def in_order(reports: Iterable[WaitingReport]) -> tuple[WaitingReport, ...]:
    """Reports by list, end and tournament."""
    return tuple(sorted(reports, key=lambda it: (it.listed_on, it.ended_on, it.tournament)))


# --- a list --------------------------------------------------------------------------------


@attrs.frozen(kw_only=True)
class Listed:
    """The outcome of a list for a player: of a period or of a pool, by his status before."""

    reports: tuple[WaitingReport, ...]
    period: p8_ratings.Period | None = None
    pool: p8_ratings.PoolOnList | None = None


def reports_on(card: FideCard, the_list: date) -> tuple[WaitingReport, ...]:
    """The reports of a player that are rated on one list."""
    return tuple([report for report in card.waiting if report.listed_on == the_list])


@fide.within("7.1.2")
def listed(card: FideCard, the_list: date, readings: Readings) -> Listed:
    """All reports of a player that are rated on a list, from the card before it."""
    reports = reports_on(card, the_list)
    if card.rating is None:
        pool = p8_ratings.pool_on_list(
            card.pool, reports, had_first_event=card.had_first_event, readings=readings
        )
        return Listed(reports=reports, pool=pool)
    year = (the_list - A_DAY).year
    return Listed(
        reports=reports, period=p8_ratings.rated_period(card, card.rating, reports, year, readings)
    )


def list_published(due: ListDue, cards: Cards, readings: Readings) -> dict[str, FideCard]:
    """The card of a player after a list on which he has reports."""
    player = due.player.id
    card = cards.get(player)
    return {} if card is None else {player: after_list(due, card, readings)}


def after_list(due: ListDue, card: FideCard, readings: Readings) -> FideCard:
    """A player's card after a list, all his reports rated together."""
    with concerning(due.player.id):
        if card.birth_year != due.player.birth_year:
            card = replace(card, birth_year=due.player.birth_year)
        outcome = listed(card, due.day, readings)
        later = tuple([report for report in card.waiting if report.listed_on != due.day])
        if outcome.period is not None:
            return after_period(card, outcome.period, outcome.reports, later)
        return after_pool(card, outcome, later, readings)


def after_period(
    card: FideCard,
    period: p8_ratings.Period,
    reports: tuple[WaitingReport, ...],
    later: tuple[WaitingReport, ...],
) -> FideCard:
    """Return a rated player's card after the list; below the floor he becomes unrated.

    The fields are spelled out for speed: this runs for every player on every list.
    """
    the_list, rating = reports[0].listed_on, period.new_rating
    falls = is_below_floor(rating, the_list)
    return FideCard(
        rating=None if falls else rating,
        rating_event=None if falls else reports[-1].tournament,
        games=p8_ratings.games_counted(card.games, period.n),
        peak=card.peak if falls else p8_ratings.highest_rating(card.peak, rating),
        active_on=the_list,
        birth_year=card.birth_year,
        had_first_event=True,
        pool=(),
        waiting=later,
        started=card.started,
        delisted=Delisted(rating=rating, listed_on=the_list) if falls else None,
    )


@fide("7.2.1")
def is_below_floor(rating: int, the_list: date) -> bool:
    """A rating below the floor, 1400 since March 2024: the player is unrated from that list on."""
    return rating < floor_on(the_list)


@fide.within("8.2")
def after_pool(
    card: FideCard, outcome: Listed, later: tuple[WaitingReport, ...], readings: Readings
) -> FideCard:
    """An unrated player after the list: still unrated, or with his first rating."""
    pool = outcome.pool
    if pool is None:
        raise ValueError("a rated player has no pool")
    the_list = outcome.reports[0].listed_on
    after = replace(
        card,
        had_first_event=pool.first_event_over,
        pool=pool.results,
        waiting=later,
        active_on=the_list if pool.new else card.active_on,
        delisted=None,
    )
    rating = pool.first_rating
    if rating is None:
        return after
    if is_below_floor(rating, the_list):
        pooled = after.pool if readings.below_floor_initial == "keep" else ()
        fallen = Delisted(rating=rating, listed_on=the_list)
        return replace(after, pool=pooled, delisted=fallen)
    return replace(
        after,
        rating=rating,
        rating_event=outcome.reports[-1].tournament,
        games=p8_ratings.games_counted(after.games, len(pool.results)),
        peak=p8_ratings.highest_rating(after.peak, rating),
        pool=(),
    )


def due_list(card: FideCard | None) -> date | None:
    """Return the next list on which a card changes; None if no report waits."""
    return card.waiting[0].listed_on if card is not None and card.waiting else None
