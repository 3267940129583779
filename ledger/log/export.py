"""The log as JSON Lines, complete enough to be verified without the database."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, or_, select

from ledger.events.canonical_json import GENESIS
from ledger.events.problems import damaged_event
from ledger.events.streams import player_stream, tournament_stream
from ledger.log.decoding import UNREADABLE, stored_bytes, stored_personal_data, unreadable
from ledger.log.event_log import PAGE, Entry, read
from ledger.log.paging import pages
from ledger.log.schema import event, person

# --- selecting events: those about a tournament or a player, or of a submitter -------------------


def about_tournament(connection: Connection, tournament: str) -> ColumnElement[bool]:
    """Return the condition for a tournament, its games, their corrections, decisions about it."""
    return or_(event.c.stream == tournament_stream(tournament), _says(connection, tournament))


def about_player(connection: Connection, registrations: Sequence[str]) -> ColumnElement[bool]:
    """Return the condition for one person: registrations, games, figures, decisions, merges."""
    own = event.c.stream.in_([player_stream(each) for each in registrations])
    return or_(own, *(_says(connection, each) for each in registrations))


def submitted_by(text: str) -> ColumnElement[bool]:
    """Return the condition for events whose submitter's name contains this text."""
    return event.c.recorded_by.icontains(text, autoescape=True)


def _says(connection: Connection, id_: str) -> ColumnElement[bool]:
    """Return the condition that an id is a value in the payload; a colon precedes each value."""
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return find(event.c.payload, f":{json.dumps(id_, ensure_ascii=False)}") > 0


FIELDS = (
    *("position", "recorded_at", "recorded_by"),
    *("type", "schema", "id", "data", "source", "previous_hash", "hash"),
)
"""The fields of every event in an export; ``source`` only if one was given."""


def written(when: datetime) -> str:
    """Return a time in the contract's form: UTC, six decimals."""
    return when.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def payload_of(entry: Entry) -> dict[str, Any]:
    """Return the data of an event as they were recorded.

    Raises :class:`~ledger.events.problems.LedgerDamaged` if they cannot be read.
    """
    try:
        data = json.loads(entry.payload)
    except UNREADABLE as error:
        raise unreadable(entry.position, error) from None
    if not isinstance(data, dict):
        raise damaged_event(entry.position, "its data are not an object")
    return data


def recorded(entry: Entry, previous: bytes) -> dict[str, Any]:
    """An event as recorded, in the contract's envelope with what the ledger added."""
    document = {
        "position": entry.position,
        "recorded_at": written(entry.recorded),
        "recorded_by": entry.recorded_by,
        "type": entry.type,
        "schema": entry.schema,
        "id": entry.id,
        "data": payload_of(entry),
        "source": entry.source,
        "previous_hash": previous.hex(),
        "hash": entry.chain_hash.hex(),
    }
    if entry.source is None:
        del document["source"]
    return document


def events(
    connection: Connection,
    *,
    first: int = 1,
    last: int | None = None,
    types: tuple[str, ...] = (),
    only: Sequence[ColumnElement[bool]] = (),
) -> Iterator[dict[str, Any]]:
    """Yield the events from ``first`` to ``last`` as recorded; of the given types, or all.

    ``only`` are conditions that all of them fulfil (:mod:`ledger.log.export`).
    """
    entries = read(connection, after=first - 1, until=last, types=types or None, only=only)
    for page in pages(entries, PAGE):
        yield from _documents(connection, page)


def events_with_persons(connection: Connection) -> Iterator[dict[str, Any]]:
    """All events, each with the personal data and salt that are still kept for it."""
    for page in pages(read(connection), PAGE):
        own = person.c.position.between(page[0].position, page[-1].position)
        kept = {row.position: row for row in connection.execute(select(person).where(own))}
        for document in _documents(connection, page):
            row = kept.get(document["position"])
            if row is not None:
                personal = stored_personal_data(row.position, row.data)
                document["person"] = {"salt": stored_bytes(row.salt).hex(), "data": personal}
            yield document


def previous_hashes(connection: Connection, entries: Sequence[Entry]) -> dict[int, bytes]:
    """Return by position the chain hash before each entry; only that is read of other entries."""
    chain = {0: GENESIS, **{entry.position: entry.chain_hash for entry in entries}}
    missing = [entry.position - 1 for entry in entries if entry.position - 1 not in chain]
    for page in pages(missing, PAGE):
        before = select(event.c.position, event.c.chain_hash).where(event.c.position.in_(page))
        chain |= {row.position: stored_bytes(row.chain_hash) for row in connection.execute(before)}
    return {
        entry.position: _last_before(connection, entry)
        if (previous := chain.get(entry.position - 1)) is None
        else previous
        for entry in entries
    }


def _documents(connection: Connection, page: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """Some entries as recorded, each with the hash before it."""
    previous = previous_hashes(connection, page)
    for entry in page:
        yield recorded(entry, previous[entry.position])


def _last_before(connection: Connection, entry: Entry) -> bytes:
    """Return the hash of the entry before a gap, which only a damaged log has."""
    earlier = event.c.position < entry.position
    query = select(event.c.chain_hash).where(earlier).order_by(event.c.position.desc()).limit(1)
    found = connection.execute(query).scalar()
    return GENESIS if found is None else stored_bytes(found)
