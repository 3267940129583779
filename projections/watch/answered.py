"""The signals that an officer has looked at and found in order; kept beside the log.

No rating depends on them, so they are not events.  An answer holds for a signal with exactly the
rows that it had: its id is a digest of them, so that another game or correction asks again.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Self

import attrs
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


@attrs.frozen(kw_only=True)
class Answered:
    """An answer to a signal: it is in order, for a reason."""

    signal: str
    by: str
    reason: str
    at: datetime

    @classmethod
    def read(cls, row: tuple[str, str, str, int]) -> Self:
        """Return the answer of a row."""
        signal, by, reason, at = row
        return cls(signal=signal, by=by, reason=reason, at=moment(at))

    def as_document(self) -> SignalAnswer:
        """Return it as the interfaces show it."""
        return {"by": self.by, "reason": self.reason, "at": self.at.isoformat()}


def answered(connection: Connection) -> Mapping[str, Answered]:
    """Return all answers by the ids of their signals."""
    rows = connection.execute(select(*signal_answer.c))
    return {row.signal: Answered.read((*row,)) for row in rows}


def keep(connection: Connection, answer: Answered) -> None:
    """Store an answer, in the place of an earlier one."""
    ask_again(connection, answer.signal)
    row = {
        "signal": answer.signal,
        "account": answer.by,
        "reason": answer.reason,
        "answered_at": microseconds(answer.at),
    }
    connection.execute(insert(signal_answer).values(row))


def ask_again(connection: Connection, signal: str) -> bool:
    """Delete the answer to a signal; False if there was none."""
    found = connection.execute(delete(signal_answer).where(signal_answer.c.signal == signal))
    return found.rowcount > 0
