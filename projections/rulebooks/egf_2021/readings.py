"""The named readings of EGF 2021: the choices that the sources leave open (SOURCE.md)."""

from typing import Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.egf_2021.grades import GRADES
from projections.rulebooks.readings import one_of, reading, whole_from


@attrs.frozen(kw_only=True)
class Readings:
    """One choice for every open question that is a parameter.

    ``reset_rule``: a declared grade is compared with the ``highest`` so far, with the
    ``previous`` one, or ``never``; ``reset_jump``: by how many grades it must be better;
    ``reset_max_grade``: no automatic reset if a better grade is declared; ``class_source``:
    a submitted class holds, or the ``lower`` of it and the one that the time allows;
    ``max_handicap``: games with more stones are not counted; ``rounding_point``: rounded once
    for a ``tournament`` or for every ``game``.
    """

    reset_rule: Literal["highest", "previous", "never"] = one_of("highest", "previous", "never")
    reset_jump: int = whole_from(1, default=2)
    reset_max_grade: str | None = reading(
        None,
        lambda given: given in GRADES,
        Message("must be a grade: 35k … 1k, 1d … 9d or 1p … 9p"),
    )
    class_source: Literal["submitted", "lower"] = one_of("submitted", "lower")
    max_handicap: int | None = whole_from(0, default=None)
    rounding_point: Literal["tournament", "game"] = one_of("tournament", "game")
