"""The tournament files that wait for an officer, outside the log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from projections.queries.answer_types import SubmissionRow
    from projections.submissions.store import Submission


def pending_rows(waiting: "Sequence[Submission]") -> "list[SubmissionRow]":
    """Return submissions as rows of the answer."""
    return [
        {
            "submission": each.id,
            "file": each.file,
            "pool": each.pool,
            "account": each.account,
            "submitted_at": each.submitted_at.isoformat(),
            "tournament": each.tournament,
            "state": each.condition,
            "questions": each.questions,
        }
        for each in waiting
    ]
