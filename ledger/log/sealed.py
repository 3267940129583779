"""Events prepared outside the lock; only position, time and chain are missing."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count, repeat
from typing import Any

import attrs

from ledger.events.canonical_json import envelope, envelope_end

EventRow = tuple[Any, ...]
"""The columns of an event as the table has them."""


@attrs.frozen
class PersonalData:
    """The erasable part of an event: canonical JSON and the salt of its commitment."""

    player: str
    salt: bytes
    text: str


@attrs.frozen
class Sealed:
    """An event prepared outside the lock; ``digest`` is the SHA-256 of its envelope."""

    id: str
    type: str
    schema: int
    stream: str
    subject: str | None
    recorded_by: str
    source: str | None
    payload: str
    digest: bytes
    personal: PersonalData | None = None

    def __len__(self) -> int:
        """Return the number of events."""
        return 1

    @property
    def digests(self) -> Sequence[bytes]:
        """Return the digest, as that of the only event."""
        return (self.digest,)

    def rows(
        self, first: int, recorded_at: int, entries: Sequence[bytes], chain: Sequence[bytes]
    ) -> Iterator[EventRow]:
        """The row at position ``first``, with its entry hash and its chain hash."""
        yield (
            first,
            self.id,
            self.type,
            self.schema,
            self.stream,
            self.subject,
            recorded_at,
            self.recorded_by,
            self.source,
            self.payload,
            *entries,
            *chain,
        )


def seal(  # noqa: PLR0913 - an event's own columns
    *,
    id: str,  # noqa: A002
    type: str,  # noqa: A002
    schema: int,
    stream: str,
    subject: str | None,
    recorded_by: str,
    source: str | None,
    payload: str,
    personal: PersonalData | None = None,
) -> Sealed:
    """An event ready to be appended; ``payload`` is canonical JSON."""
    bytes_ = envelope(
        type=type, schema=schema, id=id, data=payload, source=source, recorded_by=recorded_by
    )
    digest = sha256(bytes_).digest()
    return Sealed(
        id, type, schema, stream, subject, recorded_by, source, payload, digest, personal
    )


@attrs.frozen(kw_only=True)
class SealedSeries:
    """Successive events of one type and one stream, by columns."""

    type: str
    schema: int
    stream: str
    recorded_by: str
    source: str | None
    ids: Sequence[str]
    subjects: Sequence[str]
    payloads: Sequence[str]
    digests: Sequence[bytes]

    def __len__(self) -> int:
        """Return the number of events."""
        return len(self.ids)

    def rows(
        self, first: int, recorded_at: int, entries: Sequence[bytes], chain: Sequence[bytes]
    ) -> Iterator[EventRow]:
        """The rows from position ``first`` on, with their entry hashes and chain hashes."""
        # Not strict: the columns shared by all events are infinite iterators.
        return zip(
            count(first),
            self.ids,
            repeat(self.type),
            repeat(self.schema),
            repeat(self.stream),
            self.subjects,
            repeat(recorded_at),
            repeat(self.recorded_by),
            repeat(self.source),
            self.payloads,
            entries,
            chain,
        )


def seal_series(  # noqa: PLR0913 - the events' own columns
    *,
    type: str,  # noqa: A002
    schema: int,
    stream: str,
    recorded_by: str,
    source: str | None,
    ids: Sequence[str],
    subjects: Sequence[str],
    payloads: Sequence[str],
    beginnings: Sequence[str],
) -> SealedSeries:
    """Events ready to be appended; ``beginnings`` are their envelopes up to the id."""
    end = envelope_end(type=type, schema=schema, source=source, recorded_by=recorded_by)
    return SealedSeries(
        type=type,
        schema=schema,
        stream=stream,
        recorded_by=recorded_by,
        source=source,
        ids=ids,
        subjects=subjects,
        payloads=payloads,
        digests=[sha256((beginning + end).encode()).digest() for beginning in beginnings],
    )
