"""The signals that an officer has looked at and found in order; kept beside the log.

No rating depends on them, so they are not events.  An answer holds for a signal with exactly the
rows that it had: its id is a digest of them, so that another game or correction asks again.
"""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    MetaData,
    Table,
    Text,
    delete,
    insert,
    select,
)

from ledger.log.event_log import microseconds, moment
from ledger.log.schema import Key
from projections.queries.answer_types import SignalAnswer

metadata = MetaData()
signal_answer = Table(
    "signal_answer",
    metadata,
    Column("signal", Key, primary_key=True),
    Column("account", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("answered_at", BigInteger, nullable=False),
)
"""``answered_at``: microseconds since 1970 UTC."""


def answered(connection: Connection) -> Mapping[str, SignalAnswer]:
    """Return all answers by the ids of their signals."""
    return {
        row.signal: {
            "by": row.account,
            "reason": row.reason,
            "at": moment(row.answered_at).isoformat(),
        }
        for row in connection.execute(select(signal_answer))
    }


def keep(connection: Connection, signal: str, answer: SignalAnswer) -> None:
    """Store an answer, in the place of an earlier one."""
    ask_again(connection, signal)
    at = microseconds(datetime.fromisoformat(answer["at"]))
    values = (signal, answer["by"], answer["reason"], at)
    connection.execute(insert(signal_answer).values(values))


def ask_again(connection: Connection, signal: str) -> bool:
    """Delete the answer to a signal; False if there was none."""
    found = connection.execute(delete(signal_answer).where(signal_answer.c.signal == signal))
    return found.rowcount > 0
