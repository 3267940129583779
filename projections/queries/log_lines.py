"""The log by lines: one for each event, but one for a tournament and its many games."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, cast

import attrs
from sqlalchemy import Connection, select

from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.log.export import events
from ledger.log.schema import event
from projections.queries.answer_types import LogEntry

MOST_GAMES = 3
"""Events of a tournament in a row that have a line each."""
LOOKED_AT = 15_000
"""Events before a position that are looked at for a page."""
_OF_A_TOURNAMENT = GameSubmitted.type, TournamentSubmitted.type


@attrs.frozen
class LogLine:
    """Events in a row, by the last and the first of them; mostly one."""

    newest: LogEntry
    oldest: LogEntry
    events: int = 1

    @property
    def games(self) -> int:
        """The number of games; the first event is often their tournament."""
        return self.events - (self.oldest["type"] == TournamentSubmitted.type)

    @property
    def reason(self) -> str | None:
        """The reason that was given for it; that of a game is part of its result."""
        is_game = self.newest["type"] == GameSubmitted.type
        return None if is_game else self.newest["data"].get("reason")


def log_lines(connection: Connection, until: int, most: int) -> Sequence[LogLine]:
    """Return the lines of the events up to a position, the last one first."""
    spans = list(_spans(connection, until))
    if len(spans) > 1 and spans[-1][1] == until - LOOKED_AT + 1 > 1:
        spans = spans[:-1]  # its tournament may go on
    spans = spans[:most]
    wanted = event.c.position.in_({position for span in spans for position in span})
    entries = cast("Iterator[LogEntry]", events(connection, only=[wanted]))
    by_position = {each["position"]: each for each in entries}
    return [
        LogLine(by_position[last], by_position[first], last - first + 1) for last, first in spans
    ]


def _spans(connection: Connection, until: int) -> Iterator[tuple[int, int]]:
    """The last and the first position of each line."""
    looked_at = event.c.position.between(until - LOOKED_AT + 1, until)
    query = select(event.c.position, event.c.type, event.c.stream).where(looked_at)
    rows: Any = connection.execute(query.order_by(event.c.position.desc()))
    for stream, run in groupby(rows, lambda it: it.type in _OF_A_TOURNAMENT and it.stream):
        positions = [row.position for row in run]
        if stream and len(positions) > MOST_GAMES:
            yield positions[0], positions[-1]
        else:
            yield from zip(positions, positions, strict=True)
