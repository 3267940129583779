"""LASK: the order of work on a day of play, at a tournament's end, on a base date; booking."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from projections.rulebooks.document import by_player, concerning
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.lask_1970 import regel_6_base_dates
from projections.rulebooks.lask_1970 import regel_10_concentrated as regel_10
from projections.rulebooks.lask_1970.card import (
    AnyCard,
    Cards,
    ClubRecord,
    LaskCard,
    Ranked,
    SeasonRecord,
    with_numbers,
)
from projections.rulebooks.lask_1970.lines import Booking, Line, lines_of_players
from projections.rulebooks.lask_1970.rankingregler import (
    carried,
    change,
    closed,
    is_booked_by_clubs,
    is_first_of_june,
    is_first_of_september,
)
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_4_long_games import booked_games, out_of_scope
from projections.rulebooks.lask_1970.regel_8_outsiders import has_record_sheet, without_effect
from projections.rulebooks.lask_1970.regel_10_concentrated import group_of, without_mean
from projections.rulebooks.lask_1970.report import report_of
from projections.rulebooks.occasion import CalendarDay, GamesPlayed, TournamentEnded
from projections.rulebooks.tournament import Game

# --- booking: from the games of an occasion to lines, changes and cards --------------------------

Sheets = Mapping[str, Sequence[Line]]


def sheets_of(games: Iterable[Game], ranked: Ranked) -> Sheets:
    """The lines of every player who has a record sheet, in the order of the games."""
    sheets: dict[str, list[Line]] = defaultdict(list)
    for game in games:
        for line in lines_of_players(game):
            if has_record_sheet(line.player, ranked):
                sheets[line.player].append(line)
    return sheets


def booked_game_by_game(player: str, lines: Sequence[Line], ranked: Ranked) -> Booking:
    """Book each game separately, with both players' numbers in force."""
    card = ranked[player]
    ratings = [ranked[line.opponent].base for line in lines]
    with concerning(player):
        changes = [
            change(card.base, rating, line.points)
            for line, rating in zip(lines, ratings, strict=True)
        ]
        running = carried(card.running, changes)
    return Booking(
        player=player,
        base=card.base,
        lines=lines,
        ratings=ratings,
        changes=changes,
        change=sum(changes),
        running=running,
    )


def book_together(
    player: str, lines: Sequence[Line], ranked: Ranked, group: regel_10.Group, readings: Readings
) -> Booking | None:
    """Book all games of a concentrated tournament together; None without a mean strength."""
    card = ranked[player]
    with concerning(player):
        mean = regel_10.mean_strength(player, lines, group, readings)
        if mean is None:
            return None
        points = sum([line.points for line in lines])
        change_of_all = regel_10.change(card.base, mean, points, len(lines))
        running = carried(card.running, [change_of_all])
    return Booking(
        player=player,
        base=card.base,
        lines=lines,
        ratings=[group.bases[line.opponent] for line in lines],
        changes=None,
        change=change_of_all,
        running=running,
    )


def carried_forward(
    games: Iterable[Game],
    bookings: Sequence[Booking],
    occasion: GamesPlayed | TournamentEnded,
    cards: Cards,
    readings: Readings,
) -> Mapping[str, AnyCard]:
    """Return the cards with the running numbers after the bookings; the bases stay.

    ``games``: all long games played, booked or not.
    """
    event, ranked = occasion.tournament.id, with_numbers(cards)
    after: dict[str, AnyCard] = {}
    for booking in bookings:
        season = season_after(booking, occasion, ranked, readings)
        card = ranked[booking.player]
        after[booking.player] = card.carried_to(booking.running, event, season)
    if readings.inactivity_counts_pending:
        after |= waiting_games_noted(games, bookings, occasion, {**cards, **after}, readings)
    if regel_6_base_dates.is_larger_event(occasion):
        after |= larger_event_noted(occasion, {**cards, **after})
    return after


def season_after(
    booking: Booking, occasion: GamesPlayed | TournamentEnded, ranked: Ranked, readings: Readings
) -> SeasonRecord:
    """From 1/9 to 31/5 games count for Tabell 4, and between clubs for N and S.

    Games booked as one count for Tabell 4 unless read otherwise (L9), for N and S never (L12).
    """
    season = ranked[booking.player].season
    if not is_booked_by_clubs(occasion.day):
        return season
    if booking.changes is not None:
        interclub = interclub_after(booking, booking.changes, occasion, ranked)
        return season.with_games(len(booking.lines), interclub)
    if not readings.inactivity_counts_concentrated:
        return season
    return season.with_games(len(booking.lines), season.interclub)


