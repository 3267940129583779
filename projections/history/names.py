"""What a player is called: the one place that decides it, for every list, table and file.

A forgotten player has no name left; a withheld one has a name that is not shown.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Any

import orjson
from sqlalchemy import Connection, select

from ledger.admission.ledger_state import LedgerState
from ledger.events.codec import fact_of, upcast
from ledger.events.corrections import Correction, verdicts
from ledger.events.facts import CorrectionSubmitted, PlayerRegistered, PlayerWithheld
from ledger.events.streams import player_stream
from ledger.log.database import among
from ledger.log.personal_data import commitment
from ledger.log.schema import event, person


def names_of(connection: Connection, players: Collection[str], day: date) -> dict[str, str]:
    """The names under which players are shown in an answer of ``day``.

    Forgotten and withheld players are not in it; a wish holds for all registrations of a person.
    """
    kept: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(
        select(person).where(among(connection, person.c.player, players))
    ):
        kept[row.player].append(row)
    ledger = LedgerState(connection)
    registrations = {player: ledger.registrations_of(player) for player in kept}
    touched = _touched(connection, {id_ for ids in registrations.values() for id_ in ids})
    names = {}
    for player, rows in kept.items():
        if any(_withheld(touched[id_], day) for id_ in registrations[player] if id_ in touched):
            continue
        if player in touched:
            name = _name_after_corrections(touched[player], rows)
        else:
            name = orjson.loads(rows[0].data).get("name")
        if name is not None:
            names[player] = name
    return names


def _touched(connection: Connection, players: Collection[str]) -> dict[str, list[Any]]:
    """Registrations, corrections and wishes of those players who have more than the first."""
    more = [PlayerWithheld.type, CorrectionSubmitted.type]
    touching = select(event.c.stream).where(
        among(connection, event.c.stream, map(player_stream, players)), event.c.type.in_(more)
    )
    streams = set(connection.execute(touching).scalars())
    columns = (event.c.position, event.c.id, event.c.type, event.c.schema, event.c.stream)
    rows = connection.execute(
        select(*columns, event.c.payload).where(
            among(connection, event.c.stream, streams),
            event.c.type.in_([PlayerRegistered.type, *more]),
        )
    ).all()
    found: dict[str, list[Any]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row.position):
        found[row.stream.removeprefix(player_stream(""))].append(row)
    return found


def _withheld(events: list[Any], day: date) -> bool:
    """Whether a wish that stands covers the day."""
    return any(_holds(fact_of(row.type, data), day) for row, data in _standing(events))


def _name_after_corrections(events: list[Any], kept: list[Any]) -> str | None:
    name = None
    for row, data in _standing(events):
        if row.type == PlayerRegistered.type:
            name = _committed_name(data.get("commitment"), kept)
    return name


def _standing(events: list[Any]) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """The events that stand, corrections apart, each with the data that stand."""
    corrected = verdicts(
        Correction(row.position, row.id, _data(row))
        for row in events
        if row.type == CorrectionSubmitted.type
    )
    for row in events:
        data = corrected[row.id].data if row.id in corrected else _data(row)
        if row.type != CorrectionSubmitted.type and data is not None:
            yield row, data


def _committed_name(promise: str | None, kept: list[Any]) -> str | None:
    """The name among the data kept that the standing registration committed to."""
    for row in kept:
        if commitment(bytes(row.salt), row.data) == promise:
            name: str | None = orjson.loads(row.data).get("name")
            return name
    return None


def _data(row: Any) -> dict[str, Any]:
    return upcast(row.type, row.schema, orjson.loads(row.payload))


def _holds(fact: object, day: date) -> bool:
    return (
        isinstance(fact, PlayerWithheld)
        and fact.from_day <= day
        and (fact.until is None or day <= fact.until)
    )
