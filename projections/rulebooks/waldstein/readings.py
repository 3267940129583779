"""The readings of the paper that can be chosen (SOURCE.md, W1–W5, W11, W12)."""

from typing import Literal

import attrs

from ledger.events.messages import Message
from projections.rulebooks.readings import one_of, reading


def _is_share(given: object) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given <= 1


@attrs.frozen(kw_only=True)
class Readings:
    """The chosen readings; the defaults are the first of the choices.

    ``reducible``: where not everybody is linked with everybody, t is the limit of the paper's
    iteration, or each linked class is valued by itself.  ``unbeaten``: those who won all come
    first, or where their order number puts them.  ``t_method``: the exact limit, or what the rule
    of thumb stops at.  ``quality_from``: T and the homogeneity come from the exact t, or as
    printed from the stated one.  ``quality_n``: n in T counts the group, or everybody who played.
    ``ranking_by``: what decides the places of the method
    ``waldstein``.  ``buchholz_tolerance``: the share (0 to 1) by which Buchholz' number may be
    ahead without the order of points being overturned.
    """

    reducible: Literal["limit", "layered"] = one_of("limit", "layered")
    unbeaten: Literal["first", "order_number"] = one_of("first", "order_number")
    t_method: Literal["limit", "rule_of_thumb"] = one_of("limit", "rule_of_thumb")
    quality_from: Literal["exact", "stated"] = one_of("exact", "stated")
    quality_n: Literal["group", "participants"] = one_of("group", "participants")
    ranking_by: Literal[
        "t", "points", "gelbfuss", "sonneborn_berger_original", "buchholz_original"
    ] = one_of("t", "points", "gelbfuss", "sonneborn_berger_original", "buchholz_original")
    buchholz_tolerance: float = reading(0, _is_share, Message("give a number from 0 (off) to 1"))
