"""The named readings of MGSZ 2011: where the text leaves a choice, the choice (SOURCE.md M1–M16).

The first value is the default.  What each means stands in SOURCE.md under the number given.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import attrs

from projections.rulebooks.rulebook import Objection


def _reading(default: object, accepts: Callable[[Any], bool], remedy: str) -> Any:
    return attrs.field(default=default, metadata={"accepts": accepts, "remedy": remedy})


def _one_of(*words: str) -> Any:
    return _reading(words[0], lambda word: word in words, f"must be one of {', '.join(words)}")


def _yes_or_no(*, default: bool) -> Any:
    return _reading(default, lambda given: type(given) is bool, "must be true or false")


def _whole(*, default: int | None) -> Any:
    return _reading(default, lambda given: type(given) is int, "must be a whole number")


def _positive(*, default: int | None) -> Any:
    return _reading(
        default,
        lambda given: type(given) is int and given > 0,
        "must be a whole number, 1 or more",
    )


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter."""

    time_rule: Literal["and", "or"] = _one_of("and", "or")  # M1
    fischer_moves: int | None = _positive(default=None)  # M2
    category_e_bonus: bool = _yes_or_no(default=True)  # M4
    importance_stacking: bool = _yes_or_no(default=False)  # M5
    split_policy: Literal["even", "greedy"] = _one_of("even", "greedy")  # M6
    split_limit: int = _positive(default=300)  # M6
    split_update_unregistered: bool = _yes_or_no(default=False)  # M7
    confirm_per_part: bool = _yes_or_no(default=False)  # M8
    confirm_with_zero_multiplier: bool = _yes_or_no(default=True)  # M9
    confirm_needs_played_game: bool = _yes_or_no(default=True)  # M9
    rounding: Literal["floor", "half_away", "trunc"] = _one_of(
        "floor", "half_away", "trunc"
    )  # M10
    top_band_width: int = _positive(default=200)  # M11
    bottom_band_width: int = _positive(default=10)  # M12
    beyond_table: Literal["top_row", "committee"] = _one_of("top_row", "committee")  # M13
    handicap_correction: Literal["receiver", "lower"] = _one_of("receiver", "lower")  # M14
    draw: Literal["mean", "excluded"] = _one_of("mean", "excluded")  # M15
    new_player_max_elo: int = _whole(default=1764)  # M16


def chosen(parameters: Mapping[str, Any]) -> Readings | Sequence[Objection]:
    """The readings of an adoption, null or absent meaning the default, or what is wrong."""
    given = {name: value for name, value in parameters.items() if value is not None}
    known = attrs.fields_dict(Readings)
    objections = [
        Objection(f"parameters.{name}", fault)
        for name, value in given.items()
        if (fault := _fault(known, name, value)) is not None
    ]
    return objections or Readings(**given)


def _fault(known: Mapping[str, Any], name: str, value: object) -> str | None:
    if name not in known:
        return f"mgsz-2011 has no reading of this name; it has {', '.join(sorted(known))}"
    reading = known[name].metadata
    return None if reading["accepts"](value) else str(reading["remedy"])
