"""Files of arbiters that wait, outside the log, until an officer decides about each.

After the decision a file is not kept here any longer: an accepted one is beside the log, a
rejected one is left to its submitter.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any, Literal

import attrs
import orjson
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    RowMapping,
    Select,
    delete,
    func,
    insert,
    select,
    update,
)

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.log.clock import Clock
from ledger.log.database import WRITING, reporting_read_only
from ledger.log.event_log import microseconds, moment
from ledger.log.export import written
from projections.submissions.schema import submission as table

Condition = Literal["unreadable", "questions", "ready"]
"""A file with errors that no answer mends, with open questions, or with neither."""
WAITING = "waiting"
REQUEST = "request"
"""The format of what is no file."""
MOST_SHOWN = 100
MOST_WAITING = 100
MOST_COMMENTS = 100
MOST_BYTES_WAITING = 300_000_000
"""Of an account, together."""


@attrs.frozen(kw_only=True)
class AskedFor:
    """The request of an officer that another one has to approve.

    ``fields`` are its own, as JSON; ``known`` is the position up to which the officer knew the
    log, ``shown`` the digest of the effect that was foreseen.
    """

    operation: str
    fields: Mapping[str, Any]
    known: int
    shown: str


@attrs.frozen(kw_only=True)
class Remark:
    """A comment on a submission, which is kept while it waits; ``at``: the moment, as text."""

    by: str
    at: str
    text: str


@attrs.frozen(kw_only=True)
class Submission:
    """A file that was submitted: by whom, for which pool, and its outcome.

    Or the ``request`` of an officer, which touches several ``pools`` perhaps.

    ``content`` is None in lists, and once it was decided about.
    ``links`` say who its players are, ``details`` what was filled in, as far as that was said with
    it.  ``tournament``, ``condition``, ``questions``, and its players and how many of them are
    open, are what was last understood of it.
    ``position`` is the last event that it brought, ``word`` what the officer said.
    """

    id: str
    account: str
    state: str
    file: str
    pool: str
    format: str
    content: bytes | None
    submitted_at: datetime
    decided_by: str | None = None
    word: str | None = None
    position: int | None = None
    links: Mapping[str, str] = attrs.field(factory=dict)
    details: Mapping[str, str] = attrs.field(factory=dict)
    tournament: str | None = None
    condition: Condition | None = None
    questions: int = 0
    players: int = 0
    open_players: int = 0
    pools: Sequence[str] = ()
    request: AskedFor | None = None
    comments: Sequence[Remark] = ()

    @property
    def lists(self) -> Sequence[str]:
        """The rating lists that it touches."""
        return self.pools or [self.pool]


@attrs.frozen(kw_only=True)
class Decision:
    """The outcome of a submission; ``position`` is the last event that it brought.

    ``pool``: the rating list for which it was accepted, None: its own.
    """

    state: Literal["accepted", "sent-back"]
    by: str
    message: str | None = None
    position: int | None = None
    pool: str | None = None


class SubmissionStore:
    """The submissions in a ledger's database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def new(
        self, account: str, file: str, content: bytes, options: Mapping[str, Any]
    ) -> Submission:
        """Return a file that is going to wait."""
        return Submission(
            id=secrets.token_hex(8),
            account=account,
            state=WAITING,
            file=file,
            content=content,
            submitted_at=self._clock(),
            **options,
        )

    def add(self, submission: Submission) -> None:
        """Let a file wait.

        Raises :class:`~ledger.events.problems.Refused` (``too-many-wait``) if too much of the
        account waits already.
        """
        values = {name: getattr(submission, name) for name in ("id", "account", "state", "file")}
        options = {name: getattr(submission, name) for name in _OPTIONS}
        values["options"] = orjson.dumps(options, default=attrs.asdict).decode()
        values["content"] = content = submission.content or b""
        values["submitted_at"] = microseconds(submission.submitted_at)
        with self.writing() as connection:
            _require_room(connection, submission.account, len(content))
            connection.execute(insert(table).values(values))

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
            raise self.unknown(id_)
        return found[0]

    def that_brought(self, position: int) -> Submission | None:
        """The one whose last event is at a position, None if there is none."""
        return next(iter(self._read(select(*_LISTED).where(table.c.position == position))), None)

    @staticmethod
    def unknown(id_: str) -> Refused:
        """The refusal of an id that no submission has."""
        message = Message("there is no submission %(id)s", id=repr(id_))
        return refusal("unknown-submission", message, "submission")

    @staticmethod
    def decided_already() -> Refused:
        """The refusal to decide about a submission for a second time."""
        message = Message("it was decided about already: look at the submission again")
        return refusal("decided-already", message, "submission")

    def writing(self, *, keep: bool = True) -> AbstractContextManager[Connection]:
        """A transaction on the submissions; it is taken back unless they are to be kept so."""
        return writing_files(self._engine, keep=keep)

    def note(self, id_: str, **said: object) -> None:
        """Note what was filled in and understood of a file while it waits."""
        here = _waits(id_)
        with self.writing() as connection:
            found = connection.execute(_options_of(here)).scalar()
            if found is not None:
                options = orjson.dumps({**orjson.loads(found), **said}).decode()
                connection.execute(update(table).where(here).values(options=options))

    def comment(self, connection: Connection, id_: str, by: str, text: str) -> None:
        """Add a comment to one that waits, in an open transaction.

        Raises :class:`~ledger.events.problems.Refused` if it waits no more (``decided-already``),
        and if it has too many (``too-many-comments``).
        """
        found = connection.execute(_options_of(_waits(id_))).scalar()
        if found is None:
            raise self.decided_already()
        options: dict[str, Any] = orjson.loads(found)
        before = options.get("comments", [])
        if len(before) >= MOST_COMMENTS:
            message = Message("there are %(count)s comments: decide about it", count=len(before))
            raise refusal("too-many-comments", message, "text")
        remark = Remark(by=by, at=written(self._clock()), text=text)
        options["comments"] = [*before, attrs.asdict(remark)]
        changed = orjson.dumps(options).decode()
        connection.execute(update(table).where(_waits(id_)).values(options=changed))

    def decide(self, connection: Connection, id_: str, decision: Decision) -> None:
        """Note the outcome of one that waits, in an open transaction.

        Its content and the comments on it are deleted.

        Raises :class:`~ledger.events.problems.Refused` (``decided-already``) if it waits no more.
        """
        values = {
            "state": decision.state,
            "content": None,
            "decided_at": microseconds(self._clock()),
            "decided_by": decision.by,
            "word": decision.message or None,
            "position": decision.position,
        }
        options = orjson.loads(connection.execute(_options_of(_waits(id_))).scalar() or "{}")
        # A name in any of these would survive its erasure.
        options["comments"] = []
        options |= {"pool": decision.pool} if decision.pool else {}
        if options.get("request"):
            options["request"]["fields"] = {}
        values["options"] = orjson.dumps(options).decode()
        if connection.execute(update(table).where(_waits(id_)).values(values)).rowcount != 1:
            raise self.decided_already()

    def delete(self, connection: Connection, id_: str) -> None:
        """Delete one that waits, likewise."""
        if connection.execute(delete(table).where(_waits(id_))).rowcount != 1:
            raise self.decided_already()

    def _read(self, query: Any) -> list[Submission]:
        with self._engine.connect() as connection:
            return [_submission(row) for row in connection.execute(query).mappings()]


