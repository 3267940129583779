"""Differences between rating systems in the federation's statements."""

from collections.abc import Callable, Mapping
from typing import Any

import attrs

Card = Mapping[str, Any]

# Some limits of MGSZ table 1. A title may lag behind the Elo, so coarse steps suffice.
GO_GRADES = (
    (2350, "5d"),
    (2230, "4d"),
    (2130, "3d"),
    (2050, "2d"),
    (1980, "1d"),
    (1920, "1k"),
    (1865, "2k"),
    (1815, "3k"),
    (1765, "4k"),
    (1720, "5k"),
    (1520, "10k"),
    (1360, "15k"),
    (1230, "20k"),
)
BEST_ELO_OF_A_NEWCOMER = 1764


@attrs.frozen(kw_only=True)
class System:
    """The properties of a rating system.

    ``home`` is its country; ``card`` makes a card from a strength (on the
    scale of the DWZ) and the seasons of experience.  ``first_card`` makes the one
    decided for a newcomer, None if a first figure is won by playing; ``first_kind`` is the
    kind of that decision.  ``declared`` makes the grade from a strength with which each player
    enters a tournament, None if no grades are declared.
    """

    home: str
    card: Callable[[int, int], Card]
    first_card: Callable[[int, int], Card] | None = None
    first_kind: str = "initial"
    declared: Callable[[int], str] | None = None


def dwz_card(strength: int, experience: int) -> Card:
    """A DWZ with the number of evaluations behind it."""
    return {"rating": strength, "index": 1 + 2 * experience}


def fide_card(strength: int, experience: int) -> Card:
    """A rating from the lowest one on, with the games behind it."""
    return {"rating": max(strength, 1400), "games": 20 * experience}


def ingo_card(strength: int, experience: int) -> Card:
    """An Ingo number, lower being stronger: DWZ = 2840 − 8·Ingo."""
    return {"number": (2840 - strength) // 8, "count": 1 + 2 * experience}


def lask_card(strength: int, _experience: int) -> Card:
    """A ranking number alone."""
    return {"rating": strength}


def mgsz_card(elo: int, _experience: int) -> Card:
    """An Elo with its grade."""
    grade = next((grade for limit, grade in GO_GRADES if elo >= limit), "30k")
    return {"elo": elo, "grade": grade}


def mgsz_first_card(elo: int, experience: int) -> Card:
    """A newcomer's card, which the manager may set up to 5 kyu."""
    return mgsz_card(min(elo, BEST_ELO_OF_A_NEWCOMER), experience)


def egf_grade(gor: int) -> str:
    """The grade whose GoR is nearest: 1 kyu at 2000, 1 dan at 2100, up to 7 dan."""
    step = min((gor + 50) // 100 - 20, 7)
    return f"{step}d" if step > 0 else f"{min(1 - step, 30)}k"


def egf_card(gor: int, _experience: int) -> Card:
    """A GoR with the nearest grade."""
    return {"gor": gor, "grade": egf_grade(gor)}


SYSTEMS = {
    "dwz": System(home="GER", card=dwz_card),
    "fide": System(home="GER", card=fide_card),
    "ingo": System(home="GER", card=ingo_card),
    "lask": System(home="SWE", card=lask_card, first_card=lask_card),
    "egf": System(home="HUN", card=egf_card, declared=egf_grade),
    "mgsz": System(home="HUN", card=mgsz_card, first_card=mgsz_first_card, first_kind="newcomer"),
}
