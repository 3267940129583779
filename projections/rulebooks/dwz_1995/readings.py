"""The named readings of DWZ 1995: where the text leaves a choice, the choice (SOURCE.md)."""

from typing import Any, Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.readings import one_of, whole_from

Expectancy = Literal["normal", "table", "logistic"]


def years(default: int) -> Any:
    """A number of years after which something lapses."""
    return whole_from(
        0,
        default=default,
        remedy=Message("must be a whole number of years; 0 means that nothing lapses"),
    )


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter.

    ``expectancy``: the curve of P(D) (R4).  ``five_opponents``: whether a first DWZ
    needs five games or five persons met (R5).  ``special_threshold``: how far Rp must lie above Ro
    for a special evaluation (R7).  ``validity_years``, ``residual_years``: how long a rating and
    a residual game hold (6.1.1); 0: for ever.
    """

    expectancy: Literal["normal", "table", "logistic"] = one_of("normal", "table", "logistic")
    five_opponents: Literal["games", "persons"] = one_of("games", "persons")
    special_threshold: int = whole_from(1, default=200)
    validity_years: int = years(5)
    residual_years: int = years(2)
