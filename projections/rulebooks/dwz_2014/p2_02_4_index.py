"""DWZ 2014 2.2.4 and 4.1.2: the index with which a figure of another system enters."""

from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_1995.card import Adopted
from projections.rulebooks.dwz_2014 import dwz_2014
from projections.rulebooks.dwz_2014.readings import chosen_in

FIDE = "FIDE"
FIDE_INDEX = 6


@dwz_2014.within("2.2.4")
@dwz_2014.within("4.1.2")
def adopted_index(adopted: Adopted, readings: dwz_1995.Readings) -> int:
    """A figure of FIDE enters with index 6, a comparable national one as read."""
    if adopted.system == FIDE:
        return FIDE_INDEX
    return chosen_in(readings).national_index
