"""When a name was last withheld, erased or corrected, and answers about the past with it."""

from sqlalchemy import Connection, and_, func, or_, select

from ledger.events.facts import (
    CorrectionSubmitted,
    PlayerForgotten,
    PlayersMerged,
    PlayerWithheld,
)
from ledger.events.streams import player_stream
from ledger.log.schema import event

_CHANGE = (PlayerForgotten.type, PlayerWithheld.type, PlayersMerged.type)
_FIRST, _BEYOND = player_stream(""), player_stream("")[:-1] + "0"


def last_change_of_a_name(connection: Connection) -> int:
    """The last position at which a name came to be shown otherwise; 0 where none ever was."""
    of_a_player = and_(event.c.stream > _FIRST, event.c.stream < _BEYOND)
    corrected = and_(event.c.type == CorrectionSubmitted.type, of_a_player)
    last = select(func.max(event.c.position)).where(or_(event.c.type.in_(_CHANGE), corrected))
    found: int | None = connection.execute(last).scalar()
    return found or 0
