"""The tournament files that wait for an officer, outside the log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import orjson
from sqlalchemy import Connection, select

from ledger.log.event_log import moment
from projections.accounts.schema import hand_in

if TYPE_CHECKING:
    from projections.queries.answer_types import SubmissionRow

WAITING = "waiting"
_COLUMNS = (hand_in.c.id, hand_in.c.file, hand_in.c.account, hand_in.c.handed_in_at)


def pending(connection: Connection, account: str | None) -> "Sequence[SubmissionRow]":
    """Every file that waits, the oldest first; those of an account, or of all."""
    query = select(*_COLUMNS, hand_in.c.options).where(hand_in.c.state == WAITING)
    if account is not None:
        query = query.where(hand_in.c.account == account)
    found = connection.execute(query.order_by(hand_in.c.handed_in_at, hand_in.c.id)).mappings()
    return [
        {
            "submission": row["id"],
            "file": row["file"],
            "pool": (options := orjson.loads(row["options"]))["pool"],
            "account": row["account"],
            "submitted_at": moment(row["handed_in_at"]).isoformat(),
            "tournament": options.get("tournament"),
            "state": options.get("condition"),
            "questions": options.get("questions", 0),
        }
        for row in found
    ]
