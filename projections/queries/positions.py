"""The positions of the log and of the read model."""

from collections.abc import Iterator
from datetime import date, timedelta

from sqlalchemy import Connection, and_, func, or_, select

from ledger.events import facts
from ledger.events.codec import fact_of
from ledger.events.streams import player_stream
from ledger.log.effective_events import read_streams
from ledger.log.event_log import head_of, moment
from ledger.log.export import written
from ledger.log.schema import event
from projections.engine.read_model.generations import pools, reflected_position
from projections.queries.answer_types import Positions


def positions(connection: Connection) -> Positions:
    """The head of the log, and the position that the read model of each pool reflects."""
    head = head_of(connection)
    return {
        "head": head.size,
        "hash": head.chain_hash.hex(),
        "recorded_at": written(moment(head.recorded_at)),
        "pools": {pool: reflected_position(connection, pool) for pool in pools(connection)},
    }


def position_of_event(connection: Connection, id_: str) -> int | None:
    """Return the position of an event by its id; None if there is none."""
    return connection.execute(select(event.c.position).where(event.c.id == id_)).scalar()


# --- the last change of names: withheld, erased or corrected -------------------------------------


_CHANGE = (facts.PlayerForgotten.type, facts.PlayerWithheld.type, facts.PlayersMerged.type)
_FIRST, _BEYOND = player_stream(""), player_stream("")[:-1] + "0"


def last_change_of_names(connection: Connection, today: date) -> tuple[int, date | None]:
    """Return the last position at which a shown name changed, and the last day.

    0 if there is none; the day up to ``today`` on which withholding a name began or
    ended, None if there was none.
    """
    of_a_player = and_(event.c.stream > _FIRST, event.c.stream < _BEYOND)
    corrected = and_(event.c.type == facts.CorrectionSubmitted.type, of_a_player)
    last = select(func.max(event.c.position)).where(or_(event.c.type.in_(_CHANGE), corrected))
    found: int | None = connection.execute(last).scalar()
    days = (day for day in _days_of_withholding(connection) if day <= today)
    return found or 0, max(days, default=None)


def _days_of_withholding(connection: Connection) -> Iterator[date]:
    withheld = select(event.c.stream).where(event.c.type == facts.PlayerWithheld.type).distinct()
    streams = connection.execute(withheld).scalars().all()
    for recorded, data in read_streams(connection, streams, [facts.PlayerWithheld.type]).data():
        wish = fact_of(recorded.type, data)
        if isinstance(wish, facts.PlayerWithheld):
            yield wish.from_day
            if wish.until is not None and wish.until < date.max:
                yield wish.until + timedelta(days=1)
