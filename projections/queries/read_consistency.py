"""The position that a ledger or its copy has reached.

A position suffices to tell the age of an answer: positions count 1, 2, 3 … in the order of
commit, and a standby replays commits in their order.
"""

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from ledger.events.problems import refusal
from ledger.log.connections import is_lost
from ledger.log.database import snapshot
from ledger.log.event_log import head_of


def at_position(engine: Engine, seen: int) -> tuple[Connection, int] | None:
    """A connection to one state of a ledger, and its position; None if ``seen`` is not in it.

    Raises :class:`~ledger.events.problems.Refused` if no server answers.
    """
    try:
        connection = snapshot(engine)
        position = head_of(connection).size
    except DBAPIError as error:
        if not is_lost(error):
            raise
        why = " ".join(str(error.orig).split())
        raise refusal("no-connection", f"the database cannot be read: {why}") from None
    if position < seen:
        connection.close()
        return None
    return connection, position
