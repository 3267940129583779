"""MGSZ 8.§ (1): which games of a tournament give game points, and to whom."""

from collections.abc import Iterator, Sequence

from projections.rulebooks.evaluation import GameNotRated
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.p06_entries import Entries
from projections.rulebooks.mgsz_2011.p08_game_points import Pairing
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Game

_WIN_AND_LOSS, _JIGO = {(1, 0), (0, 1)}, (0.5, 0.5)
_REFEREE = mgsz.because("8 (1) b", "the referee decided the result")
_NO_WINNER = mgsz.because("8 (2)", "a jigo has no winner")
_UNPLAYED = {
    "forfeit": mgsz.because("8 (1) a", "the opponent did not appear"),
    "referee": _REFEREE,
    "double-loss": mgsz.because("8 (1) b", "the referee gave both a loss"),
    "annulled": mgsz.because("8 (1) b", "the referee annulled the game"),
    "bye": mgsz.because("8 (1) c", "a bye"),
    None: mgsz.because("8 (1)", "the game was not played"),
}


def counted_games(
    games: Sequence[Game], field: Entries, readings: Readings
) -> tuple[list[Game], tuple[GameNotRated, ...]]:
    """The games that change a figure, and the others with the reason, both in their order."""
    counted, left_out = [], []
    for game in games:
        reason = no_points(game, readings) or no_effect(game, field)
        if reason is None:
            counted.append(game)
        else:
            left_out.append(GameNotRated(game=game.game, reason=reason))
    return counted, tuple(left_out)


@mgsz.within("8 (1)")
@mgsz.within("8 (1) a")
@mgsz.within("8 (1) b")
@mgsz.within("8 (1) c")
def no_points(game: Game, readings: Readings) -> str | None:
    """Why a game gives no points: not played, or a result that only a referee can give.

    A loss on time or by resignation is played.  Two winners, two losers or half a point
    against none do not come from the board (M22).
    """
    if game.black is None:
        return _UNPLAYED["bye"]
    if game.white == game.black:
        return mgsz.because("8 (2)", "a game has two players")
    if not game.played:
        return _UNPLAYED.get(game.reason, _UNPLAYED[None])
    result = (game.white_points, game.black_points)
    if result in _WIN_AND_LOSS:
        return None
    if result != _JIGO:
        return _REFEREE
    return _NO_WINNER if readings.draw == "excluded" else None


@mgsz.within("6 (1) step 2")
def no_effect(game: Game, field: Entries) -> str | None:
    """Why a game played changes no figure: an Elo is missing, or nobody's is at stake."""
    if game.rated_for == "none":
        return mgsz.because("10 (1)", "the result counts for neither player")
    missing = field.without_elo.keys() & {game.white, game.black}
    if missing:
        return field.without_elo[min(missing)]
    white = game.rated_for != "black" and game.white in field.registered
    black = game.rated_for != "white" and game.black in field.registered
    if not (white or black):
        return mgsz.because("6 (1) step 2", "nobody whom the result counts for is in the register")
    return None


def pairings_of(games: Sequence[Game]) -> dict[str, list[Pairing]]:
    """Every counted game as each player for whom it counts sees it, in the order of the games."""
    seen: dict[str, list[Pairing]] = {}
    for game in games:
        for player, pairing in _sides(game):
            seen.setdefault(player, []).append(pairing)
    return seen


def _sides(game: Game) -> Iterator[tuple[str, Pairing]]:
    if game.black is None:
        return
    to_white = game.stones if game.receiver == "white" else -game.stones
    if game.rated_for in {"both", "white"}:
        yield game.white, Pairing(game.game, game.black, to_white, game.white_points)
    if game.rated_for in {"both", "black"}:
        yield game.black, Pairing(game.game, game.white, -to_white, game.black_points)
