"""The pace of a log so far, and detection of a clock that has leapt ahead of it.

The time of a log never goes back.  One append by a machine whose clock is a century ahead would
therefore misdate everything after it.  A log that has paused for months may pause for months
again; one that is written every night may not.  A clock is doubted if it is more than a day ahead
of the longest pause so far, counted from the last event (decision 0045).  A young log has no pace
yet: a limit of a day would refuse the second evening of every club that meets once a month.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
from sqlalchemy import BigInteger, ColumnElement, Connection, cast, func, null, select

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Refused, refusal
from ledger.log.schema import event

SLACK = timedelta(days=1)
USUAL_PAUSE = timedelta(days=31)
YOUNG = 20
LOOKED_BACK = 10_000
MOST_NAMED = 10
_MICROSECOND = timedelta(microseconds=1)


@attrs.define
class Pace:
    """The longest pause between two times of recording, given in order.

    A log that was recorded at fewer than twenty different times has no pace of its own yet and
    may pause for a month.
    """

    last: int | None = None
    times: int = 0
    longest: timedelta = timedelta(0)

    def add(self, recorded_at: int) -> None:
        """Take the next time of recording into account."""
        if recorded_at == self.last:
            return
        if self.last is not None:
            self.longest = max(self.longest, self.pause_until(recorded_at))
        self.times += 1
        self.last = recorded_at

    def pause_until(self, recorded_at: int) -> timedelta:
        """Return the longest pause before ``recorded_at``."""
        return (recorded_at - (recorded_at if self.last is None else self.last)) * _MICROSECOND

    def leaps(self, recorded_at: int) -> bool:
        """True if a time of recording is ahead of the pace so far."""
        usual = max(self.longest, USUAL_PAUSE if self.times < YOUNG else timedelta(0))
        return self.pause_until(recorded_at) > usual + SLACK


@attrs.define
class ClockLeaps:
    """The events whose time is ahead of the pace before them; given every event."""

    pace: Pace = attrs.field(factory=Pace)
    found: list[str] = attrs.field(factory=list)

    def add(self, position: int, recorded_at: int) -> None:
        """Take the next event into account."""
        if recorded_at == self.pace.last:
            return
        if self.pace.leaps(recorded_at):
            days = self.pace.pause_until(recorded_at).days
            self.found.append(f"by {days} days at position {position}")
        self.pace.add(recorded_at)

    def notes(self) -> Iterator[str]:
        """Yield notes on the first ten leaps of the log's time."""
        if self.found:
            more = " …" if len(self.found) > MOST_NAMED else ""
            yield (
                f"the time of the log leaps {', '.join(self.found[:MOST_NAMED])}{more}: "
                "a pause, or a clock that was wrong"
            )


def server_clock(dialect: str) -> ColumnElement[Any]:
    """Return the column of the database server's clock, null if it has none of its own."""
    if dialect == "sqlite":
        return null()
    return cast(func.extract("epoch", func.clock_timestamp()) * 1_000_000, BigInteger)


def require_plausible_clock(
    connection: Connection, size: int, last: int, clock: int, server: int | None
) -> None:
    """Refuse a machine's clock that is ahead of a log of ``size`` events, the last at ``last``.

    Times are in the log's microseconds.  The clock is also compared with the server's, if there
    is one.

    Raises :class:`~ledger.events.problems.Refused`.
    """
    ahead = (clock - last) * _MICROSECOND
    if size and ahead > SLACK and _pace_of(connection, size).leaps(clock):
        raise _clock_leap(
            clock, Message("%(days)s days after the last event of the log", days=ahead.days)
        )
    ahead = (clock - (clock if server is None else server)) * _MICROSECOND
    if ahead > SLACK:
        raise _clock_leap(
            clock, Message("%(days)s days ahead of the clock of the database", days=ahead.days)
        )


def _pace_of(connection: Connection, size: int) -> Pace:
    pace = Pace()
    recent = select(event.c.recorded_at).where(
        event.c.position > size - LOOKED_BACK, event.c.position <= size
    )
    for recorded_at in connection.execute(recent.order_by(event.c.position)).scalars():
        pace.add(recorded_at)
    return pace


def _clock_leap(clock: int, how_far: Message) -> Refused:
    at = datetime(1970, 1, 1, tzinfo=UTC) + clock * _MICROSECOND
    message = Message(
        "the clock of this machine says %(moment)s UTC, %(how_far)s, and the time of the log "
        "never goes back: set the clock, or give %(sure)s",
        moment=f"{at:%Y-%m-%d %H:%M}",
        how_far=how_far,
        sure=RequestField("clock_is_right"),
    )
    return refusal("clock-leap", message)
