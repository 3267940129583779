"""The checker of DWZ 2014, whose formulas stand in :mod:`projections.checking.dwz_2014`."""

from projections.checking import dwz_2014, dwz_events, fitting_dwz
from projections.checking.checker import Checker

__all__ = ["CHECKER", "dwz_2014", "dwz_events"]

CHECKER = Checker(
    rulebook="dwz-2014",
    defaults={
        "expectancy": "normal",
        "five_opponents": "games",
        "special_threshold": 300,
        "validity_years": 0,
        "residual_years": 2,
        "national_index": 6,
        "residual_value": "counted",
        "members_only": False,
    },
    readings=fitting_dwz.READINGS,
    led_to=fitting_dwz.LED_TO,
    known=fitting_dwz.known,
    own=fitting_dwz.fitting,
    stated=fitting_dwz.stated,
)
