"""Which events of the log are wanted: those about a tournament or a player, or of a submitter.

What an event is about stands in its payload, which is searched as text: for people who look
something up, not for a replay.
"""

import json
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, func, or_

from ledger.events.streams import player_stream, tournament_stream
from ledger.log.schema import event


def about_tournament(connection: Connection, tournament: str) -> ColumnElement[bool]:
    """The tournament, its games, their corrections, decisions about it."""
    own = event.c.stream == tournament_stream(tournament)
    return or_(own, _says(connection, tournament))


def about_player(connection: Connection, registrations: Sequence[str]) -> ColumnElement[bool]:
    """Everything about one person: registrations, games, figures, decisions, merges."""
    own = event.c.stream.in_([player_stream(each) for each in registrations])
    return or_(own, *(_says(connection, each) for each in registrations))


def submitted_by(text: str) -> ColumnElement[bool]:
    """What was handed in by somebody with this in his name."""
    return event.c.recorded_by.icontains(text, autoescape=True)


def _says(connection: Connection, id_: str) -> ColumnElement[bool]:
    """Whether an id is a value in the payload; before a value of canonical JSON is a colon."""
    find = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return find(event.c.payload, f":{json.dumps(id_, ensure_ascii=False)}") > 0
