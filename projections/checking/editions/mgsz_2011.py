"""The checker of MGSZ 2011, whose formulas stand in :mod:`projections.checking.mgsz`."""

from projections.checking import fitting_mgsz, mgsz, mgsz_tables
from projections.checking.checker import Checker

__all__ = ["CHECKER", "mgsz", "mgsz_tables"]

CHECKER = Checker(
    rulebook="mgsz-2011",
    defaults={
        "time_rule": "and",
        "fischer_moves": None,
        "category_e_bonus": True,
        "importance_stacking": False,
        "split_policy": "even",
        "split_limit": 300,
        "split_update_unregistered": False,
        "confirm_per_part": False,
        "confirm_with_zero_multiplier": True,
        "confirm_needs_played_game": True,
        "rounding": "floor",
        "top_band_width": 200,
        "bottom_band_width": 10,
        "beyond_table": "top_row",
        "handicap_correction": "receiver",
        "draw": "mean",
        "new_player_max_elo": 1764,
    },
    readings={"top": "top_band_width", "bottom": "bottom_band_width"},
    led_to={"C": "multiplier", "grade": "grade_after"},
    known=fitting_mgsz.known,
    own=fitting_mgsz.fitting,
    stated=fitting_mgsz.stated,
)
