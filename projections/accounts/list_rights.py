"""Rights on rating lists: an account that is limited to some writes in no other.

What touches several lists needs the right for each.  Nothing limits the command line: whoever
works on the database itself has no account.
"""

from collections.abc import Collection

import attrs
from sqlalchemy import Connection

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.validation.pools_touched import pools_touched
from projections.accounts.roles import Account

NOT_THIS_LIST = "not-this-list"


def require_lists(account: Account, lists: Collection[str]) -> None:
    """Refuse an account that may not write in one of some lists.

    Raises :class:`~ledger.events.problems.Refused` (``not-this-list``).
    """
    if missing := account.lacks(lists):
        raise _refusal(account, ", ".join(missing))


def require_every_list(account: Account) -> None:
    """Refuse an account that is limited to any lists, likewise."""
    if account.lists is not None:
        raise _refusal(account, Message("every list"))


def _refusal(account: Account, lists: str) -> Refused:
    message = Message(
        "%(account)s has no right to write in %(lists)s: an administrator can give it, or do this",
        account=account.name,
        lists=lists,
    )
    return refusal(NOT_THIS_LIST, message)


@attrs.frozen
class ListPermit:
    """Permits an account the events that touch its lists alone."""

    account: Account

    def __call__(self, connection: Connection, first: int) -> None:
        """Refuse what was appended from a position on if it touches another list."""
        require_lists(self.account, pools_touched(connection, first))
