"""LASK Regel 4 and Regel 5: only long games of chess are booked, and only those really played."""

from collections.abc import Mapping, Sequence

from ledger.events.messages import Message
from projections.rulebooks.evaluation import GameNotRated, sorted_out
from projections.rulebooks.lask_1970 import lask
from projections.rulebooks.lask_1970.readings import Readings
from projections.rulebooks.tournament import Game, Tournament, values_decided

LONG_GAME = lask.cite("Regel 4")


@lask.within("Regel 4")
def is_long(
    game: Game, tournament: Tournament, decided: Mapping[str, bool], minutes: float
) -> bool:
    """About three minutes a move: as decided, else as stated of the game or the tournament.

    ``minutes`` per move are the least that count as "about three" (SOURCE.md, L13).
    """
    if game.game in decided:
        return decided[game.game]
    if game.minutes_per_move is not None:
        return game.minutes_per_move >= minutes
    if "long-games" in tournament.flags:
        return True
    time = tournament.thinking_time
    stated = None if time is None else time.minutes_per_move
    return stated is not None and stated >= minutes


@lask.within("Regel 5")
def is_walkover(game: Game) -> bool:
    """Won without play, a bye, or decided by the referee."""
    return not game.played or game.black is None


def booked_games(
    games: Sequence[Game], tournament: Tournament, readings: Readings
) -> tuple[list[Game], tuple[GameNotRated, ...]]:
    """The games that are to be booked, and the others, each with its reason."""
    decided = values_decided(tournament.decisions, LONG_GAME, "game", "long")
    return sorted_out(games, lambda it: why_not_booked(it, tournament, decided, readings))


def why_not_booked(
    game: Game, tournament: Tournament, decided: Mapping[str, bool], readings: Readings
) -> str | None:
    """Return the reason and paragraph if a game is booked for no player at all, else None."""
    if is_walkover(game):
        why = Message(game.reason or "walkover")
        return lask.because("Regel 5", "not played (%(why)s)", why=why)
    if not is_long(game, tournament, decided, readings.long_game_min_minutes_per_move):
        return lask.because("Regel 4", "not a long game of about 3 minutes per move")
    if game.rated_for == "none":
        return lask.because("Regel 5", "the result counts for neither player")
    return None


def out_of_scope(tournament: Tournament) -> str | None:
    """Return the reason and paragraph if a tournament is out of this system's scope, else None."""
    if tournament.discipline != "chess":
        return lask.because("Regel 4", "only games of chess are booked")
    if tournament.format == "pairs":
        return lask.because("Rankingregel 1", "a game of two against two has no player's number")
    return None


def without_long_games(tournament: Tournament, readings: Readings) -> str | None:
    """Return the reason if a tournament has games but no long one, so that it is not rated."""
    decided = values_decided(tournament.decisions, LONG_GAME, "game", "long")
    minutes = readings.long_game_min_minutes_per_move
    played = [game for game in tournament.games if not is_walkover(game)]
    if not played or any(is_long(game, tournament, decided, minutes) for game in played):
        return None
    return lask.because("Regel 4", "none of its games is a long game of about 3 minutes per move")
