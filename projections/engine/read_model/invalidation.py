"""Invalidation: the occasions of a pool that new events require to be evaluated again.

They follow from the stream and the type of an event, never from its effect, which only the
rulebook knows.  If more than single occasions change, the pool is rebuilt.
"""

from collections.abc import Mapping
from typing import Any

import attrs
from sqlalchemy import Connection, not_, select

from ledger.events import facts
from ledger.events.streams import all_tournaments, game_subject
from ledger.log.effective_events import recorded_data
from ledger.log.event_log import Entry, read
from ledger.log.schema import NOT_A_GAME, event


class RebuildNeeded(Exception):
    """The new events change more than single occasions: rebuild."""


@attrs.define
class Invalidated:
    """The subjects of new events: tournaments, players' attributes, their clubs, their ratings.

    ``registrations``: True if one was corrected; ``rosters``: True if any of their data is new.
    """

    tournaments: set[str] = attrs.field(factory=set)
    players: set[str] = attrs.field(factory=set)
    clubs: set[str] = attrs.field(factory=set)
    rated: set[str] = attrs.field(factory=set)
    rosters: bool = False
    registrations: bool = False


def invalidate(invalidated: Invalidated, entry: Entry, connection: Connection, pool: str) -> None:
    """Add the subjects that an event invalidates in a pool.

    Raises :class:`RebuildNeeded` if that is more than single occasions.
    """
    kind, _, id_ = entry.stream.partition("/")
    data = recorded_data(entry)
    if kind == "tournament":
        invalidated.tournaments.add(id_)
    elif kind == "pool" and id_ == pool:
        _invalidate_pool(invalidated, entry, data, connection)
    elif kind == "player":
        _invalidate_player(invalidated, entry, id_, data, pool)
    elif entry.type == facts.PlayersMerged.type:
        invalidated.players |= {data["keep"], data["drop"]}
        invalidated.rated |= {data["keep"], data["drop"]}
    elif kind != "pool":
        raise RebuildNeeded  # a merge was corrected


def invalidated_between(connection: Connection, pool: str, after: int, until: int) -> Invalidated:
    """Return the subjects invalidated from one position to another, tournaments by their streams.

    The many games are not read.  Raises :class:`RebuildNeeded` as :func:`invalidate` does.
    """
    invalidated = Invalidated()
    first, beyond = all_tournaments()
    of_a_tournament = (event.c.stream > first) & (event.c.stream < beyond)
    here = event.c.position.between(after + 1, until)
    streams = select(event.c.stream).where(here, of_a_tournament).distinct()
    for stream in connection.execute(streams).scalars():
        invalidated.tournaments.add(stream.removeprefix(first))
    others = (NOT_A_GAME, not_(of_a_tournament))
    for entry in read(connection, after=after, until=until, only=others):
        invalidate(invalidated, entry, connection, pool)
    return invalidated


def _invalidate_pool(
    invalidated: Invalidated, entry: Entry, data: Mapping[str, Any], connection: Connection
) -> None:
    if entry.type == facts.ListPublished.type:
        return
    if entry.type != facts.DecisionRecorded.type:
        raise RebuildNeeded  # a rulebook, or a correction of one or of a decision
    about = data["about"]
    if "tournament" in about:
        invalidated.tournaments.add(about["tournament"])
    elif "game" in about:
        found = select(event.c.stream).where(event.c.subject == game_subject(about["game"]))
        stream: str = connection.execute(found).scalar_one()
        invalidated.tournaments.add(stream.removeprefix("tournament/"))
    else:
        raise RebuildNeeded


def _invalidate_player(
    invalidated: Invalidated, entry: Entry, player: str, data: Mapping[str, object], pool: str
) -> None:
    if entry.type == facts.EvaluationRecorded.type and data["pool"] == pool:
        raise RebuildNeeded
    if entry.type in (facts.RatingAdopted.type, facts.RatingDecided.type):
        if data["pool"] == pool:
            invalidated.rated.add(player)
    elif entry.type == facts.CorrectionSubmitted.type:
        invalidated.players.add(player)
        invalidated.rated.add(player)
        invalidated.rosters = invalidated.registrations = True
    elif entry.type == facts.MembershipDeclared.type:
        invalidated.clubs.add(player)
        invalidated.rosters = True
    elif entry.type == facts.PlayerRegistered.type:
        invalidated.rosters = True
