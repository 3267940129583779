"""An event as it stands: by its id, or by the game, tournament or player that it brought in."""

from typing import Any

from sqlalchemy import Connection, select

from ledger.events.codec import data_of
from ledger.events.facts import CorrectionSubmitted
from ledger.events.messages import Message
from ledger.events.problems import refusal
from ledger.events.streams import game_subject, player_stream, tournament_stream
from ledger.log.schema import event
from ledger.log.standing_events import Recorded
from ledger.validation.ledger_state import LedgerState
from projections.queries.answer_types import EventAsItStands


def find_event(connection: Connection, ledger: LedgerState, name: str) -> Recorded:
    """The event with an id; else the one that brought in the game, tournament or player of it.

    Raises :class:`~ledger.events.problems.Refused` where there is none, or more than one.
    """
    target = ledger.event(name)
    if target is not None:
        return target
    subjects = [game_subject(name), tournament_stream(name), player_stream(name)]
    query = select(event.c.id).where(event.c.subject.in_(subjects))
    ids = list(connection.execute(query.order_by(event.c.position)).scalars())
    if len(ids) > 1:
        message = Message(
            "%(name)s names several things: say one of the events %(ids)s",
            name=repr(name),
            ids=", ".join(ids),
        )
        raise refusal("several-events", message, "event")
    found = ledger.event(ids[0]) if ids else None
    if found is None:
        message = Message(
            "there is no event %(name)s: `rating-ledger log` shows their ids", name=repr(name)
        )
        raise refusal("unknown-event", message, "event")
    return found


def event_as_it_stands(connection: Connection, name: str) -> EventAsItStands:
    """An event of the log as corrections have left it; no personal data are in it.

    Raises :class:`~ledger.events.problems.Refused` where there is none of this name.
    """
    ledger = LedgerState(connection)
    target = find_event(connection, ledger, name)
    is_correction = target.type == CorrectionSubmitted.type
    stands = None if is_correction else ledger.what_stands(target)
    data: dict[str, Any] | None = None if stands is None else dict(data_of(stands))
    where = select(event.c.position).where(event.c.id == target.id)
    return {
        "event": target.id,
        "position": connection.execute(where).scalar_one(),
        "type": target.type,
        "struck": stands is None and not is_correction,
        "data": dict(target.data) if is_correction else data,
    }
