"""The events between two states of knowledge, by the occasions of a pool that they invalidate.

The events about a tournament lie in its stream; all others, games apart, are read once and taken
down by what they touch, as a going-on does.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

import attrs
from sqlalchemy import Connection, select

from ledger.events.facts import CorrectionSubmitted, GameSubmitted
from ledger.events.streams import tournament_stream
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import event
from ledger.log.standing_events import recorded_data
from projections.read_model.invalidation import Invalidated, RebuildNeeded, invalidate


@attrs.define
class _Sorted:
    """Events by what they invalidate: tournaments, players, ratings, or the whole pool."""

    tournaments: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    players: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    rated: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    frame: list[str] = attrs.field(factory=list)


class EventsBetween:
    """The events after one position of the log up to another that invalidate a part of a pool."""

    def __init__(self, connection: Connection, pool: str, after: int, until: int) -> None:
        self._connection = connection
        self._pool = pool
        self._since = (event.c.position > after, event.c.position <= until)

    def about_tournament(self, tournament: str, players: Collection[str]) -> tuple[str, ...]:
        """The ids of the events about a tournament, or about what its players are.

        Those of one kind come first; each in the order of the log.
        """
        query = select(event.c.id).where(event.c.stream == tournament_stream(tournament))
        own = self._connection.execute(query.where(*self._since).order_by(event.c.position))
        found = self._sorted
        return _once(
            *own.scalars(),
            *found.tournaments.get(tournament, ()),
            *(id_ for player in players for id_ in found.players.get(player, ())),
        )

    def concerns(self, player: str, tournament: str) -> bool:
        """Whether any of the events about a tournament is about more than others' games."""
        query = select(event).where(event.c.stream == tournament_stream(tournament), *self._since)
        rows = self._connection.execute(query.order_by(event.c.position))
        if any(self._concerns(player, entry) for entry in map(entry_of, rows)):
            return True
        return bool(self._sorted.tournaments.get(tournament) or self._sorted.players.get(player))

    def _concerns(self, player: str, entry: Entry) -> bool:
        data = recorded_data(entry)
        while entry.type == CorrectionSubmitted.type:
            if player in _sides(data.get("replacement") or {}):
                return True
            corrected = select(event).where(event.c.id == data["corrects"])
            entry = entry_of(self._connection.execute(corrected).one())
            data = recorded_data(entry)
        return entry.type != GameSubmitted.type or player in _sides(data)

    def about_ratings(self, players: Collection[str]) -> tuple[str, ...]:
        """The ids of the events that decide or adopt ratings of some players, or join them."""
        found = self._sorted
        return _once(*(id_ for player in players for id_ in found.rated.get(player, ())))

    @property
    def frame(self) -> tuple[str, ...]:
        """The ids of the events that concern everybody: rulebooks, decisions about a season."""
        return tuple(self._sorted.frame)

    @cached_property
    def _sorted(self) -> _Sorted:
        found = _Sorted()
        query = select(event).where(event.c.type != GameSubmitted.type, *self._since)
        rows = self._connection.execute(query.order_by(event.c.position))
        for entry in map(entry_of, rows):
            if not entry.stream.startswith(tournament_stream("")):
                self._sort(found, entry)
        return found

    def _sort(self, found: _Sorted, entry: Entry) -> None:
        invalidated = Invalidated()
        try:
            invalidate(invalidated, entry, self._connection, self._pool)
        except RebuildNeeded:
            found.frame.append(entry.id)
        for names, by_name in (
            (invalidated.tournaments, found.tournaments),
            (invalidated.players, found.players),
            (invalidated.rated, found.rated),
        ):
            for name in names:
                by_name[name].append(entry.id)


def _sides(game: Mapping[str, Any]) -> tuple[Any, Any]:
    return game.get("white"), game.get("black")


def _once(*ids: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))
