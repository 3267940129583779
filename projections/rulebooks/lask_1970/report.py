"""A tournament's report in the shape of the contract, and several of them joined into one."""

from collections.abc import Iterable, Sequence
from operator import attrgetter, itemgetter

from projections.rulebooks.evaluation import GameNotRated, Report, Row
from projections.rulebooks.lask_1970.lines import Booking
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_4_long_games import without_long_games
from projections.rulebooks.tournament import Tournament


def report_of(
    tournament: Tournament,
    bookings: Iterable[Booking],
    left_out: Iterable[GameNotRated],
    readings: Readings,
) -> Report:
    """Return one row per player with a booking, by player, and the games left out, by game."""
    return Report(
        excluded=without_long_games(tournament, readings),
        rows=tuple(sorted(map(_row, bookings), key=itemgetter("player"))),
        games_not_rated=tuple(sorted(left_out, key=attrgetter("game"))),
    )


def _row(booking: Booking) -> Row:
    return {
        "player": booking.player,
        "base": booking.base,
        "change": booking.change,
        "games_used": [_game_used(booking, place) for place in range(len(booking.lines))],
    }


def _game_used(booking: Booking, place: int) -> Row:
    line, rating = booking.lines[place], booking.ratings[place]
    used = {
        "game": line.game,
        "base": booking.base,
        "opponent_rating": rating,
        "difference": None if rating is None else abs(booking.base - rating),
        "points": line.points,
    }
    return used if booking.changes is None else used | {"change": booking.changes[place]}


def joined_row(rows: Sequence[Row]) -> Row:
    """Join the days of a player into one row; a base that changed in between becomes null."""
    bases = {row["base"] for row in rows}
    return {
        "player": rows[0]["player"],
        "base": bases.pop() if len(bases) == 1 else None,
        "change": sum(row["change"] for row in rows),
        "games_used": [game for row in rows for game in row["games_used"]],
    }
