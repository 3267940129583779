"""The named readings of LASK 1970: the choices that the text leaves open (SOURCE.md, L1–L16, L28).

The first value is the default.
"""

from collections.abc import Iterable
from typing import Any, Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.readings import one_of, reading, yes_or_no


def _seasons(*default: int) -> Any:
    remedy = Message("give a list of seasons by their first year, such as [1970]")
    return reading(default, _are_seasons, remedy, converter=_in_order)


def _are_seasons(given: object) -> bool:
    return isinstance(given, list | tuple) and all(type(year) is int for year in given)


def _in_order(seasons: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(seasons)))


def _are_minutes(given: object) -> bool:
    if not isinstance(given, int | float) or type(given) is bool:
        return False
    return 0 < given < 1000 and round(given, 3) == given


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that has a parameter.

    ``omranking_effect``: whether a re-ranking inside a period holds from its day or from the next
    base date (L1).  ``group_mean_includes_self``: whether a player belongs to his own group (L2).
    ``half_rated_rule``: the mean of a group of which at least half is ranked: from table 1, or
    left to the committee (L3).  ``monrad_direct_mean_when_all_rated``: whether ranked opponents in
    a Monrad are averaged directly, without the formula (L4).  ``monrad_n8``: the factor for eight
    rounds, as printed or exact (L5).  ``concentrated_date``: the day of a concentrated tournament
    (L8).  ``inactivity_counts_concentrated``: whether concentrated games count for table 4 (L9).
    ``inactivity_counts_pending``: whether games that wait for a number count for it (L28).
    ``inactivity_exempt_newcomers``: whether a player first ranked during the season is exempt from
    the deduction (L10).  ``summer_bonus_per_event``: whether the bonus of Regel 11 a is given for
    every event (L11).  ``general_addition_seasons``: seasons with the general addition of Regel 11
    b, by their first year (L12).  ``long_game_min_minutes_per_move``: minutes per move from which
    a game is long (L13).  ``initial_p_rounding``: how P is rounded for a first number (L14).
    ``table2_096``: table 2 at .96, the print's value or Elo's (L15).  ``use_inferred_table1``:
    whether the inferred classes of table 1 are used too (L16).
    """

    omranking_effect: Literal["from_date", "next_period"] = one_of("from_date", "next_period")
    group_mean_includes_self: bool = yes_or_no(default=True)
    half_rated_rule: Literal["table1", "pending"] = one_of("table1", "pending")
    monrad_direct_mean_when_all_rated: bool = yes_or_no(default=True)
    monrad_n8: Literal["2b", "2a"] = one_of("2b", "2a")
    concentrated_date: Literal["end", "start"] = one_of("end", "start")
    inactivity_counts_concentrated: bool = yes_or_no(default=True)
    inactivity_counts_pending: bool = yes_or_no(default=False)
    inactivity_exempt_newcomers: bool = yes_or_no(default=False)
    summer_bonus_per_event: bool = yes_or_no(default=False)
    general_addition_seasons: tuple[int, ...] = _seasons(1970)
    long_game_min_minutes_per_move: float = reading(
        2.5,
        _are_minutes,
        Message(
            "give the minutes per move as a number above 0, such as 2.5, with at most three "
            "decimals"
        ),
    )
    initial_p_rounding: Literal["ceil", "half_up"] = one_of("ceil", "half_up")
    table2_096: Literal[504, 501] = one_of(504, 501)
    use_inferred_table1: bool = yes_or_no(default=False)
