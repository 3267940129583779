"""The pools that appended events touch: those whose ratings, lists or register they may change.

Who may append an event can depend on it, so nothing is left out: a correction touches the pools
that its tournament counts for or once counted for, and what is said about a person touches every
pool in which the person plays under any registration.  What is said about newcomers touches none.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, func, or_, select

from ledger.events import facts
from ledger.events.streams import MERGES, all_pools, player_stream, pool_stream, tournament_stream
from ledger.log.effective_events import COLUMNS, Recorded, read_streams
from ledger.log.schema import NOT_A_GAME, event
from ledger.validation.ledger_state import LedgerState

MOST_PERSONS = 5
"""Of so many persons the pools are looked up, which scans the log; more touch every pool."""
_OF_POOLS = (facts.RatingAdopted.type, facts.RatingDecided.type, facts.EvaluationRecorded.type)


def pools_touched(connection: Connection, first: int) -> frozenset[str]:
    """Return the pools that the events from a position on touch, in the transaction of a write."""
    new = event.c.position >= first
    games = select(event.c.stream).where(new, event.c.type == facts.GameSubmitted.type)
    streams = set(connection.execute(games.distinct()).scalars())
    rows = connection.execute(select(*COLUMNS).where(new, NOT_A_GAME))
    others = [Recorded._make(row) for row in rows]
    streams |= {each.stream for each in others}
    newcomers = {it.data["player"] for it in others if it.type == facts.PlayerRegistered.type}
    return _pools_of(connection, streams, _originals(connection, others), newcomers)


def pools_of_correction(connection: Connection, id_: str) -> frozenset[str]:
    """Return the pools that a correction of an event would touch."""
    query = select(*COLUMNS).where(event.c.id == id_)
    (corrected,) = (Recorded._make(row) for row in connection.execute(query))
    if corrected.type == facts.CorrectionSubmitted.type:
        read = read_streams(connection, {corrected.stream})
        corrected = read.settled(read.original(id_)).recorded
    is_about_person = corrected.stream.startswith(player_stream("")) or corrected.stream == MERGES
    said = [corrected] if is_about_person else []
    return _pools_of(connection, {corrected.stream}, said, frozenset())


def _pools_of(
    connection: Connection,
    streams: Collection[str],
    said: Iterable[Recorded],
    newcomers: Collection[str],
) -> frozenset[str]:
    """Return the pools of some streams, and of the persons about whom something is ``said``."""
    pools = {pool for each in streams if (pool := _id_in(each, pool_stream("")))}
    pools |= _pools_of_tournaments(connection, streams)
    persons = set[str]()
    for each in said:
        if each.type in _OF_POOLS:
            pools.add(each.data["pool"])
        elif each.type == facts.PlayersMerged.type:
            persons |= {each.data["keep"], each.data["drop"]}
        else:
            persons.add(each.data["player"])
    return frozenset(pools | _pools_of_persons(connection, persons.difference(newcomers)))


def every_pool(connection: Connection) -> set[str]:
    """Return the ids of all pools that any event names as its own."""
    first, beyond = all_pools()
    streams = select(event.c.stream).where(event.c.stream > first, event.c.stream < beyond)
    return {each.removeprefix(first) for each in connection.execute(streams.distinct()).scalars()}


def _id_in(stream: str, kind: str) -> str | None:
    return stream.removeprefix(kind) if stream.startswith(kind) else None


def _originals(connection: Connection, events: Iterable[Recorded]) -> Iterator[Recorded]:
    """Yield what is said about persons; of a correction the event that it finally corrects."""
    own = [
        each
        for each in events
        if each.stream.startswith(player_stream("")) or each.stream == MERGES
    ]
    corrections = [each for each in own if each.type == facts.CorrectionSubmitted.type]
    read = read_streams(connection, {each.stream for each in corrections})
    yield from (read.settled(read.original(each.id)).recorded for each in corrections)
    said = {facts.CorrectionSubmitted.type, facts.PlayerRegistered.type}
    yield from (each for each in own if each.type not in said)


def _pools_of_tournaments(connection: Connection, streams: Iterable[str]) -> set[str]:
    """Return the pools that tournaments count for, or did before a correction."""
    own = [each for each in streams if each.startswith(tournament_stream(""))]
    read = read_streams(connection, own, [facts.TournamentSubmitted.type])
    found = set[str]()
    for root in read.recorded():
        for each in (root, *read.corrections_of(root.id)):
            found |= {*_pools_in(each.data)}
    return found


def _pools_in(data: Mapping[str, Any]) -> Collection[str]:
    """Return the pools in the data of a tournament, or of a correction of one."""
    if "pools" in data:
        named: Collection[str] = data["pools"]
        return named
    replacement = data.get("replacement")
    return () if replacement is None else _pools_in(replacement)


def _pools_of_persons(connection: Connection, persons: Collection[str]) -> set[str]:
    if not persons:
        return set()
    ledger = LedgerState(connection)
    ids = {each for person in persons for each in ledger.registrations_of(person)} | {*persons}
    if len(ids) > MOST_PERSONS:
        return every_pool(connection)
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    names = [find(event.c.payload, json.dumps(each, ensure_ascii=False)) > 0 for each in ids]
    streams = set(
        connection.execute(select(event.c.stream).where(or_(*names)).distinct()).scalars()
    )
    read = read_streams(connection, map(player_stream, ids), _OF_POOLS)
    pools = {pool for each in streams if (pool := _id_in(each, pool_stream("")))}
    pools |= {each.data["pool"] for each in read.recorded() if each.type in _OF_POOLS}
    return pools | _pools_of_tournaments(connection, streams)
