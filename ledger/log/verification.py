"""Verification that the log is unchanged: everything is recomputed from the stored columns.

Finds any changed, missing, swapped or inserted event and names the first wrong position.  Some
changes cannot be found from the log alone: a log rewritten from some position on, or cut off
at its end together with its head.  Comparison with a head noted elsewhere finds them.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from typing import Any

import attrs
from sqlalchemy import URL, Connection, Engine, func, select

from ledger.diagnostics import Diagnostics
from ledger.events.canonical_json import GENESIS
from ledger.events.problems import LedgerDamaged
from ledger.gc_tuning import reduced_garbage_collection
from ledger.log import erasure, guards, tree
from ledger.log.database import connect, snapshot
from ledger.log.decoding import stored_bytes
from ledger.log.event_log import Entry, Head, head_of, read_rows
from ledger.log.event_verification import EventVerification
from ledger.log.pace import ClockLeaps
from ledger.log.schema import checkpoint, event
from ledger.log.side_data import Erasure, SideDataCommitments, SideDataVerification, erasures
from ledger.log.workers import Workers

# --- SQLite's own integrity check: damaged indexes, not changed content --------------------------


def damaged_pages(connection: Connection) -> str | None:
    """Return SQLite's first report of damage; None if there is none, or on a server."""
    if connection.dialect.name != "sqlite":
        return None
    damage: str = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one()
    return None if damage == "ok" else damage


# --- verifying a log in several processes, each a range of positions -----------------------------

log = Diagnostics(__name__)

RANGE = 25_000
"""Events that a process checks at once."""


@attrs.frozen
class CheckedRange:
    """The promises of the events of a range, and the times of recording with their positions."""

    promises: SideDataCommitments
    times: Sequence[tuple[int, int]]


def checked_in_parallel(
    url: URL,
    size: int,
    erased: Sequence[Erasure],
    workers: Workers,
    progress: Callable[[int], None],
) -> Sequence[CheckedRange] | None:
    """Return the ranges up to ``size`` in order; None: something is wrong, or cannot be read.

    The pages of the file are intact, too.
    ``erased``: all forgotten players, looked up once and not for each range.
    """
    checked: dict[int, CheckedRange] = {}
    text = url.render_as_string(hide_password=False)
    with workers() as pool:
        pages = pool.submit(has_sound_pages, text)
        checks = {pool.submit(checked_range, text, *each, erased): each for each in _ranges(size)}
        for done in as_completed(checks):
            failure = done.exception()
            found = None if failure is not None else done.result()
            first, last = checks[done]
            if found is None:
                log.info("range_not_verified", first=first, last=last, why=repr(failure))
                for each in checks:
                    each.cancel()
                return None
            checked[first] = found
            progress(last - first + 1)
        if pages.exception() is not None or not pages.result():
            return None
    return [checked[first] for first in sorted(checked)]


def has_sound_pages(url: str) -> bool:
    """True if SQLite finds no damage in its file."""
    engine = connect(url)
    try:
        with snapshot(engine) as connection:
            return damaged_pages(connection) is None
    finally:
        engine.dispose()


def _ranges(size: int) -> Iterator[tuple[int, int]]:
    for first in range(1, size + 1, RANGE):
        yield first, min(first + RANGE - 1, size)


@reduced_garbage_collection()
def checked_range(
    url: str, first: int, last: int, erased: Sequence[Erasure]
) -> CheckedRange | None:
    """Verify the events from one position to another; None: something is wrong."""
    engine = connect(url)
    try:
        with snapshot(engine) as connection:
            return _checked(connection, SideDataVerification(connection, erased), first, last)
    finally:
        engine.dispose()


def _checked(
    connection: Connection, side_data: SideDataVerification, first: int, last: int
) -> CheckedRange | None:
    times: list[tuple[int, int]] = []
    before = _head_before(connection, first)
    events = EventVerification(
        connection, side_data, before, lambda position, time: times.append((position, time))
    )
    for rows in read_rows(connection, after=first - 1, until=last):
        if events.wrong(rows) is not None:
            return None
    return CheckedRange(side_data.promises, times) if events.reached.size == last else None


def _head_before(connection: Connection, first: int) -> Head:
    if first == 1:
        return Head(0, GENESIS, 0)
    columns = (event.c.position, event.c.chain_hash, event.c.recorded_at)
    position, chain, recorded_at = connection.execute(
        select(*columns).where(event.c.position == first - 1)
    ).one()
    return Head(position, stored_bytes(chain), recorded_at)