@contextmanager
def writing_files(engine: Engine, *, keep: bool = True) -> Iterator[Connection]:
    """A transaction on files beside the log; it is taken back unless they are to be kept so."""
    writing = engine.connect().execution_options(**WRITING)
    with reporting_read_only(), writing as connection, connection.begin() as transaction:
        yield connection
        if not keep:
            transaction.rollback()


def _options_of(here: ColumnElement[bool]) -> Select[Any]:
    return select(table.c.options).where(here).with_for_update()


def _waits(id_: str) -> ColumnElement[bool]:
    return (table.c.id == id_) & (table.c.state == WAITING)


_OPTIONS = (
    *("pool", "format", "links", "details", "tournament", "condition", "questions"),
    *("players", "open_players", "pools", "request", "comments"),
)
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
    kept = ("id", "account", "state", "file", "decided_by", "word", "position")
    options: dict[str, Any] = orjson.loads(row["options"])
    if (wanted := options.get("request")) is not None:
        options["request"] = AskedFor(**wanted)
    options["comments"] = [Remark(**each) for each in options.get("comments", ())]
    return Submission(
        content=None if row.get("content") is None else bytes(row["content"]),
        submitted_at=moment(row["submitted_at"]),
        **{name: row[name] for name in kept},
        **{name: options[name] for name in _OPTIONS if name in options},
    )
