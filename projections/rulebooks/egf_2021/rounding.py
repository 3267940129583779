"""EGF rounding and floor: three decimals, as if nothing had been computed with binary floats."""

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from math import floor

from projections.rulebooks.egf_2021 import egf
from projections.rulebooks.egf_2021.readings import Readings
from projections.rulebooks.egf_2021.scale import LOWEST

IN_DOUBT = 1e-4
"""How near a half thousandth, in thousandths, a float may not decide: 1e-7 of a point."""

Recomputed = Callable[[], Sequence[Decimal]]
"""The changes of a player's games again, in decimals of at least 30 digits."""


@egf.within("rounding")
def thousandths(value: float, exactly: Callable[[], Decimal]) -> int:
    """A number in whole thousandths, halves away from zero; in doubt the exact one decides."""
    scaled = value * 1000
    below = floor(scaled)
    if abs(scaled - below - 0.5) > IN_DOUBT:
        return below + (scaled - below > 0.5)
    return int(exactly().scaleb(3).to_integral_value(ROUND_HALF_UP))


@egf.within("rounding")
@egf.within("floor")
def new_gor(
    r: float, changes: Sequence[float], recomputed: Recomputed, readings: Readings
) -> float:
    """r′ = r + Σ changes, rounded once for the tournament; the other reading rounds every game."""
    if readings.rounding_point == "tournament":
        rounded = thousandths(
            r + sum(changes), lambda: Decimal(str(r)) + sum(recomputed(), Decimal())
        )
    else:
        rounded = round(r * 1000) + sum(
            thousandths(change, lambda number=number: recomputed()[number])  # type: ignore[misc]
            for number, change in enumerate(changes)
        )
    given = {"r": r, "changes": list(changes)}
    egf.note("rounding", "r′ = r + Σ changes, to three decimals.", given, rounded / 1000)
    return rounded / 1000 if rounded >= LOWEST * 1000 else floored(rounded / 1000)


@egf("floor")
def floored(r: float) -> float:
    """A rating below −900 is set to −900."""
    return max(r, float(LOWEST))
