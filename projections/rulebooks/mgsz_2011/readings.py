"""The named readings of MGSZ 2011: the choices that the text leaves open (SOURCE.md M1–M16).

The first value is the default.  SOURCE.md explains each under the number given.
"""

from typing import Any, Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.readings import one_of, reading, whole_from, yes_or_no


def _whole(*, default: int) -> Any:
    return reading(default, lambda given: type(given) is int, Message("must be a whole number"))


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter.

    ``time_rule``: whether both least times of table 2 have to be met, or one.
    ``fischer_moves``: for how many moves a Fischer increment counts; null: the committee decides.
    ``category_e_bonus``: whether importance is added in category E.  ``importance_stacking``:
    whether lines of table 3 add up where one includes the other.  ``split_policy``: how a long
    tournament is cut, into even parts or each as long as it may be.  ``split_limit``: C × rounds
    from which a tournament is cut.  ``split_update_unregistered``: whether a guest's value changes
    from part to part.  ``confirm_per_part``: whether each part confirms a grade, or the whole
    tournament.  ``confirm_with_zero_multiplier``: whether a tournament with C = 0 confirms a
    grade.  ``confirm_needs_played_game``: whether only a player with a counted game confirms one;
    a part without a game never does.
    ``rounding``: how the change is rounded.  ``top_band_width``: width of the band of 7 dan.
    ``bottom_band_width``: width of the band below 1000.  ``beyond_table``: the value of an entry
    as 8 or 9 dan, that of 7 dan or the committee's.  ``handicap_correction``: whose Elo
    handicap stones correct, the receiver's or the lower-rated player's.  ``draw``: whether a jigo
    is the mean of a win and a loss, or left out.  ``new_player_max_elo``: the highest Elo a
    newcomer is given without the committee.
    """

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
