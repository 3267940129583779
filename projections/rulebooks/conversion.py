"""Figures carried over from the rulebook that governed before (contract: rulebook.adopted)."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf

Piece = Mapping[str, float]
"""``factor`` and ``plus``; a piece with ``below`` holds below that figure."""

Figures = Mapping[str, tuple[int, int] | None]
"""By player: figure and number of evaluations under the rulebook before, None without a figure."""


def carried_over(figure: float, pieces: Sequence[Piece]) -> Fraction | None:
    """Return factor · figure + plus, exactly; None if no piece covers the figure."""
    piece = piece_for(figure, pieces)
    if piece is None:
        return None
    return _decimal(piece["factor"]) * _decimal(figure) + _decimal(piece["plus"])


def converted_figures(
    figures: Figures, pieces: Sequence[Piece]
) -> Iterator[tuple[str, tuple[int, int], Fraction]]:
    """Yield players with evaluations and converted figure, if a piece covers the figure."""
    for player, held in figures.items():
        value = None if held is None else carried_over(held[0], pieces)
        if held is not None and value is not None:
            yield player, held, value


def piece_for(figure: float, pieces: Sequence[Piece]) -> Piece | None:
    """Return the piece for a figure: of those that end above it, the one with the lowest end."""
    return min([piece for piece in pieces if figure < _end(piece)], key=_end, default=None)


def _end(piece: Mapping[str, float | None]) -> float:
    below = piece.get("below")
    return inf if below is None else below


def _decimal(number: float) -> Fraction:
    """Return the decimal as it was written: 0.1 is a tenth, not the nearest float."""
    return Fraction(str(number))
