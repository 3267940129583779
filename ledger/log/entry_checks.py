"""What must hold of every event by itself, and between it and the one in front of it."""

import json
from hashlib import sha256
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, select

from ledger.events.canonical_json import canonical, chain_hash, entry_hash, envelope
from ledger.events.codec import CURRENT_SCHEMA, upcast
from ledger.events.facts import VOCABULARY, CorrectionSubmitted
from ledger.events.streams import address_of
from ledger.log.event_log import Entry
from ledger.log.schema import event

_SORTED = orjson.OPT_SORT_KEYS
_EARLIER = select(event.c.stream).where(
    event.c.id == bindparam("corrects"), event.c.position < bindparam("before")
)


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


def wrong_keys(entry: Entry, connection: Connection) -> str | None:
    """The look-up columns are no part of the hash: they must follow from the content."""
    if entry.type not in VOCABULARY or not 0 < entry.schema <= CURRENT_SCHEMA[entry.type]:
        return f"its type {entry.type} of version {entry.schema} is unknown to this program"
    data = _canonical_data(entry.payload)
    if data is None:
        return "its content is not in canonical form"
    if entry.type == CorrectionSubmitted.type:
        given = {"corrects": data["corrects"], "before": entry.position}
        stream = connection.execute(_EARLIER, given).scalar()
        if stream is None:
            return f"it corrects {data['corrects']}, which no earlier event is"
        expected: tuple[str, str | None] = (stream, None)
    else:
        expected = address_of(entry.type, upcast(entry.type, entry.schema, data).__getitem__)
    if (entry.stream, entry.subject) != expected:
        return "its look-up columns do not follow from its content"
    return None


def _canonical_data(payload: str) -> Any:
    """What a payload says; None where it is not in canonical form."""
    data = _flat_and_canonical(payload)
    if data is None:
        data = json.loads(payload)
        if canonical(data) != payload:
            return None
    return data


def _flat_and_canonical(payload: str) -> Any:
    """What most payloads say, found in a third of the time; None: look closer.

    An object without others in it, that is spelt as it would be written again, is in canonical
    form unless a whole number stands in it as another one.
    """
    try:
        data = orjson.loads(payload)
    except orjson.JSONDecodeError:
        return None
    if type(data) is not dict or orjson.dumps(data, option=_SORTED).decode() != payload:
        return None
    for value in data.values():
        kind = type(value)
        if kind is dict or kind is list or (kind is float and value.is_integer()):
            return None
    return data
