"""Hand-ins of arbiters: a file waits, outside the log, until an officer decides about it.

Once it is decided the file is not kept here any longer: an accepted one lies with the log, one
that was sent back with whoever handed it in.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import attrs
import orjson
from sqlalchemy import Engine, RowMapping, insert, select, update

from ledger.log.clock import Clock
from ledger.log.database import WRITING
from ledger.log.event_log import microseconds, moment
from projections.interfaces.http.accounts.schema import hand_in
from projections.interfaces.http.edge.problems import objected

WAITING = "waiting"
Decision = Literal["accepted", "sent-back"]
MOST_SHOWN = 100


@attrs.frozen(kw_only=True)
class HandIn:
    """A file that was handed in: by whom, for which pool, and what became of it.

    ``links`` say who its players are, as far as that was said with it.  ``position`` is the last
    event that it brought, ``word`` what the officer said.
    """

    id: str
    account: str
    state: str
    file: str
    pool: str
    format: str
    links: Mapping[str, str]
    content: bytes | None
    handed_in_at: datetime
    decided_by: str | None
    word: str | None
    position: int | None


class HandInStore:
    """The hand-ins of a ledger's database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def add(self, account: str, file: str, content: bytes, options: Mapping[str, Any]) -> str:
        """Let a file wait; gives its id."""
        values = {
            "id": secrets.token_hex(8),
            "account": account,
            "state": WAITING,
            "file": file,
            "options": orjson.dumps(dict(options)).decode(),
            "content": content,
            "handed_in_at": self._now(),
        }
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            connection.execute(insert(hand_in).values(values))
        return str(values["id"])

    def waiting(self) -> Sequence[HandIn]:
        """All that wait, the oldest first."""
        query = select(hand_in).where(hand_in.c.state == WAITING)
        return self._read(query.order_by(hand_in.c.handed_in_at, hand_in.c.id))

    def of(self, account: str) -> Sequence[HandIn]:
        """The last ones of an account, the newest first."""
        query = select(hand_in).where(hand_in.c.account == account)
        newest = query.order_by(hand_in.c.handed_in_at.desc(), hand_in.c.id)
        return self._read(newest.limit(MOST_SHOWN))

    def one(self, id_: str) -> HandIn:
        """One of them.

        Raises `HttpError` (404) where there is none.
        """
        found = self._read(select(hand_in).where(hand_in.c.id == id_))
        if not found:
            raise objected(404, "unknown-hand-in", f"there is no hand-in {id_!r}")
        return found[0]

    def decide(
        self, id_: str, decision: Decision, *, by: str, word: str, position: int | None = None
    ) -> None:
        """Note what became of one that waits.

        Raises `HttpError` (409) where it waits no longer.
        """
        values = {
            "state": decision,
            "content": None,
            "decided_at": self._now(),
            "decided_by": by,
            "word": word or None,
            "position": position,
        }
        here = (hand_in.c.id == id_) & (hand_in.c.state == WAITING)
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            if connection.execute(update(hand_in).where(here).values(values)).rowcount != 1:
                message = "somebody has decided about it meanwhile: look at it again"
                raise objected(409, "decided-already", message)

    def _read(self, query: Any) -> list[HandIn]:
        with self._engine.connect() as connection:
            return [_hand_in(row) for row in connection.execute(query).mappings()]

    def _now(self) -> int:
        return microseconds(self._clock())


def _hand_in(row: RowMapping) -> HandIn:
    options = orjson.loads(row["options"])
    return HandIn(
        id=row["id"],
        account=row["account"],
        state=row["state"],
        file=row["file"],
        pool=options["pool"],
        format=options["format"],
        links=options.get("links", {}),
        content=None if row["content"] is None else bytes(row["content"]),
        handed_in_at=moment(row["handed_in_at"]),
        decided_by=row["decided_by"],
        word=row["word"],
        position=row["position"],
    )
