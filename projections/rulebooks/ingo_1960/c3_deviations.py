"""INGO C III: considerable deviations, where the performance counts double."""

from typing import Literal

from projections.rulebooks.ingo_1960 import ingo
from projections.rulebooks.ingo_1960.degrees import exact, weighted

DEVIATION = 25
"""Degrees from which on a junior's improvement is considerable, 25 included (R6)."""


@ingo.within("C III")
def deviates_considerably(F: float, H: float, direction: Literal["improvement", "both"]) -> bool:
    """F − H ≥ 25; in both directions only under the other reading (R6)."""
    improvement = exact(F) - exact(H)
    deterioration_too = direction == "both" and -improvement >= DEVIATION
    return improvement >= DEVIATION or deterioration_too


@ingo("C III")
def doubled_performance(F: float, H: float, places: int) -> float:
    """F = (F + 2 H) / 3: juniors improving by 25 degrees, anyone with the evaluator's consent."""
    return weighted(F, 1, H, 2, places)
