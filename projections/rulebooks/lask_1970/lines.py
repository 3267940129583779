"""The lines of a record sheet: a game as each of its players enters it."""

from collections.abc import Sequence

import msgspec

from projections.rulebooks.tournament import Game

BY_WHITE, BY_BLACK = ("both", "white"), ("both", "black")


class Line(msgspec.Struct, frozen=True, gc=False):
    """A game from the side of one of its players; ``points`` 1.0, 0.5 or 0.0 are his own."""

    game: str
    player: str
    opponent: str
    points: float


class Booking(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The entries of one occasion on a player's record sheet.

    ``base``: his number in force; ``ratings``: those of the opponents line by line (None: has
    none); ``changes``: rating points line by line, or None if the games were booked as one
    (Regel 10); ``change``: all of them together; ``running``: his number after them.
    """

    player: str
    base: int
    lines: Sequence[Line]
    ratings: Sequence[int | None]
    changes: Sequence[int] | None
    change: int
    running: int


def lines_of_players(game: Game) -> Sequence[Line]:
    """The game from every side for which its result counts; a bye has no opponent and no line."""
    if game.black is None:
        return ()
    lines = []
    if game.rated_for in BY_WHITE:
        lines.append(Line(game.game, game.white, game.black, game.white_points))
    if game.rated_for in BY_BLACK:
        lines.append(Line(game.game, game.black, game.white, game.black_points))
    return lines
