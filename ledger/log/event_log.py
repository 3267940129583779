"""The log itself: the only module that writes events, and the one that reads them back.

A writer locks the head row, so positions count 1, 2, 3 … without a gap, in the order of commit,
and the chain cannot fork.  Everything that can be computed before taking the lock comes in
as :class:`Sealed`; under the lock only position, time and the two hashes are added.

Rows are inserted by :func:`~ledger.log.statements.insert_rows`, the driver's own bulk way:
SQLAlchemy's work per row would cost more than everything else together.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import attrs
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from ledger.diagnostics import Diagnostics
from ledger.events.canonical_json import GENESIS, chained
from ledger.events.problems import PERHAPS_WRITTEN, damaged_event, damaged_ledger, refusal
from ledger.log import erasure, full_disk
from ledger.log.clock import Clock, now
from ledger.log.connections import connection_lost, is_lost
from ledger.log.database import WRITING, reporting_read_only
from ledger.log.decoding import stored_bytes
from ledger.log.pace import require_plausible_clock, server_clock
from ledger.log.repeated_statements import repeated_change, repeated_rows
from ledger.log.schema import event, log_head, person
from ledger.log.sealed import EventRow, PersonalData, Sealed, SealedSeries
from ledger.log.statements import insert_rows, plain_rows

# --- writing only while the log has the length that the caller saw -------------------------------

_OPTION = "expected_head"


def expecting(engine: sa.Engine, head: int) -> sa.Engine:
    """Return the same database, with writing allowed only while its log ends at ``head``."""
    return engine.execution_options(**{_OPTION: head})


def must_be_as_expected(connection: sa.Connection, head: int) -> None:
    """Refuse, under the lock, to write after an event that the caller has not seen.

    Raises :class:`~ledger.events.problems.Refused`.
    """
    expected = connection.get_execution_options().get(_OPTION)
    if expected is not None and expected != head:
        message = (
            f"the log has grown from position {expected} to {head} meanwhile: check the effect "
            "again, then send it again"
        )
        raise refusal("written-meanwhile", message)


# --- appending only what the caller may append ---------------------------------------------------

Permit = Callable[[sa.Connection, int, bool], None]
"""Raises :class:`~ledger.events.problems.Refused` if the events from a position may not stay.

It is told whether they do: a dry run takes them back.
"""
_PERMIT = "permit"


def permitting(engine: sa.Engine, permit: Permit) -> sa.Engine:
    """Return the same database; ``permit`` is asked about all that is appended there."""
    return engine.execution_options(**{_PERMIT: permit})


def _must_be_permitted(writer: "Writer", first: int) -> None:
    permit = writer.connection.get_execution_options().get(_PERMIT)
    if permit is not None and writer.head.size >= first:
        permit(writer.connection, first, not writer.taken_back)


log = Diagnostics(__name__)

PAGE = 5_000
COMMITTED = "committed"
"""An execution option of an engine: a function called with the log's size after each commit."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_COLUMNS = tuple(column.name for column in event.columns)
_PERSON_COLUMNS = tuple(column.name for column in person.columns)


@attrs.frozen
class Receipt:
    """The outcome of an append: events written, duplicates skipped, first and last position."""

    appended: int
    duplicates: int
    first: int | None
    last: int | None


@attrs.frozen
class Head:
    """The end of the log: its size, its chain hash, the time of its last event."""

    size: int
    chain_hash: bytes
    recorded_at: int


@attrs.frozen
class Entry:
    """An event in the log.

    ``recorded_at`` is in microseconds since 1970 UTC, ``payload`` canonical JSON.
    """

    position: int
    id: str
    type: str
    schema: int
    stream: str
    subject: str | None
    recorded_at: int
    recorded_by: str
    source: str | None
    payload: str
    entry_hash: bytes
    chain_hash: bytes

    @property
    def recorded(self) -> datetime:
        """Return the time of recording, UTC.

        Raises :class:`~ledger.events.problems.LedgerDamaged` if it is invalid.
        """
        try:
            return moment(self.recorded_at)
        except (TypeError, OverflowError) as error:
            why = f"the time of its recording cannot be read: {error!a}"
            raise damaged_event(self.position, why) from None


def microseconds(when: datetime) -> int:
    """Return a time in the log's unit: whole microseconds since 1970 UTC."""
    return (when - _EPOCH) // timedelta(microseconds=1)


def moment(recorded_at: int) -> datetime:
    """Return the time that the log stores as ``recorded_at`` microseconds."""
    return _EPOCH + timedelta(microseconds=recorded_at)


# --- writing ---------------------------------------------------------------------------------

