"""Canonical JSON of facts, and the hashes over it.

Canonical JSON is RFC 8785 on the ledger's values: keys sorted, no blanks, whole numbers without
a decimal point, other numbers with at most three decimals.  Values equal to their defaults are
left out, so that the same facts always give the same bytes: defaults never change (decision 0018).

The entry hash binds position, time and envelope; the chain hash binds all entries before it:

    entry = SHA-256(00 ‖ position ‖ microseconds ‖ SHA-256(envelope))
    chain = SHA-256(02 ‖ chain before ‖ entry)

with position and microseconds as 8 bytes, the high byte first.  The leading bytes distinguish the
two kinds of hash, as in RFC 6962.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import orjson

GENESIS = bytes(32)


def canonical(value: Any) -> str:
    """``value`` (decoded JSON) as canonical JSON text."""
    return orjson.dumps(plain(value), option=orjson.OPT_SORT_KEYS).decode()


def plain(value: Any) -> Any:
    """``value`` with every whole number written as an integer."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def quoted(text: str) -> str:
    """``text`` as a JSON string."""
    return orjson.dumps(text).decode()


def envelope(  # noqa: PLR0913 - the envelope's own fields, spelt out
    *,
    type: str,  # noqa: A002
    schema: int,
    id: str,  # noqa: A002
    data: str,
    source: str | None,
    recorded_by: str,
) -> bytes:
    """The canonical envelope of an event whose ``data`` is canonical JSON already."""
    end = envelope_end(type=type, schema=schema, source=source, recorded_by=recorded_by)
    return f'{{"data":{data},"id":{quoted(id)}{end}'.encode()


def envelope_end(
    *,
    type: str,  # noqa: A002
    schema: int,
    source: str | None,
    recorded_by: str,
) -> str:
    """Return the part of a canonical envelope after the id."""
    origin = "" if source is None else f',"source":{quoted(source)}'
    return f',"recorded_by":{quoted(recorded_by)},"schema":{schema}{origin},"type":"{type}"}}'


def entry_hash(position: int, recorded_at: int, envelope_digest: bytes) -> bytes:
    """The hash of one entry; ``recorded_at`` in microseconds since 1970 UTC."""
    return sha256(
        b"\x00" + position.to_bytes(8, "big") + recorded_at.to_bytes(8, "big") + envelope_digest
    ).digest()


def chain_hash(before: bytes, entry: bytes) -> bytes:
    """The hash of the whole log up to an entry."""
    return sha256(b"\x02" + before + entry).digest()


def chained(
    position: int, chain: bytes, recorded_at: int, digests: Iterable[bytes]
) -> tuple[list[bytes], list[bytes]]:
    """The entry hashes and the chain hashes of events recorded at one time.

    ``digests`` are those of their envelopes; the first of them follows ``position`` and ``chain``.
    """
    entries, chains = [], []
    at = recorded_at.to_bytes(8, "big")
    for number, digest in enumerate(digests, position + 1):
        entry = sha256(b"\x00" + number.to_bytes(8, "big") + at + digest).digest()
        chain = sha256(b"\x02" + chain + entry).digest()
        entries.append(entry)
        chains.append(chain)
    return entries, chains
