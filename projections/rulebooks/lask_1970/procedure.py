"""LASK: the order of work on a day of play, after a concentrated tournament, on a base date.

A base date comes before everything else that happens on its day, so that a game is computed
with the bases of its own period and a number set by the committee has the last word.
"""

from collections.abc import Mapping
from functools import partial

from projections.rulebooks.document import by_player
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.lask_1970.bookkeeping import (
    booked_as_one,
    booked_game_by_game,
    carried_forward,
    sheets_of,
)
from projections.rulebooks.lask_1970.card import AnyCard, Cards, Ranked, with_numbers
from projections.rulebooks.lask_1970.rankingregler import (
    closed,
    is_first_of_june,
    is_first_of_september,
)
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_4_long_games import out_of_scope, sorted_out
from projections.rulebooks.lask_1970.regel_6_base_dates import additions, deductions, summer_over
from projections.rulebooks.lask_1970.regel_8_outsiders import without_effect
from projections.rulebooks.lask_1970.regel_10_concentrated import group_of, without_mean
from projections.rulebooks.lask_1970.report import report_of
from projections.rulebooks.occasion import DayCame, GamesPlayed, TournamentEnded


def games_booked(
    occasion: GamesPlayed | TournamentEnded, cards: Cards, readings: Readings
) -> Evaluation[AnyCard]:
    """Games of chess, as a day of play or as a whole tournament; others are out of scope."""
    if reason := out_of_scope(occasion.tournament):
        return Evaluation(cards={}, report=partial(Report, excluded=reason))
    if isinstance(occasion, GamesPlayed):
        return day_of_play(occasion, cards, readings)
    return concentrated_tournament(occasion, cards, readings)


def day_of_play(occasion: GamesPlayed, cards: Cards, readings: Readings) -> Evaluation[AnyCard]:
    """Games dated singly: each with the bases of its period, on both record sheets."""
    ranked = with_numbers(cards)
    games, left_out = sorted_out(occasion.games, occasion.tournament, readings)
    games, without = without_effect(games, ranked)
    bookings = [
        booked_game_by_game(player, lines, ranked)
        for player, lines in sheets_of(games, ranked).items()
    ]
    return Evaluation(
        cards=carried_forward(bookings, occasion, cards, ranked, readings),
        report=partial(report_of, occasion.tournament, bookings, left_out + without, readings),
    )


def concentrated_tournament(
    occasion: TournamentEnded, cards: Cards, readings: Readings
) -> Evaluation[AnyCard]:
    """A concentrated tournament: every player's games as one, against a mean strength."""
    tournament, ranked = occasion.tournament, with_numbers(cards)
    games, left_out = sorted_out(tournament.games, tournament, readings)
    group = group_of(tournament, ranked, occasion.day, readings)
    bookings = [
        booking
        for player, lines in sheets_of(games, ranked).items()
        if (booking := booked_as_one(player, lines, ranked, group, readings)) is not None
    ]

    def report() -> Report:
        pending = without_mean(games, {booking.player for booking in bookings}, ranked)
        return report_of(tournament, bookings, left_out + pending, readings)

    return Evaluation(
        cards=carried_forward(bookings, occasion, cards, ranked, readings), report=report
    )


def base_date(occasion: DayCame, cards: Cards, readings: Readings) -> Evaluation[AnyCard]:
    """The period before is closed: what the date takes or adds, then the new bases.

    A number that begins on the base date itself, by a conversion, has no period to close.
    """
    ranked = with_numbers(cards)
    sheets = {player: card for player, card in ranked.items() if card.base_on < occasion.day}
    points = adjustments(occasion, sheets, readings)
    changed: dict[str, AnyCard] = {}
    for player, card in by_player(sheets):
        after = closed(card, occasion.day, points.get(player, 0))
        if after is not card:
            changed[player] = after
    if is_first_of_september(occasion.day):
        changed |= summer_over(cards)
    return Evaluation(cards=changed)


def adjustments(occasion: DayCame, ranked: Ranked, readings: Readings) -> Mapping[str, int]:
    """The points that a base date takes (1/6) or adds (1/9), by player."""
    if is_first_of_june(occasion.day):
        return deductions(occasion, ranked, readings)
    if is_first_of_september(occasion.day):
        return additions(occasion, ranked, readings)
    return {}
