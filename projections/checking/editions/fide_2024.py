"""The checker of FIDE 2024, whose formulas stand in :mod:`projections.checking.fide`."""

from projections.checking import fide, fitting_fide
from projections.checking.checker import Checker

__all__ = ["CHECKER", "fide"]

CHECKER = Checker(
    rulebook="fide-2024",
    defaults={
        "control": "standard",
        "rounding_unit": "period",
        "k_order": "peak_first",
        "junior_2300": "ever",
        "exemption_rating": 2650,
        "exemption_from": "2025-10-01",
        "gap_from": "2024-12-01",
        "zero_first_event": "against_rated",
        "pool_months": 26,
        "closing_days": 3,
        "assumed_games": 30,
        "interim_reports": "monthly",
        "time_unknown": "refuse",
        "below_floor_initial": "keep",
    },
    readings={
        "k_order": "k_order",
        "rounding_unit": "rounding_unit",
        "pool_months": "pool_months",
    },
    led_to={},
    own=fitting_fide.fitting,
    stated=fitting_fide.stated,
    is_own_day=fitting_fide.is_day_of_a_list,
)
