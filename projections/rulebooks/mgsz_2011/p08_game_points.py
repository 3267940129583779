"""MGSZ 8.§: the games that give game points, and their values."""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from ledger.events.messages import Message
from projections.rulebooks.document import is_recorded
from projections.rulebooks.evaluation import GameNotRated, sorted_out
from projections.rulebooks.figures import printed_table
from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.p04_grades import width_at
from projections.rulebooks.mgsz_2011.p06_tournament import Entries
from projections.rulebooks.mgsz_2011.readings import Readings
from projections.rulebooks.tournament import Game

# --- (2): the game point of a game, after the correction for handicap stones ---------------------
# Chances and game points are whole thousandths: table 4 goes in steps of .005, a jigo in
# halves of them.

_GAME_POINT = Message(
    "The game point: chance for a higher winner, else 1 − chance; the loser's is negative."
)
_ROWS = printed_table(__package__, "table_4_chance.csv")
_FROM = [int(row["Δp"].partition("-")[0]) for row in _ROWS]
_CHANCES = [int(row["Esély"].replace(".", "")) for row in _ROWS]


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """A counted game from the side of one of its players.

    ``stones``: + received, − given, as example 7 prints them; ``score``: 1, 0.5 or 0.
    """

    game: str
    opponent: str
    stones: int
    score: float


class GamePoint(msgspec.Struct, frozen=True, gc=False):
    """The game point of a game for one of its players.

    ``opponent_Ep``: uncorrected; ``difference``: own Elo minus the opponent's, corrected;
    ``chance`` (of table 4) and ``Jp`` in thousandths.
    """

    game: str
    opponent_Ep: int
    difference: int
    chance: int
    Jp: int


@mgsz.within("8 (2)")
def game_point(pairing: Pairing, Ep: int, opponent_Ep: int, readings: Readings) -> GamePoint:
    """Handicap correction, chance, game point: 8.§ (2) from the side of one player."""
    own, theirs = Ep, opponent_Ep
    if pairing.stones:
        own, theirs = corrected_pair(Ep, opponent_Ep, pairing.stones, readings)
    difference = own - theirs
    c = chance(abs(difference))
    Jp = points(difference, c, pairing.score)
    if is_recorded():
        given = {"game": pairing.game, "Ep": own, "opponent Ep": theirs, "Δp": difference}
        given |= {"chance": c / 1000, "score": pairing.score}
        mgsz.note("8 (2) step 2", _GAME_POINT, given, Jp / 1000)
    return GamePoint(pairing.game, opponent_Ep, difference, c, Jp)


@mgsz.within("8 (2) step 1")
def corrected_pair(Ep: int, opponent_Ep: int, stones: int, readings: Readings) -> tuple[int, int]:
    """Return both Elo values with the receiver's corrected; by the letter the lower one's (M14).

    Of equal players the receiver counts as the lower.  The higher one after correction is A.
    """
    widths = (readings.top_band_width, readings.bottom_band_width)
    own = stones > 0
    if readings.handicap_correction == "lower" and Ep != opponent_Ep:
        own = Ep < opponent_Ep
    if own:
        return corrected(Ep, abs(stones), *widths), opponent_Ep
    return Ep, corrected(opponent_Ep, abs(stones), *widths)


@mgsz("8 (2) step 1")
def corrected(Ep: int, stones: int, top: int, bottom: int) -> int:
    """For every stone the Elo grows by the width of the band that it has reached so far."""
    for _ in range(stones):
        Ep += width_at(Ep, top, bottom)
    return Ep


@mgsz.within("8 (2) step 2")
@mgsz.within("table 4")
def chance(difference: int) -> int:
    """The chance of table 4 at a difference of 0 and more, in thousandths."""
    return _CHANCES[bisect_right(_FROM, difference) - 1]


@mgsz.within("8 (2) step 2")
def points(difference: int, chance: int, score: float) -> int:
    """Jp in thousandths: the chance for a higher winner, 1 − chance for a lower; a loss negative.

    ``difference``: the player's Elo less the opponent's.  A jigo is the mean of a win and
    a loss (M15).
    """
    win = chance if difference >= 0 else 1000 - chance
    return win - 1000 + int(1000 * score)


@mgsz.within("8 (2) step 2")
def expected_score(Ep: int, opponent_Ep: int, stones: int, readings: Readings) -> float:
    """The score that gives no Jp after the handicap: 1 − chance if higher, chance if lower."""
    own, theirs = Ep, opponent_Ep
    if stones:
        own, theirs = corrected_pair(Ep, opponent_Ep, stones, readings)
    c = chance(abs(own - theirs))
    return (1000 - c if own >= theirs else c) / 1000


# --- (1): which games give game points, and to whom ----------------------------------------------

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
    """Return the games that change a figure, and the others with the reason, in their order."""
    return sorted_out(games, lambda game: no_points(game, readings) or no_effect(game, field))


@mgsz.within("8 (1)")
@mgsz.within("8 (1) a")
@mgsz.within("8 (1) b")
@mgsz.within("8 (1) c")
def no_points(game: Game, readings: Readings) -> str | None:
    """Return the reason if a game gives no points: not played, or decided by the referee alone.

    A loss on time or by resignation is played.  Two winners, two losers or half a point
    against none cannot be the result of play (M22).
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
    """Return the reason if a game changes no figure: an Elo is missing, or both are guests."""
    if game.rated_for == "none":
        return mgsz.because("10 (1)", "the result counts for neither player")
    missing = field.without_elo.keys() & {game.white, game.black}
    if missing:
        return field.without_elo[min(missing)]
    white = game.rated_for != "black" and game.white in field.registered
    black = game.rated_for != "white" and game.black in field.registered
    if not (white or black):
        return mgsz.because(
            "6 (1) step 2", "no player for whom the result counts is in the register"
        )
    return None
