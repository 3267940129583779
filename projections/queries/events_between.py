"""The events between two states of knowledge, by the occasions of a pool that they invalidate.

The events about a tournament lie in its stream; all others, games apart, are read once and taken
down by what they touch, as a going-on does.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

import attrs
from sqlalchemy import Connection, bindparam, select

from ledger.events.facts import CorrectionSubmitted, GameSubmitted
from ledger.events.streams import tournament_stream
from ledger.log.database import plain_rows
from ledger.log.event_log import Entry, entry_of
from ledger.log.schema import NOT_A_GAME, event
from ledger.log.standing_events import recorded_data
from projections.read_model.invalidation import Invalidated, RebuildNeeded, invalidate

ABOUT_GAMES = {GameSubmitted.type, CorrectionSubmitted.type}
_IN_STREAM = (
    event.c.stream == bindparam("stream"),
    event.c.position > bindparam("after"),
    event.c.position <= bindparam("until"),
)
_OWN = select(event.c.id, event.c.type).where(*_IN_STREAM).order_by(event.c.position)
_OWN_ENTRIES = select(event).where(*_IN_STREAM).order_by(event.c.position)


@attrs.define
class _Sorted:
    """Events by what they invalidate: tournaments, players, ratings, or the whole pool."""

    tournaments: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    players: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    rated: dict[str, list[str]] = attrs.field(factory=lambda: defaultdict(list))
    frame: list[str] = attrs.field(factory=list)


@attrs.define
class _OfTournament:
    """The events about one tournament: their ids, and whom they are about."""

    ids: list[str] = attrs.field(factory=list)
    players: set[Any] = attrs.field(factory=set)
    everybody: bool = False


class EventsBetween:
    """The events after one position of the log up to another that invalidate a part of a pool."""

    def __init__(self, connection: Connection, pool: str, after: int, until: int) -> None:
        self._connection = connection
        self._pool = pool
        self._tournaments: dict[str, _OfTournament] = {}
        self._since = (event.c.position > after, event.c.position <= until)
        self._between = {"after": after, "until": until}

    def about_tournament(self, tournament: str, players: Collection[str]) -> tuple[str, ...]:
        """The ids of the events about a tournament, or about what its players are.

        Those of one kind come first; each in the order of the log.
        """
        found = self._sorted
        return _once(
            *self._own(tournament).ids,
            *found.tournaments.get(tournament, ()),
            *(id_ for player in players for id_ in found.players.get(player, ())),
        )

    def concerns(self, player: str, tournament: str) -> bool:
        """Whether any of the events about a tournament is about more than others' games."""
        own = self._own(tournament)
        if own.everybody or player in own.players:
            return True
        return bool(self._sorted.tournaments.get(tournament) or self._sorted.players.get(player))

    def _own(self, tournament: str) -> "_OfTournament":
        """The events in a tournament's stream, read once for all of its players."""
        if tournament not in self._tournaments:
            self._tournaments[tournament] = self._read_own(tournament)
        return self._tournaments[tournament]

    def _read_own(self, tournament: str) -> "_OfTournament":
        """Whom they are about is read only where all of them are about games."""
        given = {"stream": tournament_stream(tournament), **self._between}
        rows = plain_rows(self._connection.execute(_OWN, given))
        found = _OfTournament([id_ for id_, _ in rows])
        found.everybody = not {type_ for _, type_ in rows} <= ABOUT_GAMES
        if not found.everybody:
            for entry in map(entry_of, self._connection.execute(_OWN_ENTRIES, given)):
                self._add_concerned(found, entry)
        return found

    def _add_concerned(self, found: "_OfTournament", entry: Entry) -> None:
        data = recorded_data(entry)
        while entry.type == CorrectionSubmitted.type:
            found.players.update(_sides(data.get("replacement") or {}))
            corrected = select(event).where(event.c.id == data["corrects"])
            entry = entry_of(self._connection.execute(corrected).one())
            data = recorded_data(entry)
        if entry.type == GameSubmitted.type:
            found.players.update(_sides(data))
        else:
            found.everybody = True

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
        query = select(event).where(NOT_A_GAME, *self._since)
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
