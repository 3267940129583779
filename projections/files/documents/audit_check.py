"""An audit document checked from its data alone."""

import json
import re
from collections.abc import Callable
from types import NoneType
from typing import Any

from ledger.events.problems import refusal
from projections.checking.check import checked
from projections.files.documents.audit import text_matches_data
from projections.i18n.languages import Language

_IN_HTML = re.compile(r'<script type="application/json" id="audit">(.*?)</script>', re.DOTALL)
_IN_MARKDOWN = re.compile(r"^```json\n(.*?)^```", re.DOTALL | re.MULTILINE)
MISFIT = "what the page shows is not what its data say"


def checked_document(text: str, name: str, language: Callable[[str], Language]) -> dict[str, Any]:
    """Return what the checker finds in an audit document, called ``name`` in a refusal.

    Raises :class:`~ledger.events.problems.Refused` if there is no audit in it.
    """
    document = document_in(text)
    if document is None:
        message = f"{name} contains no audit: submit a document that audit has written"
        raise refusal("no-audit", message)
    found = dict(checked(document))
    if not text_matches_data(document, text, language):
        found |= {"holds": False, "fits": False, "misfits": [*found["misfits"], MISFIT]}
    return found


def document_in(text: str) -> dict[str, Any] | None:
    """The audit in a JSON, HTML or Markdown document; None if there is none."""
    inside = _IN_HTML.search(text)
    fenced = _IN_MARKDOWN.findall(text)
    if inside is not None:
        text = inside[1]
    elif fenced:
        text = fenced[-1]
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if _is_audit(found) else None


def _is_audit(found: Any) -> bool:
    """True if it has the form of an audit, as far as the steps are concerned."""
    if not isinstance(found, dict) or not isinstance(found.get("steps"), list):
        return False
    parts = ("parameters", "row", "card_before", "card_after")
    return all(isinstance(found.get(part), (dict, NoneType)) for part in parts) and all(
        isinstance(step, dict)
        and step.keys() >= {"rule", "text", "given", "result"}
        and isinstance(step["rule"], str)
        and isinstance(step["given"], dict)
        for step in found["steps"]
    )
