"""The field of a tournament: its participants, and the games that count for each of them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import attrs
import msgspec

from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.a_general import Degrees, exact, shown
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.tournament import Tournament


class Side(msgspec.Struct, frozen=True, gc=False):
    """A game from the side of one of its players; points are 1, ½ or 0."""

    game: str
    opponent: str
    points: float
    opponent_points: float


def points_of(sides: Iterable[Side]) -> float:
    """Return the points that a player scored in these games."""
    return shown(sum([side.points for side in sides]))


@attrs.frozen(kw_only=True)
class Field:
    """Every participant with his card before the event and his sides of the games that count."""

    cards: Mapping[str, IngoCard | None]
    sides: Mapping[str, Sequence[Side]]

    @cached_property
    def numbers(self) -> dict[str, Degrees]:
        """Return F of every player whose number may enter a level: he has one, without a mark."""
        return {
            player: exact(card.number)
            for player, card in self.cards.items()
            if card is not None and card.mark is None
        }

    @cached_property
    def newcomers(self) -> frozenset[str]:
        """Players without a usable number: never evaluated, or marked (C II)."""
        return frozenset(
            player for player, card in self.cards.items() if card is None or card.mark is not None
        )


@ingo.within("Vorwort 4")
def games_played(tournament: Tournament, cards: Mapping[str, IngoCard | None]) -> Field:
    """Return the field; the level counts every opponent met, and no other.

    A result that counts for one side only is not a side of the other (R21).
    """
    sides: dict[str, list[Side]] = {player: [] for player in sorted(tournament.players)}
    for game in tournament.games:
        if not game.played or game.black is None:
            continue
        for_white, for_black = game.white_points, game.black_points
        if game.rated_for in {"both", "white"}:
            sides[game.white].append(Side(game.game, game.black, for_white, for_black))
        if game.rated_for in {"both", "black"}:
            sides[game.black].append(Side(game.game, game.white, for_black, for_white))
    return Field(cards={player: cards.get(player) for player in sides}, sides=sides)
