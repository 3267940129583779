"""Audits as documents to be sent, and their check: for both no ledger is needed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from projections.queries.frames import Document

if TYPE_CHECKING:
    from projections.queries import answer_types as shapes


def audit_as_document(audit: "shapes.AuditDocument", form: str = ".html") -> str:
    """An audit as a document to be sent: ``.html`` or ``.md``."""
    from projections.interfaces.files.documents.audit import written

    return written(cast("Mapping[str, Any]", audit), form)


def check_audit(text: str, name: str = "the text") -> Mapping[str, Any]:
    """Recompute an audit document from its own numbers; no ledger and no rulebook is asked.

    ``name`` is what the text is called in a refusal.

    Raises :class:`~ledger.events.problems.Refused` where the text contains no audit.
    """
    from projections.interfaces.files.documents.audit_check import checked_document

    return Document(checked_document(text, name))
