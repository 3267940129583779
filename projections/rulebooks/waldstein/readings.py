"""The readings of the paper that can be chosen (SOURCE.md, W1, W2, W11, W12)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, get_args

import attrs

from projections.rulebooks.objection import Objection

Reducible = Literal["limit", "layered"]
Method = Literal["limit", "rule_of_thumb"]
RankingBy = Literal["t", "points", "gelbfuss", "sonneborn_berger_original", "buchholz_original"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "reducible": get_args(Reducible),
    "t_method": get_args(Method),
    "ranking_by": get_args(RankingBy),
}


@attrs.frozen(kw_only=True)
class Readings:
    """The chosen readings; the defaults are the first of the choices.

    ``reducible``: where not everybody is linked with everybody, t is the limit of the paper's
    iteration, or each linked class is valued by itself.  ``t_method``: the exact limit, or what
    the rule of thumb stops at.  ``ranking_by``: what decides the places of the method
    ``waldstein``.  ``buchholz_tolerance``: the share (0 to 1) by which Buchholz' number may be
    ahead without the order of points being overturned.
    """

    reducible: Reducible = "limit"
    t_method: Method = "limit"
    ranking_by: RankingBy = "t"
    buchholz_tolerance: Fraction = Fraction(0)

    @classmethod
    def read(cls, parameters: Mapping[str, Any]) -> "Readings | Sequence[Objection]":
        """Return the readings that ``parameters`` name, or the objections to them."""
        objections = [
            objection
            for name, value in parameters.items()
            if (objection := _objection(name, value)) is not None
        ]
        if objections:
            return objections
        chosen = dict(parameters)
        if "buchholz_tolerance" in chosen:
            chosen["buchholz_tolerance"] = Fraction(str(chosen["buchholz_tolerance"]))
        return cls(**chosen)


def _objection(name: str, value: Any) -> Objection | None:
    """Return the fault in one parameter, if any."""
    if name == "buchholz_tolerance":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and 0 <= value <= 1:
            return None
        return Objection(name, f"is {value!r}; give a number from 0 (off) to 1")
    if name not in CHOICES:
        known = ", ".join([*CHOICES, "buchholz_tolerance"])
        return Objection(name, f"is no reading of waldstein; it has {known}")
    if value not in CHOICES[name]:
        return Objection(name, f"is {value!r}; choose one of {', '.join(CHOICES[name])}")
    return None
