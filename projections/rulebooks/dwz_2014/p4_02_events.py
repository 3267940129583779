"""DWZ 2014 4.2: the thinking time that a tournament needs."""

from projections.rulebooks.dwz_2014 import dwz_2014

FULL_TIME = 90
YOUTH_TIME = 60
OLDEST_YOUTH = 12


@dwz_2014.within("4.2")
def required_minutes(youth_class: str | None) -> int:
    """90 minutes per player and game, 60 in the classes U12 and younger."""
    letter, years = (youth_class or "")[:1], (youth_class or "")[1:]
    young = letter == "U" and years.isdecimal() and int(years) <= OLDEST_YOUTH
    return YOUTH_TIME if young else FULL_TIME
