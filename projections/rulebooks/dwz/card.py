"""The DWZ card of a player: the rating, an adopted foreign one, residual games (4.4)."""

from datetime import date

import msgspec


class Residual(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A residual game (Restpartie, 4.4) waiting for a first DWZ.

    ``opponent_rating`` is the opponent's rating as used, ``points`` the player's own result,
    ``ended_on`` the end of its tournament, from which its validity counts.
    """

    game: str
    tournament: str
    opponent: str
    opponent_rating: int
    points: float
    ended_on: date


class Undated(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """First evaluations of unknown order (4.10.1.3), and the card before them.

    ``evaluations``: the first DWZ of each with its number of games; ``residual_games``: those
    from before the earliest.
    """

    evaluations: tuple[tuple[int, int], ...]
    residual_games: tuple[Residual, ...]


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A DWZ: ``rating`` with its ``index``, shown as 1873-42.

    ``on``: the day from which validity counts; ``source``: the tournament or decision that gave
    it; ``approximate``: corrected by 4.10.1.1 without the single games; ``undated``: set if it
    rests on undated first evaluations alone.
    """

    rating: int
    index: int
    on: date
    source: str
    approximate: bool = False
    undated: Undated | None = None


class Adopted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A verified figure of another system (6.1.2); ``on`` is the day of its list."""

    rating: int
    system: str
    on: date
    source: str


class DwzCard(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A player's card.

    ``adopted`` comes from a list after the figure: a new figure replaces every earlier list.
    Residual games exist only while no rating is valid.
    """

    figure: Figure | None = None
    adopted: Adopted | None = None
    residual_games: tuple[Residual, ...] = ()

    @property
    def spent_games(self) -> tuple[Residual, ...]:
        """The residual games that every undated first evaluation counts again (4.10.1.3)."""
        undated = None if self.figure is None else self.figure.undated
        return () if undated is None else undated.residual_games


class Held(msgspec.Struct, frozen=True, gc=False):
    """A figure as a player holds it: with its index, the last day, and what gave it.

    ``paragraph`` is the one under which it counts: 6.1.1 an own DWZ, 6.1.2 a foreign figure.
    """

    rating: int
    index: int
    until: date | None
    source: str
    paragraph: str
