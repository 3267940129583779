"""INGO C VI: players more than fifty degrees apart."""

from collections.abc import Mapping, Sequence

import attrs

from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.degrees import Degrees
from projections.rulebooks.ingo_1960.field import Side


@attrs.frozen(kw_only=True)
class Limited:
    """A game of players too far apart: ``struck``, or each counts the other at the limit."""

    better: str
    struck: bool
    degrees: int

    def distance(self, player: str) -> int:
        """Degrees from the player's own number at which his opponent counts."""
        return self.degrees if player == self.better else -self.degrees


Limits = Mapping[str, Limited]
"""The limited games, by id."""


@ingo.within("C VI")
def beyond_limit(
    numbers: Mapping[str, Degrees],
    sides: Mapping[str, Sequence[Side]],
    degrees: int,
    known: Limits | None = None,
) -> dict[str, Limited]:
    """The games, but for those ``known``, of players more than ``degrees`` apart.

    If the better player won, the game is not scored for either.
    """
    found: dict[str, Limited] = {}
    for player, own in numbers.items():
        for side in sides[player]:
            number = numbers.get(side.opponent, own)
            if not -degrees <= own - number <= degrees:
                if side.game in found or (known and side.game in known):
                    continue  # treated from the other side of the board, or before
                ahead = own < number
                won = (side.points if ahead else side.opponent_points) == 1
                better = player if ahead else side.opponent
                found[side.game] = Limited(better=better, struck=won, degrees=degrees)
    return found
