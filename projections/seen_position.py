"""Up to which position the log was seen: what was written, and what a copy has of it.

A position is enough to tell how new an answer is: positions count 1, 2, 3 … in the order of
commit, and a standby replays commits in their order.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError

from ledger.events.problems import refusal
from ledger.log.connections import is_lost
from ledger.log.database import snapshot
from ledger.log.event_log import head_of

_SIZE = "rating-ledger: size of the log"


def at_position(engine: Engine, seen: int) -> tuple[Connection, int] | None:
    """A connection to one state of a ledger, and its position; None where ``seen`` is not in it.

    Raises :class:`~ledger.events.problems.Refused` where nobody answers.
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


def note_what_is_written(engine: Engine, note: Callable[[int], None]) -> None:
    """Let ``note`` know the size of the log after each transaction of ours that wrote.

    The size is read just before the commit and counts when the connection is given back: a
    commit that failed was rolled back, or has lost the connection and what was noted at it.
    """

    def before_commit(connection: Connection) -> None:
        if connection.get_execution_options().get("writing", False):
            connection.info[_SIZE] = head_of(connection).size

    def rolled_back(connection: Connection) -> None:
        if not connection.invalidated:  # a lost connection takes what was noted at it along
            connection.info.pop(_SIZE, None)

    def given_back(_connection: object, record: Any) -> None:
        if (size := record.info.pop(_SIZE, None)) is not None:
            note(size)

    event.listen(engine, "commit", before_commit)
    event.listen(engine, "rollback", rolled_back)
    event.listen(engine, "checkin", given_back)
