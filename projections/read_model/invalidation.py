"""What new events touch: which occasions of a pool have to be looked at again.

Told from the stream and the type of an event, never from its effect: that is for the rulebook to
work out.  Where the frame itself changes, nothing can be told and the pool is rebuilt.
"""

from collections.abc import Mapping
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, select

from ledger.events.codec import upcast
from ledger.events.facts import (
    CorrectionSubmitted,
    DecisionRecorded,
    EvaluationRecorded,
    ListPublished,
    MembershipDeclared,
    PlayerRegistered,
    PlayersMerged,
    RatingAdopted,
    RatingDecided,
)
from ledger.events.streams import game_subject
from ledger.log.event_log import Entry
from ledger.log.schema import event


class Anew(Exception):
    """The new events change more than single occasions: rebuild."""


@attrs.define
class Touched:
    """What new events are about: tournaments, players' attributes, players' ratings."""

    tournaments: set[str] = attrs.field(factory=set)
    players: set[str] = attrs.field(factory=set)
    rated: set[str] = attrs.field(factory=set)
    rosters: bool = False


def touch(touched: Touched, entry: Entry, connection: Connection, pool: str) -> None:
    """Take down what an event touches in a pool.  Raises :class:`Anew` where that is too much."""
    kind, _, id_ = entry.stream.partition("/")
    data = upcast(entry.type, entry.schema, orjson.loads(entry.payload))
    if kind == "tournament":
        touched.tournaments.add(id_)
    elif kind == "pool" and id_ == pool:
        _touch_pool(touched, entry, data, connection)
    elif kind == "player":
        _touch_player(touched, entry, id_, data, pool)
    elif entry.type == PlayersMerged.type:
        touched.players |= {data["keep"], data["drop"]}
        touched.rated |= {data["keep"], data["drop"]}
    elif kind != "pool":
        raise Anew  # a merge corrected


def _touch_pool(
    touched: Touched, entry: Entry, data: Mapping[str, Any], connection: Connection
) -> None:
    if entry.type == ListPublished.type:
        return
    if entry.type != DecisionRecorded.type:
        raise Anew  # a rulebook, or a correction of one or of a decision
    about = data["about"]
    if "tournament" in about:
        touched.tournaments.add(about["tournament"])
    elif "game" in about:
        found = select(event.c.stream).where(event.c.subject == game_subject(about["game"]))
        stream: str = connection.execute(found).scalar_one()
        touched.tournaments.add(stream.removeprefix("tournament/"))
    else:
        raise Anew


def _touch_player(
    touched: Touched, entry: Entry, player: str, data: Mapping[str, Any], pool: str
) -> None:
    if entry.type == EvaluationRecorded.type and data["pool"] == pool:
        raise Anew
    if entry.type in (RatingAdopted.type, RatingDecided.type):
        if data["pool"] == pool:
            touched.rated.add(player)
    elif entry.type == CorrectionSubmitted.type:
        touched.players.add(player)
        touched.rated.add(player)
        touched.rosters = True
    elif entry.type == MembershipDeclared.type:
        touched.players.add(player)
        touched.rosters = True
    elif entry.type == PlayerRegistered.type:
        touched.rosters = True
