"""The tournament files and requests that wait for an officer, outside the log."""

from projections.queries.answer_types import SubmissionRow
from projections.submissions.store import Submission


def pending_row(submission: Submission) -> SubmissionRow:
    """Return a submission as a row of an answer."""
    return {
        "submission": submission.id,
        "file": submission.file,
        "pool": submission.pool,
        "pools": list(submission.lists),
        "account": submission.account,
        "submitted_at": submission.submitted_at.isoformat(),
        "tournament": submission.tournament,
        "state": submission.condition,
        "questions": submission.questions,
        "operation": None if submission.request is None else submission.request.operation,
        "comments": [{"by": it.by, "at": it.at, "text": it.text} for it in submission.comments],
    }
