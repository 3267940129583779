"""Rating lists that take an arbiter's file at once (``serve --append-at-once``)."""

from collections.abc import Mapping

import attrs

from ledger.events.problems import Refused
from projections.api import Ledger
from projections.operations.catalogue import operation

_READY, _ACCEPTED = "ready", "accepted"


def accepted_at_once(ledger: Ledger, submitted: Mapping[str, object], by: str) -> bool:
    """Accept a file that is pending, if nothing is open about it and it changes nothing recorded.

    False if it waits for an officer.
    """
    if submitted["state"] != _READY:
        return False
    head = ledger.positions()["head"]
    asked = operation("accept").request_class(
        submitted["submission"], by=by, as_officer=False, dry_run=True
    )
    try:
        preview = ledger.do(asked)
        if "problems" in preview or preview["changes"]:
            return False
        ledger.expecting_head(head).do(attrs.evolve(asked, dry_run=False))
    except Refused:  # it needs an officer, or the log has grown since the preview
        return False
    return True


def as_accepted(submitted: Mapping[str, object]) -> Mapping[str, object]:
    """Return the answer to a submission that was accepted at once."""
    return {**submitted, "state": _ACCEPTED}
