"""What a file tells of the players themselves: only of those whose names may be shown.

A withheld or forgotten player has no number of another register, no birthday and no sex in a
file either: each of them would tell who he is.
"""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.events.facts import PlayerRegistered
from ledger.events.streams import player_stream
from ledger.formats.tournament_report import Sex
from ledger.log.database import among
from ledger.log.event_log import head_of
from ledger.log.personal_data import commitment
from ledger.log.schema import person
from projections.exports.standing_data import standing_data
from projections.history.names import names_of
from projections.presentation import WITHHELD


@attrs.frozen(kw_only=True)
class Person:
    """The personal data of a player, as far as they may be shown."""

    name: str = WITHHELD
    sex: Sex | None = None
    birth_date: date | None = None
    ids: Mapping[str, str] = attrs.field(factory=dict)


def persons_of(
    connection: Connection, players: Collection[str], day: date
) -> Mapping[str, Person]:
    """Everybody as a file of ``day`` shows him; see :mod:`projections.history.names`."""
    names = names_of(connection, players, day)
    kept = _kept(connection, names)
    return {
        player: _person(names[player], kept.get(player, {})) if player in names else Person()
        for player in players
    }


def _person(name: str, kept: Mapping[str, Any]) -> Person:
    born = kept.get("birth_date")
    return Person(
        name=name,
        sex=kept.get("sex"),
        birth_date=None if born is None else date.fromisoformat(born),
        ids={space: id_ for space, id_ in kept.get("ids", {}).items() if id_ is not None},
    )


def _kept(connection: Connection, players: Collection[str]) -> Mapping[str, Mapping[str, Any]]:
    """The personal data to which the standing registration of each player is committed."""
    streams = map(player_stream, players)
    size = head_of(connection).size
    promises = {
        data["player"]: data.get("commitment")
        for data in standing_data(connection, streams, PlayerRegistered.type, size)
    }
    rows = connection.execute(select(person).where(among(connection, person.c.player, players)))
    return {
        row.player: orjson.loads(row.data)
        for row in rows
        if commitment(bytes(row.salt), row.data) == promises.get(row.player)
    }
