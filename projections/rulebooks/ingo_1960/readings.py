"""The named readings of INGO 1960: the choices that the text leaves open.

The defaults are those of SOURCE.md, under the numbers given here.
"""

from typing import Any, Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.readings import one_of, reading, whole_from, yes_or_no

PercentMode = Literal["printed", "uncorrected", "formula"]


def _places(*, default: int) -> Any:
    remedy = Message("must be a number of decimals, 0 to 3")
    return reading(default, lambda given: type(given) is int and 0 <= given <= 3, remedy)


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter.

    ``niveau_decimals``: decimals of the level N.  ``h_decimals``: decimals of the performance H.
    ``f_decimals``: decimals of the number F.  ``percent_mode``: the source of the percentage
    difference: the printed table, the same with a cell that contradicts itself, or the formula.
    ``junior_direction``: whether C III holds for
    improvement alone or for both directions.  ``junior_before_short``: whether C III comes before
    C IV.  ``min_games``: scored games below which nothing is computed.  ``min_match_games``: games
    of a match below which it is not.  ``limit``: degrees beyond which C VI bounds a game.
    ``limit_in_matches``: whether C VI holds in matches too.  ``limit_for_newcomers``: how often C
    VI is applied to a newcomer's H.  ``keep_mark_if_still_unbounded``: whether a mark stays when
    everything was won or lost again.
    """

    niveau_decimals: int = _places(default=1)  # R3
    h_decimals: int = _places(default=0)  # R3
    f_decimals: int = _places(default=0)  # R3
    percent_mode: Literal["printed", "uncorrected", "formula"] = one_of(
        "printed", "uncorrected", "formula"
    )  # R4
    junior_direction: Literal["improvement", "both"] = one_of("improvement", "both")  # R6
    junior_before_short: bool = yes_or_no(default=False)  # R8
    min_games: int = whole_from(1, default=3)  # R11
    min_match_games: int = whole_from(1, default=4)  # R11
    limit: int = whole_from(1, default=50)  # R13
    limit_in_matches: bool = yes_or_no(default=True)  # R13
    limit_for_newcomers: Literal["until_stable", "once", "never"] = one_of(
        "until_stable", "once", "never"
    )  # R14
    keep_mark_if_still_unbounded: bool = yes_or_no(default=True)  # R16
