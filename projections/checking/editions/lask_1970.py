"""The checker of LASK 1970, whose formulas stand in :mod:`projections.checking.lask`."""

from projections.checking import fitting_lask, lask, lask_committee
from projections.checking.checker import Checker

__all__ = ["CHECKER", "lask", "lask_committee"]

CHECKER = Checker(
    rulebook="lask-1970",
    defaults={
        "omranking_effect": "from_date",
        "group_mean_includes_self": True,
        "half_rated_rule": "table1",
        "monrad_direct_mean_when_all_rated": True,
        "monrad_n8": "2b",
        "concentrated_date": "end",
        "inactivity_counts_concentrated": True,
        "inactivity_exempt_newcomers": False,
        "summer_bonus_per_event": False,
        "general_addition_seasons": [1970],
        "long_game_min_minutes_per_move": 2.5,
        "initial_p_rounding": "ceil",
        "table2_096": 501,
        "use_inferred_table1": False,
    },
    readings={},
    led_to={},
    own=fitting_lask.fitting,
    stated=fitting_lask.stated,
    is_own_day=fitting_lask.is_base_date,
)
