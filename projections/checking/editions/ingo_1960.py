"""The checker of INGO 1960, whose formulas stand in :mod:`projections.checking.ingo`."""

from projections.checking import fitting_ingo, ingo, ingo_events
from projections.checking.checker import Checker

__all__ = ["CHECKER", "ingo", "ingo_events"]

CHECKER = Checker(
    rulebook="ingo-1960",
    defaults={
        "niveau_decimals": 1,
        "h_decimals": 0,
        "f_decimals": 0,
        "percent_mode": "printed",
        "junior_direction": "improvement",
        "junior_before_short": False,
        "min_games": 3,
        "min_match_games": 4,
        "limit": 50,
        "limit_in_matches": True,
        "limit_for_newcomers": "until_stable",
        "keep_mark_if_still_unbounded": True,
    },
    readings={
        "places": "f_decimals",
        "keep": "keep_mark_if_still_unbounded",
    },
    led_to=fitting_ingo.LED_TO,
    known=fitting_ingo.known,
    own=fitting_ingo.fitting,
    stated=fitting_ingo.stated,
)
