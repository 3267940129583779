"""The named readings of FIDE 2024: where the text leaves a choice, the choice (SOURCE.md, F1–F12).

The first value is the default.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, Literal

import attrs

from projections.rulebooks.readings import one_of, reading, whole_from


def _day(default: str) -> Any:
    metadata = {"accepts": _is_day, "remedy": f"give a day, such as {default}"}
    return attrs.field(default=default, converter=_as_day, metadata=metadata)


def _is_day(given: object) -> bool:
    try:
        return isinstance(given, str) and date.fromisoformat(given).isoformat() == given
    except ValueError:
        return False


def _as_day(given: str) -> date:
    return date.fromisoformat(given)


def _or_none(accepts: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda given: given is None or accepts(given)


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that has a parameter, and which list the pool is."""

    control: Literal["standard", "rapid", "blitz"] = one_of("standard", "rapid", "blitz")
    rounding_unit: Literal["period", "tournament"] = one_of("period", "tournament")
    k_order: Literal["peak_first", "text"] = one_of("peak_first", "text")
    junior_2300: Literal["ever", "current"] = one_of("ever", "current")
    exemption_rating: int | None = reading(
        2650,
        _or_none(lambda given: type(given) is int and given >= 1),
        "give a rating, or null: nobody is exempt from the 400-point rule",
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
        "must be a whole number from 1 to 31",
    )
    assumed_games: int = whole_from(0, default=30)
    interim_reports: Literal["monthly", "none"] = one_of("monthly", "none")
    time_unknown: Literal["refuse", "rate"] = one_of("refuse", "rate")
    below_floor_initial: Literal["keep", "discard"] = one_of("keep", "discard")
