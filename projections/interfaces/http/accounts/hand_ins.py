"""Submissions of arbiters: a file waits, outside the log, until an officer decides about it.

After the decision the file is not kept here any longer: an accepted one is beside the log, a
rejected one is left to its submitter.
"""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import attrs
import orjson
from sqlalchemy import Connection, Engine, RowMapping, func, insert, select, update

from ledger.events.messages import Message
from ledger.log.clock import Clock
from ledger.log.database import WRITING
from ledger.log.event_log import microseconds, moment
from projections.accounts.schema import hand_in
from projections.interfaces.http.edge.problems import objected
from projections.queries.pending import WAITING
from projections.queries.running_tournaments import RUNNING

Decision = Literal["accepted", "sent-back"]
Condition = Literal["unreadable", "questions", "ready"]
"""A file with errors that no answer mends, with open questions, or with neither."""
MOST_SHOWN = 100
MOST_WAITING = 100
MOST_BYTES_WAITING = 300_000_000
"""Of an account, together."""


@attrs.frozen(kw_only=True)
class HandIn:
    """A file that was handed in: by whom, for which pool, and what became of it.

    ``content`` is None in lists, and once it was decided about.
    ``links`` say who its players are, ``details`` what was filled in, as far as that was said with
    it.  ``tournament``, ``condition`` and ``questions`` are what was last understood of it.
    ``position`` is the last event that it brought, ``word`` what the officer said.
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
    details: Mapping[str, str] = attrs.field(factory=dict)
    tournament: str | None = None
    condition: Condition | None = None
    questions: int = 0


class HandInStore:
    """The hand-ins of a ledger's database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def add(self, account: str, file: str, content: bytes, options: Mapping[str, Any]) -> str:
        """Let a file wait; gives its id.

        Raises `HttpError` (429) if too much of the account waits already.
        """
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
            _require_room(connection, account, len(content))
            connection.execute(insert(hand_in).values(values))
        return str(values["id"])

    def waiting(self) -> Sequence[HandIn]:
        """All that wait, the oldest first."""
        query = select(*_LISTED).where(hand_in.c.state == WAITING)
        return self._read(query.order_by(hand_in.c.handed_in_at, hand_in.c.id))

    def of(self, account: str) -> Sequence[HandIn]:
        """The last ones of an account, the newest first."""
        query = select(*_LISTED).where(hand_in.c.account == account, hand_in.c.state != RUNNING)
        newest = query.order_by(hand_in.c.handed_in_at.desc(), hand_in.c.id)
        return self._read(newest.limit(MOST_SHOWN))

    def one(self, id_: str) -> HandIn:
        """One of them.

        Raises `HttpError` (404) if there is none.
        """
        found = self._read(select(hand_in).where(hand_in.c.id == id_))
        if not found:
            raise objected(404, "unknown-hand-in", f"there is no hand-in {id_!r}")
        return found[0]

    def note(self, id_: str, **said: Any) -> None:
        """Note what was filled in and understood of a file while it waits."""
        here = (hand_in.c.id == id_) & (hand_in.c.state == WAITING)
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            found = connection.execute(select(hand_in.c.options).where(here)).scalar()
            if found is not None:
                options = orjson.dumps({**orjson.loads(found), **said}).decode()
                connection.execute(update(hand_in).where(here).values(options=options))

    def decide(
        self, id_: str, decision: Decision, *, by: str, word: str, position: int | None = None
    ) -> None:
        """Note what became of one that waits.

        Raises `HttpError` (409) if it waits no longer.
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
                message = "another officer has decided about it meanwhile: open it again"
                raise objected(409, "decided-already", message)

    def _read(self, query: Any) -> list[HandIn]:
        with self._engine.connect() as connection:
            return [_hand_in(row) for row in connection.execute(query).mappings()]

    def _now(self) -> int:
        return microseconds(self._clock())


_LISTED = tuple(column for column in hand_in.c if column is not hand_in.c.content)
"""Lists leave out what is in the files: all of it together may be gigabytes."""


def _require_room(connection: Connection, account: str, size: int) -> None:
    """Refuse a file of so many bytes if too many of an account wait, or too large ones."""
    of_files = func.coalesce(func.sum(func.length(hand_in.c.content)), 0)
    query = select(func.count(), of_files).where(
        hand_in.c.account == account, hand_in.c.state == WAITING
    )
    count, large = connection.execute(query).one()
    if count >= MOST_WAITING or large + size > MOST_BYTES_WAITING:
        message = Message(
            "%(count)s of your files are pending: submit more once an officer has decided "
            "about them",
            count=count,
        )
        raise objected(429, "too-many-wait", message)


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
        content=None if row.get("content") is None else bytes(row["content"]),
        handed_in_at=moment(row["handed_in_at"]),
        decided_by=row["decided_by"],
        word=row["word"],
        position=row["position"],
        details=options.get("details", {}),
        tournament=options.get("tournament"),
        condition=options.get("condition"),
        questions=options.get("questions", 0),
    )
