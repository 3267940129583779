"""The named readings of the DWZ: the choices that the text leaves open (SOURCE.md)."""

from math import isfinite
from typing import Any, Literal, TypeVar

import attrs

from ledger.events.messages import Message
from projections.rulebooks.readings import one_of, reading, whole_from, yes_or_no

# --- 1995 ----------------------------------------------------------------------------------------

Expectancy = Literal["normal", "table", "logistic"]


def years(default: int) -> Any:
    """A number of years after which something lapses."""
    return whole_from(
        0,
        default=default,
        remedy=Message("must be a whole number of years; 0 means that nothing lapses"),
    )


@attrs.frozen(kw_only=True)
class Readings1995:
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


# --- 2014: other defaults, and three more --------------------------------------------------------


@attrs.frozen(kw_only=True)
class Readings2014(Readings1995):
    """One choice for every open question that is a parameter.

    ``special_threshold``: a performance more than this above Ro is exceptional (3.6.3); 0: none
    is.  ``validity_years``: how long a rating holds; 0: it never lapses (4.1.1).
    ``national_index``: the index of a rating adopted from a system other than FIDE's (2.2.4).
    ``residual_value``: the strength of an exceptional opponent in a residual game: the one
    ``counted``, or the ``old`` Ro (3.4.2).  ``members_only``: nothing is kept of players who
    were never in a club (3.4.3).
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


# --- 2026: those of 2014, and the federation's dated parameters ----------------------------------
# The federation may set the latter anew from a day on: the pool adopts the rulebook again.

_REMEDIES = {
    (1, False): Message("must be a number, 0 or more, with at most one decimal"),
    (3, False): Message("must be a number, 0 or more, with at most 3 decimals"),
    (3, True): Message("must be a number, above 0, with at most 3 decimals"),
}


def decimal(default: float, *, places: int = 3, above_zero: bool = False) -> Any:
    """A decimal number that is not negative, with at most so many places: 1 or 3."""

    def accepts(given: Any) -> bool:
        return (
            type(given) in {int, float}
            and isfinite(given)
            and (given > 0 if above_zero else given >= 0)
            and round(given, places) == given
        )

    return reading(default, accepts, _REMEDIES[places, above_zero])


@attrs.frozen(kw_only=True)
class Readings2026(Readings2014):
    """One choice for every open question that is a parameter, and the dated parameters.

    ``first_correction``: r, how far a first DWZ is lifted towards 2000 (3.4.4).
    ``youth_divisor``: t of the bonus up to 20 years (Anhang 1.2).  ``junior_bonus``: a1, the bonus
    from 21 to 25 years.  ``adult_bonus``: a2, that of older players.  ``brake_shift``: u of the
    brake below 1600.  ``k_max``: the cap of K.  ``minimum``: no DWZ is evaluated below it (3.5).
    ``perfect_score``: whether a player who has won every game gets a first DWZ with a fictitious
    ``draw``, or ``residual`` games only (3.4.1).
    """

    first_correction: float = decimal(0.08)
    youth_divisor: float = decimal(30, above_zero=True)
    brake_shift: float = decimal(800)
    junior_bonus: float = decimal(4)
    adult_bonus: float = decimal(4)
    k_max: float = decimal(80, places=1)
    minimum: int = whole_from(0, default=1100)
    perfect_score: Literal["draw", "residual"] = one_of("draw", "residual")


ReadingsT = TypeVar("ReadingsT", bound=Readings1995)


def chosen_in(edition: type[ReadingsT], readings: Readings1995) -> ReadingsT:
    """The readings in force, which the shared chapters know as those of an edition before."""
    if not isinstance(readings, edition):
        raise TypeError(f"these are not {edition.__name__}: {readings!r}")
    return readings
