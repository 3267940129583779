"""EGF games: the games of a tournament that count, and for which player."""

from collections.abc import Mapping, Sequence

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.egf_2021.starts import Starts
from projections.rulebooks.evaluation import GameNotRated, sorted_out
from projections.rulebooks.tournament import Game

_NOT_PLAYED = egf.because("games", "not played")
_UNPLAYED = {
    "forfeit": egf.because("games", "won by forfeit"),
    "bye": egf.because("games", "a bye"),
    "referee": egf.because("games", "decided by the referee"),
    "double-loss": egf.because("games", "lost by both"),
    "annulled": egf.because("games", "annulled"),
}


def counted_games(
    games: Sequence[Game], field: Starts, readings: Readings
) -> tuple[list[Game], tuple[GameNotRated, ...]]:
    """The games that change a rating, and the others with the reason, both in their order."""
    return sorted_out(
        games,
        lambda game: (
            no_result(game) or too_many_stones(game, readings) or without_start(game, field.gor)
        ),
    )


@egf.within("games")
def no_result(game: Game) -> str | None:
    """The reason why a game does not count: not played by two, or without a winner and no jigo."""
    if game.black is None:
        return _UNPLAYED["bye"]
    if not game.played:
        return _UNPLAYED.get(game.reason or "", _NOT_PLAYED)
    if game.white == game.black:
        return egf.because("games", "a game has two players")
    if game.white_points + game.black_points != 1:
        return egf.because("games", "neither a winner nor jigo")
    if game.rated_for == "none":
        return egf.because("games", "the result counts for neither player")
    return None


@egf.within("handicap")
def too_many_stones(game: Game, readings: Readings) -> str | None:
    """Return the reason that a game does not count, if handicap stones are limited."""
    most = readings.max_handicap
    if most is None or game.stones <= most:
        return None
    return egf.because(
        "handicap", "%(stones)s stones, more than %(most)s", stones=game.stones, most=most
    )


@egf.within("entry")
def without_start(game: Game, gor: Mapping[str, float]) -> str | None:
    """The reason why a game counts for neither side: one of its players has no start."""
    if game.white in gor and game.black in gor:
        return None
    player = game.black if game.white in gor else game.white
    return egf.because(
        "entry", "%(player)s is not in the list and has declared no grade", player=player
    )
