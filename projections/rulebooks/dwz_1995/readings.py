"""The named readings of DWZ 1995: where the text leaves a choice, the choice (SOURCE.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs

from projections.rulebooks.rulebook import Objection

Expectancy = Literal["normal", "table", "logistic"]


def _one_of(*words: str) -> Mapping[str, Any]:
    return {"fits": lambda value: value in words, "remedy": f"must be one of {', '.join(words)}"}


def _whole_from(least: int, remedy: str) -> Mapping[str, Any]:
    return {"fits": lambda value: type(value) is int and value >= least, "remedy": remedy}


_COUNT = _whole_from(1, "must be a whole number, 1 or more")
_YEARS = _whole_from(0, "must be a whole number of years; 0 means that nothing lapses")


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter.

    ``expectancy``: the curve of P(D) (R4).  ``special_threshold``: how far Rp must lie above Ro
    for a special evaluation (R7).  ``validity_years``, ``residual_years``: how long a rating and
    a residual game hold (6.1.1); 0: for ever.
    """

    expectancy: Expectancy = attrs.field(
        default="normal", metadata=_one_of("normal", "table", "logistic")
    )
    special_threshold: int = attrs.field(default=200, metadata=_COUNT)
    validity_years: int = attrs.field(default=5, metadata=_YEARS)
    residual_years: int = attrs.field(default=2, metadata=_YEARS)


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
        return f"dwz-1995 has no reading of this name; it has {', '.join(sorted(known))}"
    reading = known[name].metadata
    return None if reading["fits"](value) else reading["remedy"]