def interclub_after(
    booking: Booking,
    changes: Sequence[int],
    occasion: GamesPlayed | TournamentEnded,
    ranked: Ranked,
) -> tuple[ClubRecord, ...]:
    """A player's games against other clubs, by the clubs of the day."""
    players, day = occasion.tournament.players, occasion.day
    club, records = players[booking.player].club_on(day), ranked[booking.player].season.interclub
    if club is None:
        return records
    counted = [
        change
        for line, change in zip(booking.lines, changes, strict=True)
        if regel_6_base_dates.is_interclub(
            club, players[line.opponent].club_on(day), outsider=ranked[line.opponent].outsider
        )
    ]
    return regel_6_base_dates.with_games(records, club, counted) if counted else records


def waiting_games_noted(
    games: Iterable[Game],
    bookings: Iterable[Booking],
    occasion: GamesPlayed | TournamentEnded,
    cards: Cards,
    readings: Readings,
) -> dict[str, AnyCard]:
    """The cards of members whose games from 1/9 to 31/5 wait for a number, and count (L28)."""
    left_aside = isinstance(occasion, TournamentEnded) and (
        not readings.inactivity_counts_concentrated
    )
    if left_aside or not is_booked_by_clubs(occasion.day):
        return {}
    played = Counter(line.player for game in games for line in lines_of_players(game))
    booked = Counter({booking.player: len(booking.lines) for booking in bookings})
    return {
        player: regel_6_base_dates.with_waiting_games(card, number)
        for player, number in sorted((played - booked).items())
        if not (isinstance(card := cards.get(player), LaskCard) and card.outsider)
    }


def larger_event_noted(
    occasion: GamesPlayed | TournamentEnded, cards: Cards
) -> dict[str, AnyCard]:
    """The cards of all who played a game in a larger event, whether ranked already or not."""
    games = occasion.games if isinstance(occasion, GamesPlayed) else occasion.tournament.games
    played = {side for game in games if game.played for side in (game.white, game.black) if side}
    return {
        player: regel_6_base_dates.with_larger_event(cards.get(player), occasion.tournament.id)
        for player in sorted(played)
    }


# --- the order of work ---------------------------------------------------------------------------
# A base date comes before everything else that happens on its day, so that a game is computed
# with the bases of its own period and a number set by the committee has the last word.


def games_booked(
    occasion: GamesPlayed | TournamentEnded, cards: Cards, readings: Readings
) -> Evaluation[AnyCard]:
    """Book games of chess, by day of play or by tournament; other games are out of scope."""
    if reason := out_of_scope(occasion.tournament):
        return Evaluation(cards={}, report=partial(Report, excluded=reason))
    if isinstance(occasion, GamesPlayed):
        return day_of_play(occasion, cards, readings)
    return concentrated_tournament(occasion, cards, readings)


def day_of_play(occasion: GamesPlayed, cards: Cards, readings: Readings) -> Evaluation[AnyCard]:
    """Games dated singly: each with the bases of its period, on both record sheets."""
    ranked = with_numbers(cards)
    played, left_out = booked_games(occasion.games, occasion.tournament, readings)
    games, without = without_effect(played, ranked)
    bookings = [
        booked_game_by_game(player, lines, ranked)
        for player, lines in sheets_of(games, ranked).items()
    ]
    return Evaluation(
        cards=carried_forward(played, bookings, occasion, cards, readings),
        report=partial(report_of, occasion.tournament, bookings, left_out + without, readings),
    )


def concentrated_tournament(
    occasion: TournamentEnded, cards: Cards, readings: Readings
) -> Evaluation[AnyCard]:
    """A concentrated tournament: every player's games as one, against a mean strength."""
    tournament, ranked = occasion.tournament, with_numbers(cards)
    games, left_out = booked_games(tournament.games, tournament, readings)
    group = group_of(tournament, ranked, occasion.day, readings)
    bookings = [
        booking
        for player, lines in sheets_of(games, ranked).items()
        if (booking := book_together(player, lines, ranked, group, readings)) is not None
    ]

    def report() -> Report:
        pending = without_mean(games, {booking.player for booking in bookings}, ranked)
        return report_of(tournament, bookings, left_out + pending, readings)

    return Evaluation(
        cards=carried_forward(games, bookings, occasion, cards, readings), report=report
    )


def base_date(occasion: CalendarDay, cards: Cards, readings: Readings) -> Evaluation[AnyCard]:
    """Close the period before: deduct or add the points of the date, then set the new bases.

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
        changed |= regel_6_base_dates.summer_over(cards)
    return Evaluation(cards=changed)


def adjustments(occasion: CalendarDay, ranked: Ranked, readings: Readings) -> Mapping[str, int]:
    """Return by player the points that a base date deducts (1/6) or adds (1/9)."""
    if is_first_of_june(occasion.day):
        return regel_6_base_dates.deductions(occasion, ranked, readings)
    if is_first_of_september(occasion.day):
        return regel_6_base_dates.additions(occasion, ranked, readings)
    return {}
