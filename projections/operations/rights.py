"""Rights of the account that asks: the lists that a request touches, and what may be appended.

What touches several lists needs the right for each.  Nothing limits the command line: whoever
works on the database itself has no account.

This is the one place that answers what a request touches by its own fields: those of its ``pool``
and ``pools``, or of the submission it names.  What it appends is asked about in the log's
transaction besides (:mod:`ledger.validation.pools_touched`).
"""

from collections.abc import Collection, Sequence

import attrs
from sqlalchemy import Connection, Engine, select

from ledger.events.facts import MembershipDeclared, PlayerWithheld
from ledger.events.messages import Message, as_message
from ledger.events.problems import Problem, Refused, refusal
from ledger.log.schema import NOT_A_GAME, event
from ledger.validation.pools_touched import pools_of_correction, pools_touched
from projections.accounts.roles import ARBITERS_EVENTS, Account
from projections.operations.catalogue import Operation
from projections.operations.operation import OperationContext
from projections.queries.site_settings import lists_with_second_pair
from projections.submissions.store import SubmissionStore


def require_lists(account: Account, lists: Collection[str]) -> None:
    """Refuse an account that may not write in one of some lists.

    Raises :class:`~ledger.events.problems.Refused` (``not-this-list``).
    """
    if missing := account.lacks(lists):
        raise _not_these(account, ", ".join(missing))


def _not_these(account: Account, lists: str) -> Refused:
    message = Message(
        "%(account)s has no right to write in %(lists)s: an administrator can give it, or do this",
        account=account.name,
        lists=lists,
    )
    return refusal("not-this-list", message)


def lists_touched(request: object, context: OperationContext) -> Sequence[str]:
    """Return the lists that a request names, itself or by its submission.

    Raises :class:`~ledger.events.problems.Refused` if there is no such submission.
    """
    named = [getattr(request, "pool", None), *getattr(request, "pools", ())]
    if (submission := getattr(request, "submission", None)) is not None:
        named += SubmissionStore(context.engine, context.clock).one(submission).lists
    return [each for each in named if each is not None]


def require_rights(
    account: Account, operation: Operation, request: object, context: OperationContext
) -> None:
    """Refuse a request of an account that may not write in one of its lists.

    Raises :class:`~ledger.events.problems.Refused` (``not-this-list``).
    """
    if account.lists is not None:
        _require(account, operation, lists_touched(request, context))


def _require(account: Account, operation: Operation, lists: Collection[str]) -> None:
    if account.lists is not None and operation.of_every_list:
        raise _not_these(account, Message("every list"))
    require_lists(account, lists)


# --- what is offered -----------------------------------------------------------------------------


def may(account: Account | None, operation: Operation, *lists: str) -> bool:
    """True if an account may ask for an operation on some lists: only then it is offered."""
    if account is None or account.role not in operation.roles:
        return False
    try:
        _require(account, operation, lists)
    except Refused:
        return False
    return True


def require_correction(account: Account, engine: Engine, event_id: str) -> None:
    """Refuse an account that may not correct an event.

    Raises :class:`~ledger.events.problems.Refused` (``not-this-list``).
    """
    if account.lists is not None:
        with engine.connect() as connection:
            touched = pools_of_correction(connection, event_id)
        require_lists(account, touched)


def missing_for_correction(account: Account, engine: Engine, event_id: str) -> Message | None:
    """Return why an account may not correct an event, None if it may."""
    try:
        require_correction(account, engine, event_id)
    except Refused as refused:
        return as_message(refused.problems[0].message)
    return None


# --- what is appended ---------------------------------------------------------------------------

ALONE = ARBITERS_EVENTS | {PlayerWithheld.type, MembershipDeclared.type}
"""Events that one officer appends alone, whatever a list asks for."""
NEEDS_SECOND_PAIR = "needs-second-pair"


@attrs.frozen
class AccountPermit:
    """Permits an account the events that touch its lists alone, and that it may append alone.

    ``is_approved``: another officer has approved them.
    """

    account: Account
    is_approved: bool = False

    def __call__(self, connection: Connection, first: int, kept: bool) -> None:
        """Refuse the events from a position on that it may not append; a preview needs nobody."""
        needs_no_other = self.is_approved or not kept
        asking = frozenset[str]() if needs_no_other else lists_with_second_pair(connection)
        if self.account.lists is None and not asking:
            return
        touched = pools_touched(connection, first)
        require_lists(self.account, touched)
        if (theirs := touched & asking) and _appends_more_than_alone(connection, first):
            raise needs_second_pair(theirs, touched)


def _appends_more_than_alone(connection: Connection, first: int) -> bool:
    types = select(event.c.type).where(event.c.position >= first, NOT_A_GAME).distinct()
    return not ALONE.issuperset(connection.execute(types).scalars())


def needs_second_pair(asking: Collection[str], touched: Collection[str]) -> Refused:
    """Return the refusal of what one officer may not do alone, with all lists it touches."""
    message = Message(
        "%(lists)s: this list wants a second pair of eyes. Ask for the change by its own form or "
        "request, or submit the tournament: another officer then approves or accepts it",
        lists=", ".join(sorted(asking)),
    )
    return Refused([Problem(None, None, NEEDS_SECOND_PAIR, message)], {"lists": sorted(touched)})
