"""The checker of DWZ 1995, whose formulas stand in :mod:`projections.checking.dwz`."""

from projections.checking import dwz, dwz_events, fitting_dwz
from projections.checking.checker import Checker

__all__ = ["CHECKER", "dwz", "dwz_events"]

CHECKER = Checker(
    rulebook="dwz-1995",
    defaults={
        "expectancy": "normal",
        "five_opponents": "games",
        "special_threshold": 200,
        "validity_years": 5,
        "residual_years": 2,
    },
    readings=fitting_dwz.READINGS,
    led_to=fitting_dwz.LED_TO,
    known=fitting_dwz.known,
    own=fitting_dwz.fitting,
    stated=fitting_dwz.stated,
)
