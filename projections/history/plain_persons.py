"""Players of whom a registration says all that the rules need: almost everybody.

An evaluation asks for the persons of hundreds of players, and for nothing else of their streams:
no ratings that they brought, no summaries.  Who has declared a membership, or of whom anything was
corrected, is left to be settled with his whole stream.
"""

from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, or_, select

from ledger.events.facts import CorrectionSubmitted, MembershipDeclared, PlayerRegistered
from ledger.events.streams import player_stream
from ledger.log.database import as_parameter, one_of
from ledger.log.decoding import stored_fact
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import event
from projections.history import translation
from projections.rulebooks.tournament import Player


def plain_persons(
    connection: Connection, registrations: Collection[str], until: int
) -> dict[str, Player]:
    """Those of some players, none of them merged, whose registration stands by itself.

    As known at position ``until``.  Raises :class:`~ledger.events.problems.LedgerDamaged` for one
    that cannot be read.
    """
    streams = as_parameter(connection, map(player_stream, registrations))
    given = {"until": until, "streams": streams}
    said: dict[str, list[Any]] = defaultdict(list)
    for stream, *recorded in repeated_rows(connection, _said(connection.dialect.name), given):
        said[stream].append(recorded)
    facts = [
        stored_fact(position, type_, schema, payload)
        for [(position, type_, schema, payload), *others] in said.values()
        if not others
    ]
    return {
        fact.player: translation.player(fact, ())
        for fact in facts
        if isinstance(fact, PlayerRegistered)
    }


@lru_cache
def _said(dialect: str) -> Select[Any]:
    says_who = (PlayerRegistered.type, MembershipDeclared.type, CorrectionSubmitted.type)
    return select(
        event.c.stream, event.c.position, event.c.type, event.c.schema, event.c.payload
    ).where(
        one_of(dialect, event.c.stream, "streams"),
        or_(*(event.c.type == type_ for type_ in says_who)),
        event.c.position <= bindparam("until"),
    )
