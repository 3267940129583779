"""The checker of FIDE 2024, whose formulas stand in :mod:`projections.checking.fide`."""

from collections.abc import Iterator

from projections.checking import fide
from projections.checking.checker import Checker, Document, Stated

__all__ = ["CHECKER", "fide"]
_STEPS = "of a FIDE audit the steps are recomputed, not yet what the row says beside them"


def _stated(document: Document) -> Iterator[Stated]:
    """What is not held against the steps."""
    del document
    for part in ("row", "rows", "card_after"):
        yield (part,), _STEPS


CHECKER = Checker(
    rulebook="fide-2024",
    defaults={
        "control": "standard",
        "rounding_unit": "period",
        "k_order": "peak_first",
        "junior_2300": "ever",
        "exemption_rating": 2650,
        "exemption_from": "2025-10-01",
        "gap_from": "2024-12-01",
        "zero_first_event": "against_rated",
        "pool_months": 26,
        "closing_days": 3,
        "assumed_games": 30,
        "interim_reports": "monthly",
        "time_unknown": "refuse",
        "below_floor_initial": "keep",
    },
    readings={
        "k_order": "k_order",
        "rounding_unit": "rounding_unit",
        "pool_months": "pool_months",
    },
    led_to={"K": "k"},
    stated=_stated,
)