@attrs.frozen
class Finding:
    """A fault, and its position (``position`` None: not at one event)."""

    position: int | None
    message: str


DerivedTables = Callable[[Connection], Iterator[Finding]]
"""Returns the findings in the tables that are made from the log."""
Progress = Callable[[int], None]


@attrs.frozen
class Verdict:
    """The outcome of a verification: ``finding`` None if everything is valid.

    ``notes`` are remarks on a valid log.  ``wipe_is_due``: erased data may still
    be readable in the database's files.  ``checkpoints``: the number of signed states.
    """

    events: int
    head_hash: bytes
    finding: Finding | None
    notes: tuple[str, ...] = ()
    wipe_is_due: bool = False
    checkpoints: int = 0

    @property
    def ok(self) -> bool:
        """True if everything is valid."""
        return self.finding is None

    def document(self) -> dict[str, Any]:
        """Return the outcome in the contract's shape.

        With ``message`` for a fault, with ``notes`` if there are any.
        """
        document: dict[str, Any] = {
            "ok": self.ok,
            "events": self.events,
            "head_hash": self.head_hash.hex(),
            "first_bad": None if self.finding is None else self.finding.position,
        }
        if self.finding is not None:
            document["message"] = self.finding.message
        if self.notes:
            document["notes"] = list(self.notes)
        return document


@attrs.frozen
class Note:
    """A head of the log noted elsewhere: its position and the chain hash up to there."""

    position: int
    chain_hash: bytes

    @classmethod
    def read(cls, text: str) -> "Note":
        """A note in the form that ``verify`` prints, ``POSITION:HASH``; ValueError if invalid."""
        position, _, digest = text.strip().partition(":")
        try:
            note = cls(int(position), bytes.fromhex(digest))
        except ValueError:
            note = cls(-1, b"")
        if note.position < 0 or len(note.chain_hash) != len(GENESIS):
            raise ValueError(f"{text!r} is not of the form POSITION:HASH, as `verify` prints it")
        return note

    def __str__(self) -> str:
        """Return the note in its printed form."""
        return f"{self.position}:{self.chain_hash.hex()}"


def no_derived_findings(_: Connection) -> Iterator[Finding]:
    """Return no findings: only the log is verified."""
    return iter(())


@reduced_garbage_collection()
def verify(
    engine: Engine,
    progress: Progress = lambda _: None,
    against: Note | None = None,
    derived: DerivedTables = no_derived_findings,
    workers: Workers | None = None,
) -> Verdict:
    """Check every event, the chain, the head, the personal data and the files that are kept.

    With a head noted earlier in ``against``, a log that was rewritten or cut off since is also
    found.
    ``derived`` gives the faults of the tables made from the log.  All is read
    in one state of the database, whatever is appended meanwhile; with ``workers`` the events
    up to the end of that state.
    """
    try:
        with snapshot(engine) as connection:
            verification = _Verification(connection, progress, against, derived)
            sound = None if workers is None else verification.verify_in_processes(workers)
            return sound or verification.verify_in_one_process()
    except LedgerDamaged as damage:
        return Verdict(0, GENESIS, Finding(damage.position, damage.why))
    except Exception as error:  # a damaged database may make anything fail
        cause = getattr(error, "orig", None) or error
        return Verdict(0, GENESIS, Finding(None, f"the database cannot be read: {cause}"))


