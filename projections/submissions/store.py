"""Files of arbiters that wait, outside the log, until an officer decides about each.

After the decision a file is not kept here any longer: an accepted one is beside the log, a
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
from ledger.events.problems import refusal
from ledger.log.clock import Clock
from ledger.log.database import WRITING
from ledger.log.event_log import microseconds, moment
from projections.submissions.schema import submission as table

Decision = Literal["accepted", "sent-back", "discarded"]
Condition = Literal["unreadable", "questions", "ready"]
"""A file with errors that no answer mends, with open questions, or with neither."""
WAITING = "waiting"
MOST_SHOWN = 100
MOST_WAITING = 100
MOST_BYTES_WAITING = 300_000_000
"""Of an account, together."""


@attrs.frozen(kw_only=True)
class Submission:
    """A file that was submitted: by whom, for which pool, and its outcome.

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
    submitted_at: datetime
    decided_by: str | None
    word: str | None
    position: int | None
    details: Mapping[str, str] = attrs.field(factory=dict)
    tournament: str | None = None
    condition: Condition | None = None
    questions: int = 0


class SubmissionStore:
    """The submissions in a ledger's database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def add(self, account: str, file: str, content: bytes, options: Mapping[str, Any]) -> str:
        """Let a file wait; return its id.

        Raises :class:`~ledger.events.problems.Refused` (``too-many-wait``) if too much of the
        account waits already.
        """
        values = {
            "id": secrets.token_hex(8),
            "account": account,
            "state": WAITING,
            "file": file,
            "options": orjson.dumps(dict(options)).decode(),
            "content": content,
            "submitted_at": self._now(),
        }
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            _require_room(connection, account, len(content))
            connection.execute(insert(table).values(values))
        return str(values["id"])

    def waiting(self, account: str | None = None) -> Sequence[Submission]:
        """Every file that waits, of an account or of all, the oldest first."""
        query = select(*_LISTED).where(table.c.state == WAITING)
        if account is not None:
            query = query.where(table.c.account == account)
        return self._read(query.order_by(table.c.submitted_at, table.c.id))

    def of(self, account: str) -> Sequence[Submission]:
        """The last ones of an account, the newest first."""
        query = select(*_LISTED).where(table.c.account == account)
        newest = query.order_by(table.c.submitted_at.desc(), table.c.id)
        return self._read(newest.limit(MOST_SHOWN))

    def one(self, id_: str) -> Submission:
        """One of them.

        Raises :class:`~ledger.events.problems.Refused` (``unknown-submission``) if there is none.
        """
        found = self._read(select(table).where(table.c.id == id_))
        if not found:
            message = Message("there is no submission %(id)s", id=repr(id_))
            raise refusal("unknown-submission", message, "submission")
        return found[0]

    def note(self, id_: str, **said: Any) -> None:
        """Note what was filled in and understood of a file while it waits."""
        here = (table.c.id == id_) & (table.c.state == WAITING)
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            found = connection.execute(select(table.c.options).where(here)).scalar()
            if found is not None:
                options = orjson.dumps({**orjson.loads(found), **said}).decode()
                connection.execute(update(table).where(here).values(options=options))

    def decide(
        self, id_: str, decision: Decision, *, by: str, word: str, position: int | None = None
    ) -> None:
        """Note the outcome of one that waits.

        Raises :class:`~ledger.events.problems.Refused` (``decided-already``) if it waits no more.
        """
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            self.decide_within(connection, id_, decision, by=by, word=word, position=position)

    def decide_within(  # noqa: PLR0913 - the decision, and the transaction that it belongs to
        self,
        connection: Connection,
        id_: str,
        decision: Decision,
        *,
        by: str,
        word: str,
        position: int | None = None,
    ) -> None:
        """Do the same in an open transaction."""
        values = {
            "state": decision,
            "content": None,
            "decided_at": self._now(),
            "decided_by": by,
            "word": word or None,
            "position": position,
        }
        here = (table.c.id == id_) & (table.c.state == WAITING)
        if connection.execute(update(table).where(here).values(values)).rowcount != 1:
            message = Message("another officer has decided about it meanwhile: open it again")
            raise refusal("decided-already", message, "submission")

    def _read(self, query: Any) -> list[Submission]:
        with self._engine.connect() as connection:
            return [_submission(row) for row in connection.execute(query).mappings()]

    def _now(self) -> int:
        return microseconds(self._clock())


_LISTED = tuple(column for column in table.c if column is not table.c.content)
"""Lists leave out what is in the files: all of it together may be gigabytes."""


def _require_room(connection: Connection, account: str, size: int) -> None:
    """Refuse a file of so many bytes if too many of an account wait, or too large ones."""
    of_files = func.coalesce(func.sum(func.length(table.c.content)), 0)
    query = select(func.count(), of_files).where(
        table.c.account == account, table.c.state == WAITING
    )
    count, large = connection.execute(query).one()
    if count >= MOST_WAITING or large + size > MOST_BYTES_WAITING:
        message = Message(
            "%(count)s of your files are pending: submit more once an officer has decided "
            "about them",
            count=count,
        )
        raise refusal("too-many-wait", message)


def _submission(row: RowMapping) -> Submission:
    options = orjson.loads(row["options"])
    return Submission(
        id=row["id"],
        account=row["account"],
        state=row["state"],
        file=row["file"],
        pool=options["pool"],
        format=options["format"],
        links=options.get("links", {}),
        content=None if row.get("content") is None else bytes(row["content"]),
        submitted_at=moment(row["submitted_at"]),
        decided_by=row["decided_by"],
        word=row["word"],
        position=row["position"],
        details=options.get("details", {}),
        tournament=options.get("tournament"),
        condition=options.get("condition"),
        questions=options.get("questions", 0),
    )
