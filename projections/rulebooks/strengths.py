"""The strengths with which players counted for their opponents in a tournament.

With them some players of the tournament can be evaluated alone: a sheet needs nothing
of the opponents but these figures.
"""

from collections.abc import Collection, Mapping, Sequence

import attrs
import orjson

NONE_KEPT = "null"
"""Packed: the rulebook evaluates the occasion only as a whole."""

Figures = Mapping[str, int]


@attrs.frozen(kw_only=True)
class Strengths:
    """The figures with which players counted for their opponents, by player.

    ``ratings``: the rating of each player rated before; ``special``: its replacement after a
    surprise; ``first``: the first ratings of newcomers; ``provisional``: those of them that were
    different before any special evaluation.
    """

    ratings: Figures = attrs.field(factory=dict)
    special: Figures = attrs.field(factory=dict)
    first: Figures = attrs.field(factory=dict)
    provisional: Figures = attrs.field(factory=dict)

    @property
    def first_pass(self) -> Figures:
        """Return the first ratings before any special evaluation."""
        return {**self.first, **self.provisional}

    def without(self, players: Collection[str]) -> "Strengths":
        """Return the strengths of all other players."""
        return Strengths(
            ratings=_without(self.ratings, players),
            special=_without(self.special, players),
            first=_without(self.first, players),
            provisional=_without(self.provisional, players),
        )

    def unlike(self, others: "Strengths") -> set[str]:
        """Return the players with any other figure in ``others``."""
        pairs = [
            (self.ratings, others.ratings),
            (self.special, others.special),
            (self.first, others.first),
            (self.provisional, others.provisional),
        ]
        return {player for one, other in pairs for player, _ in one.items() ^ other.items()}


NOBODY = Strengths()


def _without(figures: Figures, players: Collection[str]) -> Figures:
    if not figures:
        return figures
    return {player: figure for player, figure in figures.items() if player not in players}


def pack(strengths: Strengths | None, players: Sequence[str] | None) -> str:
    """The strengths as JSON text for the read model; equal strengths give equal text.

    The ratings in the order of the occasion's ``players``, then of the others pairs of a player's
    place in that order and his figure.
    """
    if strengths is None or players is None:
        return NONE_KEPT
    ratings = strengths.ratings
    others = (strengths.special, strengths.first, strengths.provisional)
    pairs = [
        [(place, figures[it]) for place, it in enumerate(players) if it in figures]
        if figures
        else ()
        for figures in others
    ]
    return orjson.dumps([[ratings.get(player) for player in players], *pairs]).decode()


def unpack(text: str, players: Sequence[str] | None) -> Strengths | None:
    """The strengths that :func:`pack` wrote."""
    if text == NONE_KEPT or players is None:
        return None
    ratings, special, first, provisional = orjson.loads(text)
    by_name = zip(players, ratings, strict=True)
    return Strengths(
        ratings={player: rating for player, rating in by_name if rating is not None},
        special={players[place]: figure for place, figure in special},
        first={players[place]: figure for place, figure in first},
        provisional={players[place]: figure for place, figure in provisional},
    )
