"""The position that a ledger or its copy has reached.

A position suffices to tell the age of an answer: positions count 1, 2, 3 … in the order of
commit, and a standby replays commits in their order.  A read model is committed after its events,
so a copy may have these without it (decision 0103).
"""

from collections.abc import Mapping

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from ledger.events.problems import refusal
from ledger.log.connections import is_lost
from ledger.log.database import snapshot
from ledger.log.event_log import head_of
from projections.engine.read_model.generations import reflected_position

NO_READ_MODELS: Mapping[str, int] = {}


def at_position(
    engine: Engine, seen: int, read_models: Mapping[str, int] = NO_READ_MODELS
) -> tuple[Connection, int] | None:
    """A connection to one state of a ledger, and its position; None if ``seen`` is not in it,
    or if the read model of a pool is behind the position in ``read_models``.

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
    behind = (
        (reflected_position(connection, pool) or 0) < reflected
        for pool, reflected in read_models.items()
    )
    if position < seen or any(behind):
        connection.close()
        return None
    return connection, position
