"""The rating lists that a request touches by its own fields: the one place that answers this.

They are those of its fields ``pool`` and ``pools``, or that of the submission it names.  What it
appends is asked about in the log's transaction besides (:mod:`ledger.validation.pools_touched`).
"""

from collections.abc import Sequence

from projections.accounts.list_rights import require_every_list, require_lists
from projections.accounts.roles import Account
from projections.operations.catalogue import Operation
from projections.operations.operation import OperationContext
from projections.submissions.store import SubmissionStore


def lists_touched(request: object, context: OperationContext) -> Sequence[str]:
    """Return the lists that a request names, itself or by its submission.

    Raises :class:`~ledger.events.problems.Refused` if there is no such submission.
    """
    if (submission := getattr(request, "submission", None)) is not None:
        return [SubmissionStore(context.engine, context.clock).one(submission).pool]
    named = [getattr(request, "pool", None), *getattr(request, "pools", ())]
    return [each for each in named if each is not None]


def require_rights(
    account: Account, operation: Operation, request: object, context: OperationContext
) -> None:
    """Refuse a request of an account that may not write in one of its lists.

    Raises :class:`~ledger.events.problems.Refused` (``not-this-list``).
    """
    if operation.of_every_list:
        require_every_list(account)
    elif account.lists is not None:
        require_lists(account, lists_touched(request, context))