_HEAD = sa.select(log_head.c.size, log_head.c.chain_hash, log_head.c.recorded_at)
_LAST = sa.select(sa.func.max(event.c.position)).scalar_subquery()
_HEAD_AND_LAST = (
    sa.select(log_head.c.size, log_head.c.chain_hash, event.c.chain_hash, _LAST)
    .select_from(log_head)
    .outerjoin(event, event.c.position == log_head.c.size)
)
_HEAD_MOVED = sa.update(log_head).values(
    {column: sa.bindparam(column) for column in ("size", "chain_hash", "recorded_at")}
)
_IS_LAST = sa.exists(
    sa.select(event.c.position).where(
        event.c.position == sa.bindparam("before"),
        event.c.chain_hash == log_head.c.chain_hash,
        event.c.recorded_at == log_head.c.recorded_at,
    )
)
_HEAD_MOVED_ON = _HEAD_MOVED.where(_IS_LAST)
"""Compares the head with the last event before, in the same round trip."""
_NOT_THE_LAST = "its head is not that of its last event"


@cache
def _head_to_write(dialect: str) -> sa.Select[Any]:
    """Select the head, locked, with the server's clock and the mark of erased data."""
    return _HEAD.add_columns(server_clock(dialect), erasure.due()).with_for_update()


class Writer:
    """Appends under the lock; made only by :func:`writing`."""

    def __init__(self, connection: sa.Connection, clock: Clock) -> None:
        self.connection = connection
        rows = repeated_rows(connection, _head_to_write(connection.dialect.name), {})
        if not rows:
            raise damaged_ledger("its head is missing")
        [(size, chain, recorded_at, self._server_clock, self.wipe_is_due)] = rows
        must_be_as_expected(connection, size)
        if not size and stored_bytes(chain) != GENESIS:
            raise damaged_ledger(_NOT_THE_LAST)
        self.head = Head(size, chain, must_be_a_moment(recorded_at))
        self._before = size
        self.taken_back = False
        self._clock = clock
        # A machine's clock may be set back; times in the log never go back.
        self._recorded_at = max(recorded_at, microseconds(clock()))
        self._dated: Head | None = None

    def append(self, events: Sequence[Sealed | SealedSeries]) -> None:
        """Append ``events`` in their order, after the last event of the log."""
        if not events:
            return
        self._dated = self._dated or self.head
        position, chain, at = self.head.size, self.head.chain_hash, self._recorded_at
        rows: list[EventRow] = []
        people = []
        for sealed in events:
            entries, chains = chained(position, chain, at, sealed.digests)
            rows.extend(sealed.rows(position + 1, at, entries, chains))
            position, chain = position + len(sealed), chains[-1]
            if isinstance(sealed, Sealed) and (own := sealed.personal) is not None:
                people.append((position, own.player, own.salt, own.text))
        insert_rows(self.connection, "event", _COLUMNS, rows)
        insert_rows(self.connection, "person", _PERSON_COLUMNS, people)
        self.head = Head(position, chain, at)

    def restore(
        self, entries: Sequence[Entry], people: Sequence[tuple[int, PersonalData]]
    ) -> None:
        """Append entries of another log as recorded there, verified by the caller."""
        if not entries:
            return
        insert_rows(self.connection, "event", _COLUMNS, [attrs.astuple(it) for it in entries])
        rows = [(position, own.player, own.salt, own.text) for position, own in people]
        insert_rows(self.connection, "person", _PERSON_COLUMNS, rows)
        last = entries[-1]
        self.head = Head(last.position, last.chain_hash, last.recorded_at)

    def erase(self, players: Sequence[str]) -> None:
        """Erase the personal data of ``players`` for good, from the files after the commit."""
        self.connection.execute(person.delete().where(person.c.player.in_(players)))
        erasure.mark(self.connection, self._before + 1)
        self.wipe_is_due = True

    def roll_back_at_end(self) -> None:
        """Roll this transaction back at its end."""
        self.taken_back = True

    def close(self) -> None:
        """Move the head to the last event; a trigger compares the two.

        Raises :class:`~ledger.events.problems.Refused` if the events were dated by a machine's
        clock that has leapt ahead, and :class:`~ledger.events.problems.LedgerDamaged` if the head
        was not that of the last event before.
        """
        if self.head.size == self._before:
            return
        if self._dated is not None and self._clock is now:
            at, before, clock = self._recorded_at, self._dated, self._server_clock
            require_plausible_clock(self.connection, before.size, before.recorded_at, at, clock)
        moved = attrs.asdict(self.head)
        if not self._before:
            repeated_change(self.connection, _HEAD_MOVED, moved)
        elif not repeated_change(
            self.connection, _HEAD_MOVED_ON, {**moved, "before": self._before}
        ):
            raise damaged_ledger(_NOT_THE_LAST)
        self._before = self.head.size  # what is appended after a preview moves it again


def _ignore_size(_size: int) -> None:
    """Do nothing: no reader of a lagging copy needs to know."""


