"""The checker of DWZ 2026, whose formulas stand in :mod:`projections.checking.dwz_2026`."""

from collections.abc import Iterator

from projections.checking import dwz_2026, fitting_dwz
from projections.checking.checker import Checker, Document
from projections.checking.editions.dwz_2014 import CHECKER as DWZ_2014
from projections.checking.fitting_dwz_2026 import conversion, draws

__all__ = ["CHECKER", "dwz_2026"]


def _own(document: Document) -> Iterator[str]:
    """What does not fit, the fictitious draw and the Umstufung among it."""
    yield from fitting_dwz.fitting(document)
    yield from draws(document)
    yield from conversion(document)


CHECKER = Checker(
    rulebook="dwz-2026",
    defaults={
        **DWZ_2014.defaults,
        "first_correction": 0.08,
        "youth_divisor": 30,
        "brake_shift": 800,
        "junior_bonus": 4,
        "adult_bonus": 4,
        "k_max": 80,
        "minimum": 1100,
        "perfect_score": "draw",
    },
    readings={
        **fitting_dwz.READINGS,
        "r": "first_correction",
        "t": "youth_divisor",
        "u": "brake_shift",
        "k_max": "k_max",
        "minimum": "minimum",
        "perfect_score": "perfect_score",
    },
    led_to={**fitting_dwz.LED_TO, "K": "coefficient"},
    known=fitting_dwz.known,
    own=_own,
    stated=fitting_dwz.stated,
)
