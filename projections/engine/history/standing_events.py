"""Of the whole log the events of a few types, settled: what there is, without the rest."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from ledger.events.facts import CorrectionSubmitted
from ledger.log.database import plain_rows
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.standing_events import COLUMNS, Recorded, StandingEvents


def standing_of_types(
    connection: Connection, types: Sequence[str], until: int
) -> StandingEvents[Recorded]:
    """The events of some types, none of them games, as known at position ``until``."""
    query = select(*COLUMNS).where(
        event.c.type.in_([*types, CorrectionSubmitted.type]),
        NOT_A_GAME,
        event.c.position <= until,
    )
    rows = plain_rows(connection.execute(query))
    return StandingEvents(Recorded(*row) for row in rows)
