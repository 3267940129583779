"""An audit document checked from what it says alone."""

from typing import Any

from ledger.events.problems import refusal
from projections.checking.check import checked, document_in
from projections.interfaces.files.documents.audit import shows_its_data

MISFIT = "what the page shows is not what its data say"


def checked_document(text: str, name: str = "the text") -> dict[str, Any]:
    """What the independent checker finds in an audit document, called ``name`` in a refusal.

    Raises :class:`~ledger.events.problems.Refused` where there is no audit in it.
    """
    document = document_in(text)
    if document is None:
        message = f"{name} contains no audit: hand in one that audit has written"
        raise refusal("no-audit", message)
    found = dict(checked(document))
    if not shows_its_data(document, text):
        found |= {"holds": False, "fits": False, "misfits": [*found["misfits"], MISFIT]}
    return found
