"""Whether the log is unchanged: everything is recomputed from the stored columns.

Finds any changed, missing, swapped or inserted event and names the first position that does not
hold.  What no look at the log alone can find, a log rewritten from some position on or cut off
at its end together with its head, is found by comparing with a head noted elsewhere.
"""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import attrs
from sqlalchemy import Connection, Engine, select

from ledger.events.canonical_json import GENESIS, canonical, chain_hash, entry_hash, envelope
from ledger.events.codec import CURRENT_SCHEMA, upcast
from ledger.events.facts import VOCABULARY, CorrectionSubmitted
from ledger.events.problems import LedgerDamaged
from ledger.events.streams import address_of
from ledger.log.database import snapshot
from ledger.log.event_log import Entry, head_of, read
from ledger.log.kept_data import KeptDataVerification
from ledger.log.pace import Leaps
from ledger.log.schema import event


@attrs.frozen
class Finding:
    """What does not hold, and where (``position`` None: not at one event)."""

    position: int | None
    message: str


DerivedTables = Callable[[Connection], Iterator[Finding]]
"""What does not hold of the tables that are made from the log."""
Progress = Callable[[int], None]


@attrs.frozen
class Verdict:
    """The outcome of a verification: ``finding`` None where everything holds.

    ``notes`` say what is in order and still worth knowing.
    """

    events: int
    head_hash: bytes
    finding: Finding | None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return self.finding is None

    def document(self) -> dict[str, Any]:
        """The outcome in the contract's shape.

        With ``message`` where something does not hold, with ``notes`` where there are any.
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
        """A note as ``verify`` prints it, ``POSITION:HASH``; ValueError where it is none."""
        position, _, digest = text.strip().partition(":")
        try:
            note = cls(int(position), bytes.fromhex(digest))
        except ValueError:
            note = cls(-1, b"")
        if note.position < 0 or len(note.chain_hash) != len(GENESIS):
            message = f"{text!r} is not of the form POSITION:HASH, as `verify` prints it"
            raise ValueError(message)
        return note

    def __str__(self) -> str:
        """The note as it is written down."""
        return f"{self.position}:{self.chain_hash.hex()}"


def nothing_derived(_: Connection) -> Iterator[Finding]:
    """The log alone is verified."""
    return iter(())


def verify(
    engine: Engine,
    progress: Progress = lambda _: None,
    against: Note | None = None,
    derived: DerivedTables = nothing_derived,
) -> Verdict:
    """Check every event, the chain, the head, the personal data and the files that are kept.

    ``against`` a head noted earlier, a log that was rewritten or cut off since is found too.
    ``derived`` gives what does not hold of the tables made from the log.  All of it is looked at
    in one state of the database, whatever is appended meanwhile.
    """
    try:
        with snapshot(engine) as connection:
            return _verify(connection, progress, against, derived)
    except LedgerDamaged as damage:
        return Verdict(0, GENESIS, Finding(damage.position, damage.why))
    except Exception as error:  # a damaged database may make anything fail
        cause = getattr(error, "orig", None) or error
        return Verdict(0, GENESIS, Finding(None, f"the database cannot be read: {cause}"))


def _verify(
    connection: Connection,
    progress: Callable[[int], None],
    against: Note | None,
    derived: DerivedTables,
) -> Verdict:
    kept_data = KeptDataVerification(connection)
    position, chain, recorded_at = 0, GENESIS, 0
    leaps = Leaps()
    for entry in read(connection):
        try:
            wrong = wrong_entry(entry, position, chain, recorded_at)
            wrong = wrong or _wrong_keys(entry, connection) or wrong_note(entry, against)
            if wrong is None:
                kept_data.add(entry)
                leaps.add(entry.position, entry.recorded_at)
        except Exception as error:  # any value may stand where a text or a number should
            wrong = f"it cannot be read: {error!r}"
        if wrong is not None:
            return Verdict(position, chain, Finding(position + 1, wrong))
        position, chain, recorded_at = entry.position, entry.chain_hash, entry.recorded_at
        if position % 1_000 == 0:
            progress(1_000)
    finding = (
        _wrong_head(connection, position, chain, recorded_at)
        or missing_since(position, against)
        or _wrong_kept_data(kept_data)
        or next(_wrong_pages(connection), None)
        or next(derived(connection), None)
    )
    return Verdict(position, chain, finding, (*leaps.notes(), *kept_data.notes()))


def wrong_note(entry: Entry, against: Note | None) -> str | None:
    """Whether the log up to this entry is not the one whose head was noted."""
    if against is None or entry.position != against.position:
        return None
    if entry.chain_hash == against.chain_hash:
        return None
    return "the log up to here is not the one whose head was noted: it was rewritten since"


def missing_since(position: int, against: Note | None) -> Finding | None:
    """Whether the log ends before the head that was noted."""
    if against is None or position >= against.position:
        return None
    message = f"the log ends here, but position {against.position} was noted: it was cut off since"
    return Finding(position + 1, message)


def wrong_entry(entry: Entry, position: int, chain: bytes, recorded_at: int) -> str | None:
    """What does not hold of an entry that follows ``position``."""
    if entry.position != position + 1:
        return f"position {position + 1} is missing"
    if entry.recorded_at < recorded_at:
        return "it was recorded before the event in front of it"
    digest = sha256(
        envelope(
            type=entry.type,
            schema=entry.schema,
            id=entry.id,
            data=entry.payload,
            source=entry.source,
            recorded_by=entry.recorded_by,
        )
    ).digest()
    if entry_hash(entry.position, entry.recorded_at, digest) != entry.entry_hash:
        return "its content is not what its hash was made over"
    if chain_hash(chain, entry.entry_hash) != entry.chain_hash:
        return "the chain of hashes breaks here"
    return None


def _wrong_keys(entry: Entry, connection: Connection) -> str | None:
    """The look-up columns are no part of the hash: they must follow from the content."""
    if entry.type not in VOCABULARY or not 0 < entry.schema <= CURRENT_SCHEMA[entry.type]:
        return f"its type {entry.type} of version {entry.schema} is unknown to this program"
    data = json.loads(entry.payload)
    if canonical(data) != entry.payload:
        return "its content is not in canonical form"
    if entry.type == CorrectionSubmitted.type:
        earlier = select(event.c.stream).where(
            event.c.id == data["corrects"], event.c.position < entry.position
        )
        stream = connection.execute(earlier).scalar()
        if stream is None:
            return f"it corrects {data['corrects']}, which no earlier event is"
        expected: tuple[str, str | None] = (stream, None)
    else:
        expected = address_of(entry.type, upcast(entry.type, entry.schema, data).__getitem__)
    if (entry.stream, entry.subject) != expected:
        return "its look-up columns do not follow from its content"
    return None


def _wrong_head(
    connection: Connection, position: int, chain: bytes, recorded_at: int
) -> Finding | None:
    head = head_of(connection)
    if (head.size, head.chain_hash, head.recorded_at) == (position, chain, recorded_at):
        return None
    return Finding(position + 1, "the head of the log is not its last event")


def _wrong_kept_data(kept_data: KeptDataVerification) -> Finding | None:
    for fault in kept_data.faults():
        return Finding(fault.position, fault.message)
    return None


def _wrong_pages(connection: Connection) -> Iterator[Finding]:
    """SQLite's own look at its file; it finds damaged indexes, not changed content."""
    if connection.dialect.name == "sqlite":
        said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        if said != "ok":
            yield Finding(None, f"the database file is damaged: {said}")