@contextmanager
def writing(engine: sa.Engine, clock: Clock) -> Iterator[Writer]:
    """Hold the lock of the log; commits at the end.

    Everything is rolled back on an exception, or after :meth:`Writer.roll_back_at_end`.  Erased
    data are wiped out of the database's files after the commit (:mod:`ledger.log.erasure`).
    A KeyboardInterrupt gets a note on what was written.  Raises
    :class:`~ledger.events.problems.ConnectionLost` with the same note if the server is gone.
    """
    outcome = "nothing was written"
    try:
        with (
            full_disk.noticed(engine),
            reporting_read_only(),
            engine.connect().execution_options(**WRITING) as connection,
            connection.begin() as transaction,
        ):
            writer = Writer(connection, clock)
            first = writer.head.size + 1
            yield writer
            _must_be_permitted(writer, first)
            if writer.taken_back:
                transaction.rollback()
                return
            writer.close()
            outcome = PERHAPS_WRITTEN
        last = writer.head.size
        engine.get_execution_options().get(COMMITTED, _ignore_size)(last)
        if last >= first:
            outcome = f"the events at positions {first} to {last} were written"
            log.info("events_appended", first=first, last=last)
        if writer.wipe_is_due:
            erasure.wipe(engine)
    except KeyboardInterrupt as interrupt:
        interrupt.add_note(outcome)
        raise
    except DBAPIError as error:
        if not is_lost(error):
            _must_be_whole(engine)  # a trigger may have refused to append over a hole
            raise
        raise connection_lost(error, outcome) from error


def _must_be_whole(engine: sa.Engine) -> None:
    with suppress(DBAPIError), engine.connect() as connection:
        known_size(connection)


# --- reading ---------------------------------------------------------------------------------


def must_be_a_moment(recorded_at: int) -> int:
    """Return the time of the head, if it is valid.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if it is not.
    """
    try:
        moment(recorded_at)
    except (TypeError, OverflowError) as error:
        raise damaged_ledger(f"the time of its head cannot be read: {error!a}") from None
    return recorded_at


def head_of(connection: sa.Connection) -> Head:
    """The end of the log as this connection sees it."""
    row = connection.execute(_HEAD).one_or_none()
    return Head(0, GENESIS, 0) if row is None else Head(row[0], stored_bytes(row[1]), row[2])


def known_size(connection: sa.Connection) -> int:
    """Return the number of events in the log, for an answer that is made from them.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if the head is not that of the last
    event: too few events would be believed.
    """
    row = connection.execute(_HEAD_AND_LAST).one_or_none()
    if row is None:
        raise damaged_ledger("its head is missing")
    size, chain, chain_there, last_position = row
    if (size, chain) != ((0, GENESIS) if last_position is None else (last_position, chain_there)):
        raise damaged_ledger(_NOT_THE_LAST)
    return int(size)


def position_at(connection: sa.Connection, when: datetime) -> int:
    """Return the last position recorded at or before ``when``; 0 if there is none."""
    last = sa.select(sa.func.max(event.c.position)).where(
        event.c.recorded_at <= microseconds(when)
    )
    return connection.execute(last).scalar() or 0


def read(
    connection: sa.Connection,
    *,
    after: int = 0,
    until: int | None = None,
    types: Sequence[str] | None = None,
    only: Sequence[sa.ColumnElement[bool]] = (),
) -> Iterator[Entry]:
    """The events at positions ``after`` + 1 … ``until``, in pages, so that memory is bounded.

    ``only`` are conditions that all of them fulfil.
    """
    while True:
        query = sa.select(event).where(event.c.position > after, *only)
        if until is not None:
            query = query.where(event.c.position <= until)
        if types is not None:
            query = query.where(event.c.type.in_(types))
        page = connection.execute(query.order_by(event.c.position).limit(PAGE)).all()
        for row in page:
            yield entry_of(row)
        if len(page) < PAGE:
            return
        after = page[-1].position


def read_rows(
    connection: sa.Connection, *, after: int = 0, until: int | None = None
) -> Iterator[list[EventRow]]:
    """The same events as the driver gives them, a page at a time."""
    while True:
        query = sa.select(event).where(event.c.position > after)
        if until is not None:
            query = query.where(event.c.position <= until)
        page = plain_rows(connection.execute(query.order_by(event.c.position).limit(PAGE)))
        if page:
            yield page
        if len(page) < PAGE:
            return
        after = page[-1][0]


def entry_of(row: sa.Row[Any] | EventRow) -> Entry:
    """Return a row of the event table as an entry.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if a column has a value of another type.
    """
    columns: tuple[Any, ...] = tuple(row)
    try:
        return Entry(*columns[:-2], *(bytes(memoryview(each)) for each in columns[-2:]))
    except (TypeError, ValueError) as error:  # SQLite stores any type in any column
        raise damaged_event(columns[0], f"it cannot be read: {error!a}") from None
