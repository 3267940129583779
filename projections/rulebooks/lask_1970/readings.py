"""The named readings of LASK 1970: where the text leaves a choice, the choice (SOURCE.md, L1–L16).

The first value is the default.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import attrs

from projections.rulebooks.rulebook import Objection


def _reading(default: object, accepts: Callable[[Any], bool], remedy: str) -> Any:
    return attrs.field(default=default, metadata={"accepts": accepts, "remedy": remedy})


def _one_of(*values: str | int) -> Any:
    return _reading(
        values[0],
        lambda given: any(given == value and type(given) is type(value) for value in values),
        f"choose one of {', '.join(map(str, values))}",
    )


def _yes_or_no(*, default: bool) -> Any:
    return _reading(default, lambda given: type(given) is bool, "choose true or false")


def _seasons(*default: int) -> Any:
    remedy = "give a list of seasons by their first year, such as [1970]"
    metadata = {"accepts": _are_seasons, "remedy": remedy}
    return attrs.field(default=default, converter=_in_order, metadata=metadata)


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
    """One choice for every open question that has a parameter."""

    omranking_effect: Literal["from_date", "next_period"] = _one_of("from_date", "next_period")
    group_mean_includes_self: bool = _yes_or_no(default=True)
    half_rated_rule: Literal["table1", "pending"] = _one_of("table1", "pending")
    monrad_direct_mean_when_all_rated: bool = _yes_or_no(default=True)
    monrad_n8: Literal["2b", "2a"] = _one_of("2b", "2a")
    concentrated_date: Literal["end", "start"] = _one_of("end", "start")
    inactivity_counts_concentrated: bool = _yes_or_no(default=True)
    inactivity_exempt_newcomers: bool = _yes_or_no(default=False)
    summer_bonus_per_event: bool = _yes_or_no(default=False)
    general_addition_seasons: tuple[int, ...] = _seasons(1970)
    long_game_min_minutes_per_move: float = _reading(
        2.5,
        _are_minutes,
        "give the minutes per move as a number above 0, such as 2.5, with at most three decimals",
    )
    initial_p_rounding: Literal["ceil", "half_up"] = _one_of("ceil", "half_up")
    table2_096: Literal[501, 504] = _one_of(501, 504)
    use_inferred_table1: bool = _yes_or_no(default=False)


def chosen(parameters: Mapping[str, Any]) -> Readings | Sequence[Objection]:
    """The readings of an adoption, null or absent meaning the default, or what is wrong."""
    given = {name: value for name, value in parameters.items() if value is not None}
    objections = [
        Objection(f"parameters.{name}", fault)
        for name, value in given.items()
        if (fault := _fault(name, value)) is not None
    ]
    return objections or Readings(**given)


def _fault(name: str, value: object) -> str | None:
    known = attrs.fields_dict(Readings)
    if name not in known:
        return f"lask-1970 has no reading of this name: use one of {', '.join(sorted(known))}"
    reading = known[name].metadata
    return None if reading["accepts"](value) else str(reading["remedy"])
