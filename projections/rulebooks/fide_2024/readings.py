"""The named readings of FIDE 2024: the choices that the text leaves open (SOURCE.md, F1–F12).

The first value is the default.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.objection import is_day
from projections.rulebooks.readings import one_of, reading, whole_from


def _day(default: str) -> Any:
    remedy = Message("give a day, such as %(day)s", day=default)
    return reading(default, is_day, remedy, converter=date.fromisoformat)


def _or_none(accepts: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda given: given is None or accepts(given)


@attrs.frozen(kw_only=True)
class Readings:
    """The list of the pool, and one choice for every open question.

    ``control``: the list: standard, rapid or blitz;
    ``rounding_unit``: the rounded value: the change of the whole period or of each report (F2);
    ``k_order``: whether a peak of 2400 or youth and few games decide first about K (F3);
    ``junior_2300``: whether a junior's K ends with a peak or a current rating of 2300 (F3);
    ``exemption_rating``: from which rating on the 400-point rule does not bind (F4);
    ``exemption_from``: since when the exemption of F4 applies, by a report's first day;
    ``gap_from``: since when games 600 points apart are not rated in rapid and blitz;
    ``zero_first_event``: which games of the first event count for a score without points (F5);
    ``pool_months``: on how many lists a result serves for a first rating (F6);
    ``closing_days``: how many days before its list a report has to end (F1);
    ``assumed_games``: the number of games behind a rating if it is unknown (F7);
    ``interim_reports``: whether long tournaments are reported month by month (F8);
    ``time_unknown``: whether a tournament without a thinking time is rated (F9);
    ``below_floor_initial``: whether results are kept after a first rating below 1400 (F6).
    """

    control: Literal["standard", "rapid", "blitz"] = one_of("standard", "rapid", "blitz")
    rounding_unit: Literal["period", "tournament"] = one_of("period", "tournament")
    k_order: Literal["peak_first", "text"] = one_of("peak_first", "text")
    junior_2300: Literal["ever", "current"] = one_of("ever", "current")
    exemption_rating: int | None = reading(
        2650,
        _or_none(lambda given: type(given) is int and given >= 1),
        Message("give a rating, or null: no player is exempt from the 400-point rule"),
    )
    exemption_from: date = _day("2025-10-01")  # noqa: RUF009 - a field
    gap_from: date = _day("2024-12-01")  # noqa: RUF009 - a field
    zero_first_event: Literal["against_rated", "whole_event"] = one_of(
        "against_rated", "whole_event"
    )
    pool_months: int = whole_from(1, default=26)
    closing_days: int = reading(
        3,
        lambda given: type(given) is int and 1 <= given <= 31,
        Message("must be a whole number from 1 to 31"),
    )
    assumed_games: int = whole_from(0, default=30)
    interim_reports: Literal["monthly", "none"] = one_of("monthly", "none")
    time_unknown: Literal["refuse", "rate"] = one_of("refuse", "rate")
    below_floor_initial: Literal["keep", "discard"] = one_of("keep", "discard")
