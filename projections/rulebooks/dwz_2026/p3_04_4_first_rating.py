"""DWZ 2026 3.4.4: the first DWZ, made of the value of the overall iteration."""

from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_2026 import dwz_2026
from projections.rulebooks.dwz_2026.readings import chosen_in
from projections.rulebooks.figures import exact, whole

HIGH = 2000
LOW = 1100


def first_rating(R: int, readings: dwz_1995.Readings) -> int:
    """The first DWZ of somebody who ends the iteration at ``R``."""
    chosen = chosen_in(readings)
    return corrected_value(R, chosen.first_correction, chosen.minimum)


@dwz_2026("3.4.4")
def corrected_value(Ri: int, r: float, minimum: int) -> int:
    """Rn = Ri from 2000 on, Ri + r (2000 − Ri) from 1100 on, 1100 + 9 r Ri/11 below; rounded.

    It is at least the minimum.
    """
    if Ri >= HIGH:
        Rn = Ri
    elif Ri >= LOW:
        Rn = whole(Ri + exact(r) * (HIGH - Ri))
    else:
        Rn = whole(LOW + 9 * exact(r) * Ri / 11)
    return max(minimum, Rn)
