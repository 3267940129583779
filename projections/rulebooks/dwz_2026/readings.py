"""The named readings of DWZ 2026: those of 2014, and the federation's dated parameters.

The federation may set the latter anew from a day on: the pool adopts the rulebook again.
"""

from math import isfinite
from typing import Any, Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_2014 import readings as dwz_2014
from projections.rulebooks.readings import one_of, reading, whole_from

_REMEDIES = {
    (1, False): Message("must be a number, 0 or more, with at most one decimal"),
    (3, False): Message("must be a number, 0 or more, with at most 3 decimals"),
    (3, True): Message("must be a number, above 0, with at most 3 decimals"),
}


def decimal(default: float, *, places: int = 3, above_zero: bool = False) -> Any:
    """A decimal number that is not negative, with at most so many places: 1 or 3."""

    def accepts(given: Any) -> bool:
        return (
            type(given) in {int, float}
            and isfinite(given)
            and (given > 0 if above_zero else given >= 0)
            and round(given, places) == given
        )

    return reading(default, accepts, _REMEDIES[places, above_zero])


@attrs.frozen(kw_only=True)
class Readings(dwz_2014.Readings):
    """One choice for every open question that is a parameter, and the dated parameters.

    ``first_correction``: r, how far a first DWZ is lifted towards 2000 (3.4.4).
    ``youth_divisor``: t of the bonus up to 20 years (Anhang 1.2).  ``junior_bonus``: a1, the bonus
    from 21 to 25 years.  ``adult_bonus``: a2, that of everybody older.  ``brake_shift``: u of the
    brake below 1600.  ``k_max``: the cap of K.  ``minimum``: no DWZ is evaluated below it (3.5).
    ``perfect_score``: whether somebody who has won every game gets a first DWZ with a fictitious
    ``draw``, or ``residual`` games only (3.4.1).
    """

    first_correction: float = decimal(0.08)
    youth_divisor: float = decimal(30, above_zero=True)
    brake_shift: float = decimal(800)
    junior_bonus: float = decimal(4)
    adult_bonus: float = decimal(4)
    k_max: float = decimal(80, places=1)
    minimum: int = whole_from(0, default=1100)
    perfect_score: Literal["draw", "residual"] = one_of("draw", "residual")


def chosen_in(readings: dwz_1995.Readings) -> Readings:
    """The readings in force, which the shared chapters know as those of an edition before."""
    if not isinstance(readings, Readings):
        raise TypeError(f"these are no readings of DWZ 2026: {readings!r}")
    return readings
