"""Figures of one system on the scale of another, for a what-if that starts from decided cards.

Only scales whose relation is on record are here: DWZ = 2840 − 8 · Ingo, as the German federation
carried its figures over, and the GoR of Hungarian grades.  Everybody else starts without a figure.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from projections.rulebooks.conversion import carried_over as converted
from projections.rulebooks.figures import whole
from projections.rulebooks.rulebook import Rulebook


def carried_over(
    card: Mapping[str, Any], from_: Rulebook[Any], to: Rulebook[Any]
) -> Mapping[str, Any] | None:
    """A decided card of the rulebook ``from_`` as one of ``to``; None: no relation is known."""
    match from_.scale, to.scale, card:
        case "ingo-1960", "dwz-1995", {"number": number, "count": count}:
            return {"rating": 2840 - 8 * int(number), "index": count}
        case "dwz-1995", "ingo-1960", {"rating": rating, "index": index}:
            return {"number": whole(Fraction(2840 - rating, 8)), "count": max(index, 1)}
        case "mgsz-2011", "egf-2021", {"elo": elo, "grade": grade}:
            gor = converted(elo, to.conversions[from_.scale]["pieces"])
            return None if gor is None else {"gor": whole(gor), "grade": grade}
    return None
