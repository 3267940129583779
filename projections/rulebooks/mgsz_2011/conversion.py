"""Cards out of the figures of the rulebook that governed before."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from projections.rulebooks.figures import whole
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_limits import grade_of
from projections.rulebooks.occasion import RulebookBegan

Figures = Mapping[str, tuple[int, int] | None]


def converted(began: RulebookBegan, figures: Figures) -> dict[str, MgszCard]:
    """The first cards: the figure converted, and the grade in whose band it lies (M29).

    A player whose figure no piece covers starts without a card.
    """
    elos = {
        player: converted_figure(held[0], began.pieces)
        for player, held in figures.items()
        if held is not None
    }
    return {
        player: MgszCard(elo=elo, grade=grade_of(elo), on=began.day, source=began.event)
        for player, elo in elos.items()
        if elo is not None
    }


def converted_figure(figure: int, pieces: Sequence[Mapping[str, float]]) -> int | None:
    """``figure`` · factor + plus, rounded half up, by the piece with the smallest ``below`` above.

    The piece without ``below`` holds for the rest.
    """
    covering = [piece for piece in pieces if piece.get("below") is None or figure < piece["below"]]
    if not covering:
        return None
    piece = min(covering, key=_reach)
    return whole(_exact(piece["factor"]) * figure + _exact(piece["plus"]))


def _reach(piece: Mapping[str, float]) -> float:
    below = piece.get("below")
    return float("inf") if below is None else below


def _exact(number: float) -> Fraction:
    return Fraction(str(number))