@attrs.frozen
class _Verification:
    """A verification in one state of the database."""

    connection: Connection
    progress: Progress
    against: Note | None
    derived: DerivedTables

    def verify_in_one_process(self) -> Verdict:
        """Verify everything in this process, which names the first fault."""
        leaps, against = ClockLeaps(), self.against
        events = EventVerification(
            self.connection,
            SideDataVerification(self.connection),
            note_time=leaps.add,
            noted=0 if against is None else against.position,
            wrong_note=lambda entry: wrong_note(entry, against),
        )
        for rows in read_rows(self.connection):
            wrong = events.wrong(rows)
            reached = events.reached
            if wrong is not None:
                return Verdict(reached.size, reached.chain_hash, Finding(reached.size + 1, wrong))
            self.progress(len(rows))
        return self._verdict(events.reached, events.side_data, leaps)

    def verify_in_processes(self, workers: Workers) -> Verdict | None:
        """Verify the events in several processes; None: a fault that one process must locate."""
        # The finding must not depend on the number of workers (decision 0089).
        end = self._end()
        if end.size == 0 or end != head_of(self.connection) or not self._head_matches():
            return None
        erased = erasures(self.connection)
        url = self.connection.engine.url
        ranges = checked_in_parallel(url, end.size, erased, workers, self.progress)
        if ranges is None:
            return None
        side_data, leaps = SideDataVerification(self.connection, erased), ClockLeaps()
        for each in ranges:
            side_data.promises.update(each.promises)
            for position, recorded_at in each.times:
                leaps.add(position, recorded_at)
        return self._verdict(end, side_data, leaps, are_pages_sound=True)

    def _end(self) -> Head:
        columns = (event.c.position, event.c.chain_hash, event.c.recorded_at)
        last = select(*columns).order_by(event.c.position.desc()).limit(1)
        row = self.connection.execute(last).one_or_none()
        return Head(0, GENESIS, 0) if row is None else Head(row[0], stored_bytes(row[1]), row[2])

    def _head_matches(self) -> bool:
        return self.against is None or has_head(self.connection, self.against)

    def _verdict(
        self,
        end: Head,
        side_data: SideDataVerification,
        leaps: ClockLeaps,
        *,
        are_pages_sound: bool = False,
    ) -> Verdict:
        """Return the verdict on the data beside the events, which are all valid.

        ``are_pages_sound``: the pages were already checked.
        """
        finding = (
            _head_finding(self.connection, end)
            or missing_since(end.size, self.against)
            or _wrong_side_data(side_data)
            or (None if are_pages_sound else _wrong_pages(self.connection))
            or _wrong_tree(self.connection)
            or next(self.derived(self.connection), None)
        )
        wipe_is_due = erasure.is_due(self.connection)
        remains = (erasure.REMAIN,) if wipe_is_due else ()
        notes = (*leaps.notes(), *side_data.notes(), *remains, *_guards_down(self.connection))
        signed = self.connection.scalar(select(func.count()).select_from(checkpoint)) or 0
        return Verdict(end.size, end.chain_hash, finding, notes, wipe_is_due, signed)


def _guards_down(connection: Connection) -> Iterator[str]:
    if names := guards.faulty(connection):
        yield (
            f"the triggers that refuse changes of the log are missing or altered "
            f"({', '.join(names)}): `rating-ledger init` puts them back"
        )


def has_head(connection: Connection, noted: Note) -> bool:
    """True if the log has had the head that was noted."""
    query = select(event.c.chain_hash).where(event.c.position == noted.position)
    found = GENESIS if noted.position == 0 else connection.scalar(query)
    return bool(noted.chain_hash == found)


def wrong_note(entry: Entry, against: Note | None) -> str | None:
    """Return the contradiction if the log up to this entry is not the one whose head was noted."""
    if against is None or entry.position != against.position:
        return None
    if entry.chain_hash == against.chain_hash:
        return None
    return "the log up to here is not the one whose head was noted: it was rewritten since"


def missing_since(position: int, against: Note | None) -> Finding | None:
    """Return a finding if the log ends before the head that was noted."""
    if against is None or position >= against.position:
        return None
    message = f"the log ends here, but position {against.position} was noted: it was cut off since"
    return Finding(position + 1, message)


def _head_finding(connection: Connection, end: Head) -> Finding | None:
    if head_of(connection) == end:
        return None
    return Finding(end.size + 1, "the head of the log is not its last event")


def _wrong_side_data(side_data: SideDataVerification) -> Finding | None:
    for fault in side_data.faults():
        return Finding(fault.position, fault.message)
    return None


def _wrong_tree(connection: Connection) -> Finding | None:
    """Return a fault of the stored tree, or a checkpoint of another log."""
    for position in tree.wrong_tiles(connection):
        return Finding(position, "the tree is not that of the events: `rating-ledger rebuild`")
    if not connection.execute(select(checkpoint.c.size).limit(1)).first():
        return None  # most ledgers sign nothing, and need not load what signs
    from ledger.log.checkpoints import contradicted  # noqa: PLC0415

    return next((Finding(None, each) for each in contradicted(connection)), None)


def _wrong_pages(connection: Connection) -> Finding | None:
    damage = damaged_pages(connection)
    return None if damage is None else Finding(None, f"the database file is damaged: {damage}")
