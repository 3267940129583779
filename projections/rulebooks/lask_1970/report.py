"""A tournament's report in the shape of the contract, and several of them joined into one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from projections.rulebooks.evaluation import GameNotRated, Report
from projections.rulebooks.lask_1970.lines import Booking
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.lask_1970.regel_4_long_games import without_long_games
from projections.rulebooks.tournament import Tournament

Row = Mapping[str, Any]


def report_of(
    tournament: Tournament,
    bookings: Iterable[Booking],
    left_out: Iterable[GameNotRated],
    readings: Readings,
) -> Report:
    """One row per player for whom something was booked, by player; games left out by game."""
    return Report(
        excluded=without_long_games(tournament, readings),
        rows=tuple(sorted(map(_row, bookings), key=_player)),
        games_not_rated=tuple(sorted(left_out, key=_game)),
    )


def joined(reports: Sequence[Report]) -> Report:
    """The reports of a tournament's days as one; a base that changed in between becomes null."""
    days: dict[str, list[Row]] = {}
    for report in reports:
        for row in report.rows:
            days.setdefault(row["player"], []).append(row)
    return Report(
        excluded=next((report.excluded for report in reports if report.excluded), None),
        rows=tuple(_joined_row(player, days[player]) for player in sorted(days)),
        games_not_rated=tuple(
            sorted((game for report in reports for game in report.games_not_rated), key=_game)
        ),
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


def _joined_row(player: str, rows: Sequence[Row]) -> Row:
    bases = {row["base"] for row in rows}
    return {
        "player": player,
        "base": bases.pop() if len(bases) == 1 else None,
        "change": sum(row["change"] for row in rows),
        "games_used": [game for row in rows for game in row["games_used"]],
    }


def _player(row: Row) -> str:
    return str(row["player"])


def _game(left_out: GameNotRated) -> str:
    return left_out.game
