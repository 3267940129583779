"""Figures carried over from the rulebook before (contract: rulebook.adopted, conversion)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.figures import whole
from projections.rulebooks.lask_1970.card import LaskCard, first_card
from projections.rulebooks.occasion import RulebookBegan

Piece = Mapping[str, float]
FiguresBefore = Mapping[str, tuple[int, int] | None]
"""By player: figure and number of evaluations under the rulebook before, None without a figure."""


def carried_over(began: RulebookBegan, before: FiguresBefore) -> Evaluation[LaskCard]:
    """Everybody's figure converted, as his first number; evaluations are not counted here."""
    figures = {
        player: converted(source[0], began.pieces)
        for player, source in before.items()
        if source is not None
    }
    return Evaluation(
        cards={
            player: first_card(figure, began.day, began.event)
            for player, figure in figures.items()
            if figure is not None
        }
    )


def converted(figure: int, pieces: Sequence[Piece]) -> int | None:
    """factor · figure + plus, rounded half up; None where no piece holds for the figure."""
    piece = _piece_for(figure, pieces)
    if piece is None:
        return None
    return whole(_exact(piece["factor"]) * figure + _exact(piece["plus"]))


def _piece_for(figure: int, pieces: Sequence[Piece]) -> Piece | None:
    """The piece with the smallest ``below`` above the figure, else the one without."""
    bounded = [piece for piece in pieces if piece.get("below") is not None]
    holding = [piece for piece in bounded if figure < piece["below"]]
    if holding:
        return min(holding, key=lambda piece: piece["below"])
    return next((piece for piece in pieces if piece.get("below") is None), None)


def _exact(number: float) -> Fraction:
    return Fraction(str(number))
