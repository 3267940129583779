"""The log as JSON Lines, complete enough to be verified without the database."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from ledger.events.canonical_json import GENESIS
from ledger.log.event_log import Entry, moment, read
from ledger.log.schema import event, person


def written(when: datetime) -> str:
    """A moment as the contract writes it: UTC, six decimals."""
    return when.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def recorded(entry: Entry, previous: bytes) -> dict[str, Any]:
    """An event as recorded, in the contract's envelope with what the ledger added."""
    document = {
        "position": entry.position,
        "recorded_at": written(moment(entry.recorded_at)),
        "recorded_by": entry.recorded_by,
        "type": entry.type,
        "schema": entry.schema,
        "id": entry.id,
        "data": json.loads(entry.payload),
        "source": entry.source,
        "previous_hash": previous.hex(),
        "hash": entry.chain_hash.hex(),
    }
    return document if entry.source is not None else _without(document, "source")


def events(
    connection: Connection,
    *,
    first: int = 1,
    last: int | None = None,
    types: tuple[str, ...] = (),
) -> Iterator[dict[str, Any]]:
    """The events from ``first`` to ``last`` as recorded; of the given types, or all."""
    previous = _chain_before(connection, first)
    for entry in read(connection, after=first - 1, until=last):
        if not types or entry.type in types:
            yield recorded(entry, previous)
        previous = entry.chain_hash


def events_with_persons(connection: Connection) -> Iterator[dict[str, Any]]:
    """All events, each with the personal data and salt that are still kept for it."""
    kept = select(person.c.salt, person.c.data)
    for document in events(connection):
        own = connection.execute(kept.where(person.c.position == document["position"])).first()
        if own is not None:
            document["person"] = {"salt": bytes(own.salt).hex(), "data": json.loads(own.data)}
        yield document


def _chain_before(connection: Connection, position: int) -> bytes:
    before = select(event.c.chain_hash).where(event.c.position == position - 1)
    found = connection.execute(before).scalar()
    return GENESIS if found is None else bytes(found)


def _without(document: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != key}
