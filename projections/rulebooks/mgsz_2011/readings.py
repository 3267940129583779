"""The named readings of MGSZ 2011: where the text leaves a choice, the choice (SOURCE.md M1–M16).

The first value is the default.  What each means stands in SOURCE.md under the number given.
"""

from typing import Any, Literal

import attrs

from projections.rulebooks.readings import one_of, reading, whole_from, yes_or_no


def _whole(*, default: int) -> Any:
    return reading(default, lambda given: type(given) is int, "must be a whole number")


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter."""

    time_rule: Literal["and", "or"] = one_of("and", "or")  # M1
    fischer_moves: int | None = whole_from(1, default=None)  # M2
    category_e_bonus: bool = yes_or_no(default=True)  # M4
    importance_stacking: bool = yes_or_no(default=False)  # M5
    split_policy: Literal["even", "greedy"] = one_of("even", "greedy")  # M6
    split_limit: int = whole_from(1, default=300)  # M6
    split_update_unregistered: bool = yes_or_no(default=False)  # M7
    confirm_per_part: bool = yes_or_no(default=False)  # M8
    confirm_with_zero_multiplier: bool = yes_or_no(default=True)  # M9
    confirm_needs_played_game: bool = yes_or_no(default=True)  # M9
    rounding: Literal["floor", "half_away", "trunc"] = one_of("floor", "half_away", "trunc")  # M10
    top_band_width: int = whole_from(1, default=200)  # M11
    bottom_band_width: int = whole_from(1, default=10)  # M12
    beyond_table: Literal["top_row", "committee"] = one_of("top_row", "committee")  # M13
    handicap_correction: Literal["receiver", "lower"] = one_of("receiver", "lower")  # M14
    draw: Literal["mean", "excluded"] = one_of("mean", "excluded")  # M15
    new_player_max_elo: int = _whole(default=1764)  # M16
