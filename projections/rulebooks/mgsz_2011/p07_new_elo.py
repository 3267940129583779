"""MGSZ 7.§: the new Elo of a player, from the game points of a tournament or of a part of it.

Game points are whole thousandths (table 4 goes in steps of .005), so only the change is
rounded, once.
"""

from collections.abc import Mapping, Sequence

import msgspec

from projections.rulebooks.mgsz_2011 import mgsz
from projections.rulebooks.mgsz_2011.p08_game_points import GamePoint, Pairing, game_point
from projections.rulebooks.mgsz_2011.readings import Readings


class Line(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One player's part of a tournament: Elo before, game points in thousandths, Elo after."""

    Ep: int
    games: Sequence[GamePoint]
    sum_Jp: int
    Ep_new: int


WorkedParts = Sequence[Mapping[str, Line]]


def new_line(
    player: str, pairings: Sequence[Pairing], elos: Mapping[str, int], C: int, readings: Readings
) -> Line:
    """A player's games of a part, ``elos`` being everybody's Elo before it."""
    Ep = elos[player]
    games = [game_point(pairing, Ep, elos[pairing.opponent], readings) for pairing in pairings]
    sum_Jp = sum(game.Jp for game in games)
    return Line(Ep=Ep, games=games, sum_Jp=sum_Jp, Ep_new=new_elo(Ep, C, sum_Jp, readings))


@mgsz.within("7")
def new_elo(Ep: int, C: int, sum_Jp: int, readings: Readings) -> int:
    """Ep + ⌊C · ΣJp + 0.5⌋; ``sum_Jp`` in thousandths."""
    change = rounded(C * sum_Jp, readings)
    given = {"Ep": Ep, "C": C, "ΣJp": sum_Jp / 1000, "change": change}
    mgsz.note("7", "The new Elo: Ep + [C · ΣJp + 0.5].", given, Ep + change)
    return Ep + change


@mgsz.within("7")
def rounded(thousandths: int, readings: Readings) -> int:
    """A change in whole points; halves go up, −2.5 to −2 (the other readings are M10)."""
    if thousandths >= 0 or readings.rounding == "floor":
        return (thousandths + 500) // 1000
    size = -thousandths
    if readings.rounding == "half_away":
        return -((size + 500) // 1000)
    return -(max(size - 500, 0) // 1000)
