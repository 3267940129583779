"""How far the log goes, and how far the read model does."""

from sqlalchemy import Connection, select

from ledger.log.event_log import head_of, moment
from ledger.log.export import written
from ledger.log.schema import event
from projections.engine.read_model.generations import pools, reflected_position
from projections.queries.answer_types import Positions


def positions(connection: Connection) -> Positions:
    """The head of the log, and the position that the read model of each pool reflects."""
    head = head_of(connection)
    return {
        "head": head.size,
        "hash": head.chain_hash.hex(),
        "recorded_at": written(moment(head.recorded_at)),
        "pools": {pool: reflected_position(connection, pool) for pool in pools(connection)},
    }


def position_of_event(connection: Connection, id_: str) -> int | None:
    """Where the event of an id stands in the log; None where there is none."""
    return connection.execute(select(event.c.position).where(event.c.id == id_)).scalar()
