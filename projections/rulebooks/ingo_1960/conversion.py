"""Figures carried over from the rulebook that governed before."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from projections.rulebooks.document import concerning
from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.degrees import exact, plain, rounded
from projections.rulebooks.occasion import RulebookBegan

Piece = Mapping[str, float]
Figures = Mapping[str, tuple[int, int] | None]
"""By player the figure and the number of evaluations under the rulebook before."""


def carried_over(began: RulebookBegan, figures: Figures, places: int) -> dict[str, IngoCard]:
    """The first cards; a number carried over counts as evaluated at least once (R27)."""
    cards = {}
    for player, (figure, count) in sorted(_held(figures).items()):
        number = converted(figure, began.pieces, places)
        if number is not None:
            cards[player] = IngoCard(
                number=number, count=max(count, 1), on=began.day, source=began.event
            )
            _note(player, figure, began.before, cards[player])
    return cards


def _held(figures: Figures) -> dict[str, tuple[int, int]]:
    return {player: held for player, held in figures.items() if held is not None}


def _note(player: str, figure: float, before: str, card: IngoCard) -> None:
    given = {"figure": figure, "rulebook": before}
    with concerning(player):
        ingo.note("0", "A figure carried over from the rulebook before.", given, card.contents)


def converted(figure: float, pieces: Sequence[Piece], places: int) -> float | None:
    """factor · figure + plus, rounded half up; None where no piece holds for the figure."""
    piece = _piece_for(figure, pieces)
    if piece is None:
        return None
    value = _decimal(piece["factor"]) * exact(figure) + _decimal(piece["plus"])
    return plain(rounded(value, places))


def _piece_for(figure: float, pieces: Sequence[Piece]) -> Piece | None:
    """The piece with the smallest ``below`` above the figure, else the one without."""
    bounded = [piece for piece in pieces if piece.get("below") is not None]
    above = [piece for piece in bounded if figure < piece["below"]]
    if above:
        return min(above, key=lambda piece: piece["below"])
    return next((piece for piece in pieces if piece.get("below") is None), None)


def _decimal(number: float) -> Fraction:
    """The decimal as it was written: 0.1 is a tenth, not the float beside it."""
    return Fraction(str(number))
