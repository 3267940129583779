"""The rule by which corrections are settled, for :mod:`ledger.log.standing_events`.

Of several corrections of one event the one at the highest position holds; a correction can be
corrected or struck itself, and striking it restores what was before.  A correction always comes
after what it corrects, so going from the last one to the first, each is settled before it is
applied.
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
    """The data of an event that stand (None: struck), and the correction that holds."""

    data: Mapping[str, Any] | None
    by: Correction


def verdicts(corrections: Iterable[Correction]) -> dict[str, Verdict]:
    """For every corrected event, by its id, what stands now and through which correction."""
    settled: dict[str, Verdict] = {}
    for correction in sorted(corrections, key=lambda each: each.position, reverse=True):
        own = settled.get(correction.id)
        data = correction.data if own is None else own.data
        if data is None:  # struck itself: as if it had never been submitted
            continue
        settled.setdefault(data["corrects"], Verdict(data["replacement"], correction))
    return settled
