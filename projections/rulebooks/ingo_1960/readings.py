"""The named readings of INGO 1960: where the text leaves a choice, the choice.

The defaults are those of SOURCE.md, where each stands under the number given here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import attrs

from projections.rulebooks.rulebook import Objection

PercentMode = Literal["printed", "formula"]


def _reading(default: object, accepts: Callable[[Any], bool], remedy: str) -> Any:
    return attrs.field(default=default, metadata={"accepts": accepts, "remedy": remedy})


def _word(*words: str) -> Any:
    return _reading(words[0], lambda given: given in words, f"use one of: {', '.join(words)}")


def _yes_or_no(*, default: bool) -> Any:
    return _reading(default, lambda given: type(given) is bool, "use true or false")


def _places(*, default: int) -> Any:
    remedy = "use a number of decimals, 0 to 3"
    return _reading(default, lambda given: type(given) is int and 0 <= given <= 3, remedy)


def _at_least_one(*, default: int) -> Any:
    remedy = "use a whole number, 1 or more"
    return _reading(default, lambda given: type(given) is int and given >= 1, remedy)


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter."""

    niveau_decimals: int = _places(default=1)  # R3
    h_decimals: int = _places(default=0)  # R3
    f_decimals: int = _places(default=0)  # R3
    percent_mode: Literal["printed", "formula"] = _word("printed", "formula")  # R4
    junior_direction: Literal["improvement", "both"] = _word("improvement", "both")  # R6
    junior_before_short: bool = _yes_or_no(default=False)  # R8
    min_games: int = _at_least_one(default=3)  # R11
    min_match_games: int = _at_least_one(default=4)  # R11
    limit: int = _at_least_one(default=50)  # R13
    limit_in_matches: bool = _yes_or_no(default=True)  # R13
    limit_for_newcomers: Literal["until_stable", "once", "never"] = _word(
        "until_stable", "once", "never"
    )  # R14
    keep_mark_if_still_unbounded: bool = _yes_or_no(default=True)  # R16


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
        return f"ingo-1960 has no reading {name!r}; it has: {', '.join(sorted(known))}"
    reading = known[name].metadata
    if reading["accepts"](value):
        return None
    return f"{value!r} is no value of {name}; {reading['remedy']}"
