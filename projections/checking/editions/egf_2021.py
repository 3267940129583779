"""The checker of EGF 2021, whose formulas stand in :mod:`projections.checking.egf`."""

from collections.abc import Mapping
from typing import Any

from projections.checking import egf, fitting_egf
from projections.checking.checker import Checker, Document
from projections.checking.values import value_of

__all__ = ["CHECKER", "egf"]
_SYMBOLS = {"r": "gor_before", "class": "class", "con": "con", "bonus": "bonus"}


def _known(document: Document) -> Mapping[str, Any]:
    """The symbols of the steps as the row has them."""
    row = value_of(document, "row", {})
    return {symbol: row[field] for symbol, field in _SYMBOLS.items() if row.get(field) is not None}


CHECKER = Checker(
    rulebook="egf-2021",
    defaults={
        "reset_rule": "highest",
        "reset_jump": 2,
        "reset_max_grade": None,
        "class_source": "submitted",
        "max_handicap": None,
        "rounding_point": "tournament",
    },
    readings={},
    led_to={"class": "class", "con": "con", "bonus": "bonus"},
    known=_known,
    own=fitting_egf.fitting,
    stated=fitting_egf.stated,
)
