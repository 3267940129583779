"""What the history asks of the log: its events up to a position, each statement built once.

The parameters are ``until``, the last position, and ``names``, streams or ids.
"""

from functools import lru_cache
from typing import Any

from sqlalchemy import Select, bindparam, select

from ledger.events.facts import GameSubmitted
from ledger.log.database import one_of
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.standing_events import COLUMNS

STREAM_OF = select(event.c.stream).where(event.c.id == bindparam("id"))
EVENTS = select(*COLUMNS).where(event.c.position <= bindparam("until"))
_IS_A_GAME = event.c.type == GameSubmitted.type
ALL_BUT_GAMES = EVENTS.where(NOT_A_GAME).order_by(event.c.position)


@lru_cache
def whole_streams(dialect: str) -> Select[Any]:
    """Everything in some streams."""
    return EVENTS.where(one_of(dialect, event.c.stream, "names"))


@lru_cache
def games_of(dialect: str) -> Select[Any]:
    """The games in some streams."""
    return whole_streams(dialect).where(_IS_A_GAME)


@lru_cache
def all_but_games_of(dialect: str) -> Select[Any]:
    """Everything in some streams but the games."""
    return whole_streams(dialect).where(NOT_A_GAME)


@lru_cache
def games_by_id(dialect: str) -> Select[Any]:
    """Those of some events that are games."""
    return EVENTS.where(one_of(dialect, event.c.id, "names"), _IS_A_GAME)
