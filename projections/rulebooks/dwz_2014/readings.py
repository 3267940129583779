"""The named readings of DWZ 2014: those of 1995 with other defaults, and three more."""

from typing import Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.dwz_1995 import readings as dwz_1995
from projections.rulebooks.dwz_1995.readings import years
from projections.rulebooks.readings import one_of, whole_from, yes_or_no


@attrs.frozen(kw_only=True)
class Readings(dwz_1995.Readings):
    """One choice for every open question that is a parameter.

    ``special_threshold``: a performance more than this above Ro is exceptional (3.6.3); 0: none
    is.  ``validity_years``: how long a rating holds; 0: it never lapses (4.1.1).
    ``national_index``: with which index a figure of another system than FIDE's enters (2.2.4).
    ``residual_value``: what an exceptional opponent counts as in a residual game, what he
    ``counted`` with or his ``old`` Ro (3.4.2).  ``members_only``: nothing is kept
    of players who were never in a club (3.4.3).
    """

    special_threshold: int = whole_from(
        0,
        default=300,
        remedy=Message(
            "must be a whole number, 1 or more; 0 means that there is no special evaluation"
        ),
    )
    validity_years: int = years(0)
    national_index: Literal[6, 0] = one_of(6, 0)
    residual_value: Literal["counted", "old"] = one_of("counted", "old")
    members_only: bool = yes_or_no(default=False)


def chosen_in(readings: dwz_1995.Readings) -> Readings:
    """The readings in force, which the shared chapters know as those of the edition before."""
    if not isinstance(readings, Readings):
        raise TypeError(f"these are no readings of DWZ 2014: {readings!r}")
    return readings
