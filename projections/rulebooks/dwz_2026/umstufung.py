"""DWZ 2026, Umstufung: everybody's DWZ of before 8 June 2026 on the scale of this edition."""

from collections.abc import Mapping
from typing import Any

from projections.rulebooks.conversion import piece_for
from projections.rulebooks.dwz_1995.conversion import rating_by_pieces
from projections.rulebooks.dwz_2026 import dwz_2026
from projections.rulebooks.occasion import RulebookBegan

UMSTUFUNG: Mapping[str, Any] = {
    "pieces": [
        {"below": 700, "factor": 0, "plus": 1100},
        {"below": 1000, "factor": 1, "plus": 400},
        {"below": 2110, "factor": 0.64, "plus": 760},
        {"factor": 1, "plus": 0},
    ],
    "count_plus": 1,
}
"""The conversion on record: of 8 June 2026, nobody below the minimum (R1)."""


@dwz_2026.within("Umstufung")
def restated(figure: int, began: RulebookBegan) -> int | None:
    """factor · x + plus by the piece that holds for x, rounded; None where none does."""
    rating, piece = rating_by_pieces(figure, began), piece_for(figure, began.pieces)
    if rating is not None and piece is not None:
        dwz_2026.note(
            "Umstufung",
            "A DWZ of before becomes factor · x + plus, by the piece that holds for x, rounded.",
            {"x": figure, **piece, "below": piece.get("below")},
            rating,
        )
    return rating
