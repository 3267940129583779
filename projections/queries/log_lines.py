"""The log by lines: one for each event, but one for a tournament and its many games."""

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, cast

import attrs
from sqlalchemy import ColumnElement, Connection, false, or_, select

from ledger.events.facts import GameSubmitted, TournamentSubmitted
from ledger.log.export import about_player, events, submitted_by
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
    byes: int = 0

    @property
    def has_tournament(self) -> bool:
        """True if the first event is the tournament of the others."""
        return self.oldest["type"] == TournamentSubmitted.type

    @property
    def games(self) -> int:
        """The number of games with an opponent."""
        return self.events - self.has_tournament - self.byes

    @property
    def reason(self) -> str | None:
        """The reason that was given for it; that of a game is part of its result."""
        is_game = self.newest["type"] == GameSubmitted.type
        return None if is_game else self.newest["data"].get("reason")


@attrs.frozen
class LogPage:
    """Lines, the last event first, and the position before which the next page begins."""

    lines: Sequence[LogLine]
    before: int | None


def log_page(
    connection: Connection, until: int, most: int, type_: str, about: Sequence[str]
) -> LogPage:
    """Return the lines of the events up to a position.

    ``about``: a text that the events have in them or their account, and ids that it names.
    """
    lowest, only = max(1, until - LOOKED_AT + 1), [event.c.type == type_] if type_ else []
    if about:
        text = json.dumps(about[0], ensure_ascii=False)[1:-1]
        has_text = (
            event.c.id.contains(text, autoescape=True),
            event.c.payload.contains(text, autoescape=True),
        )
        only.append(or_(*has_text, submitted_by(text), about_player(connection, about[1:])))
    spans = list(_spans(connection, until, most, only))
    if not only and len(spans) > 1 and spans[-1][1] == lowest > 1:
        spans = spans[:-1]  # its tournament may go on
    shown = spans[:most]
    wanted = event.c.position.in_({position for span in shown for position in span})
    entries = cast("Iterator[LogEntry]", events(connection, only=[wanted]))
    found = {each["position"]: each for each in entries}
    before = lowest if only and len(spans) <= most else shown[-1][1] if shown else 1
    byes = _byes(connection, [span for span in shown if span[0] > span[1]])
    lines = [
        LogLine(found[last], found[first], last - first + 1, byes[last]) for last, first in shown
    ]
    return LogPage(lines, before if before > 1 else None)


def _byes(connection: Connection, spans: Sequence[tuple[int, int]]) -> Counter[int]:
    """The number of games without an opponent in each span, by its last position."""
    query = select(event.c.position).where(
        or_(false(), *(event.c.position.between(first, last) for last, first in spans)),
        event.c.type == GameSubmitted.type,
        ~event.c.payload.contains('"black":'),
    )
    lasts = sorted(last for last, _ in spans)
    return Counter(lasts[bisect_left(lasts, it)] for it in connection.scalars(query))


def _spans(
    connection: Connection, until: int, most: int, only: Sequence[ColumnElement[bool]]
) -> Iterator[tuple[int, int]]:
    """The last and the first position of each line; those of some events are lines alone."""
    looked_at = event.c.position.between(until - LOOKED_AT + 1, until)
    query = select(event.c.position, event.c.type, event.c.stream).where(looked_at, *only)
    query = query.order_by(event.c.position.desc())
    rows: Any = connection.execute(query.limit(most + 1) if only else query)
    for stream, run in groupby(rows, lambda it: it.type in _OF_A_TOURNAMENT and it.stream):
        positions = [row.position for row in run]
        if stream and len(positions) > MOST_GAMES and not only:
            yield positions[0], positions[-1]
        else:
            yield from zip(positions, positions, strict=True)
