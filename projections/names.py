"""What a player is called: the one place that decides it, for every list, table and file.

A forgotten player has no name left; a withheld one has a name that is not shown.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Any

from sqlalchemy import Connection, select

from ledger.address import player_stream
from ledger.codec import fact_of, upcast
from ledger.corrections import Correction, verdicts
from ledger.database import among
from ledger.facts import CorrectionSubmitted, PlayerRegistered, PlayerWithheld
from ledger.personal import commitment
from ledger.schema import event, person
from ledger.standing import Standing

WITHHELD = "(withheld)"


def names_of(connection: Connection, players: Collection[str], day: date) -> dict[str, str]:
    """The names under which players are shown in an answer of ``day``.

    Forgotten and withheld players are not in it; a wish holds for all registrations of a person.
    """
    kept: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(
        select(person).where(among(connection, person.c.player, players))
    ):
        kept[row.player].append(row)
    standing = Standing(connection)
    registrations = {player: standing.registrations_of(player) for player in kept}
    touched = _touched(connection, {id_ for ids in registrations.values() for id_ in ids})
    names = {}
    for player, rows in kept.items():
        if any(_withheld(touched[id_], day) for id_ in registrations[player] if id_ in touched):
            continue
        if player in touched:
            name = _name_after_corrections(touched[player], rows)
        else:
            name = json.loads(rows[0].data).get("name")
        if name is not None:
            names[player] = name
    return names


def shown(name: str | None) -> str:
    """A name as people read it."""
    return WITHHELD if name is None else name


def _touched(connection: Connection, players: Collection[str]) -> dict[str, list[Any]]:
    """Registrations, corrections and wishes of those players who have more than the first."""
    rows = connection.execute(
        select(event.c.position, event.c.id, event.c.type, event.c.schema, event.c.payload).where(
            among(connection, event.c.stream, map(player_stream, players)),
            event.c.type.in_(
                [PlayerRegistered.type, PlayerWithheld.type, CorrectionSubmitted.type]
            ),
        )
    ).all()
    streams: dict[str, list[Any]] = defaultdict(list)
    roots: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: row.position):
        data = _data(row)
        player = data.get("player") or roots.get(data.get("corrects", ""))
        if player is not None:
            roots[row.id] = player
            streams[player].append(row)
    return {player: found for player, found in streams.items() if len(found) > 1}


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
            name: str | None = json.loads(row.data).get("name")
            return name
    return None


def _data(row: Any) -> dict[str, Any]:
    return upcast(row.type, row.schema, json.loads(row.payload))


def _holds(fact: object, day: date) -> bool:
    return (
        isinstance(fact, PlayerWithheld)
        and fact.from_day <= day
        and (fact.until is None or day <= fact.until)
    )
