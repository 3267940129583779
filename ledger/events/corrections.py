"""The rule by which corrections are resolved, for :mod:`ledger.log.effective_events`.

Of several corrections of one event the one at the highest position holds.  A correction can be
corrected or struck itself, and striking it restores the state before.  A correction always
follows its target in the log.  From the last one to the first, each is therefore resolved before
it is applied.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import attrs


@attrs.frozen
class Correction:
    """A correction as recorded: its own event id and data, and its place in the log."""

    position: int
    id: str
    data: Mapping[str, Any]


@attrs.frozen
class Verdict:
    """The effective data of an event (None: struck), and the correction that holds."""

    data: Mapping[str, Any] | None
    by: Correction


def verdicts(corrections: Iterable[Correction]) -> dict[str, Verdict]:
    """Return for every corrected event, by its id, the effective data and its correction."""
    settled: dict[str, Verdict] = {}
    for correction in sorted(corrections, key=lambda each: each.position, reverse=True):
        own = settled.get(correction.id)
        data = correction.data if own is None else own.data
        if data is None:  # the event itself is struck: it has no effect
            continue
        settled.setdefault(data["corrects"], Verdict(data["replacement"], correction))
    return settled
