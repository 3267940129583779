"""DWZ 2014 3.4.4: the first DWZ, made of the value of the overall iteration."""

from fractions import Fraction

from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.figures import whole

LOW = 800


def first_rating(R: int, readings: dwz_1995.Readings) -> int:
    """The first DWZ of somebody who ends the iteration at ``R``."""
    del readings  # no choice here
    return corrected_value(R)


@dwz_2014("3.4.4")
def corrected_value(Ri: int) -> int:
    """Rn = Ri; below 800 it is 700 + Ri/8, rounded."""
    return whole(700 + Fraction(Ri, 8)) if Ri < LOW else Ri
