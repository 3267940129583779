"""The database of a ledger that is open: entered with the first question, shared by threads.

Questions may be asked of a copy, a standby server that follows the log.  It may be behind, so
the database remembers the last position it has written or shown, and no answer is older.
"""

import time
from threading import RLock
from typing import TYPE_CHECKING

from projections.queries.arguments import DayLike, Moment, day_of, position_or_moment

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from projections.engine.history.as_of import AsOf

TRIES = 100
SECONDS_BETWEEN_TRIES = 0.02


class OpenDatabase:
    """A database by its URL, and perhaps a copy for questions; connections are made when needed.

    ``seen`` is the position that no answer may be older than.
    """

    def __init__(self, url: str, read_url: str | None = None) -> None:
        self._url = url
        self._read_url = read_url
        self._engine: Engine | None = None
        self._copy: Engine | None = None
        self._lock = RLock()
        self.seen = 0

    @property
    def has_copy(self) -> bool:
        """Whether questions are asked of a copy, which may be behind."""
        return self._read_url is not None

    @property
    def engine(self) -> "Engine":
        """The engine for the database, where events are appended.

        Raises :class:`~ledger.events.problems.Refused` where there is no up-to-date ledger in it.
        """
        from ledger.log.event_log import COMMITTED

        with self._lock:
            if self._engine is None:
                entered = _entered(self._url)
                # What is appended here tells its position once it is committed.
                told = {COMMITTED: self.see} if self.has_copy else {}
                self._engine = entered.execution_options(**told)
            return self._engine

    def expecting(self, head: int) -> "OpenDatabase":
        """The same, whose log is written to only while it ends at a position."""
        from ledger.log.event_log import expecting

        same = OpenDatabase(self._url, self._read_url)
        same._engine = expecting(self.engine, head)
        return same

    @property
    def copy(self) -> "Engine":
        """The engine for what questions are asked of, likewise; without a copy, the same."""
        if self._read_url is None:
            return self.engine
        with self._lock:
            if self._copy is None:
                self._copy = _entered(self._read_url)
            return self._copy

    def see(self, position: int) -> None:
        """From now on, no answer is older than this position."""
        with self._lock:
            self.seen = max(self.seen, position)

    def snapshot(self) -> "Connection":
        """A connection that sees one state of the ledger to its end, with all that was seen.

        That of the copy, which is waited for a moment where it is behind; else of the database.
        Raises :class:`~ledger.events.problems.Refused` where no server has got so far.
        """
        from ledger.events.problems import refusal
        from ledger.log.database import snapshot
        from projections.queries.read_consistency import at_position

        if not self.has_copy and not self.seen:
            return snapshot(self.engine)
        if (found := self._snapshot_of_copy()) is None:
            found = at_position(self.engine, self.seen)
        if found is None:
            message = f"position {self.seen} is not in this ledger yet: ask again in a moment"
            raise refusal("behind", message)
        connection, position = found
        self.see(position)
        return connection

    def _snapshot_of_copy(self) -> "tuple[Connection, int] | None":
        from ledger.events.problems import Refused
        from projections.queries.read_consistency import at_position

        for _ in range(TRIES if self.has_copy else 0):
            try:
                found = at_position(self.copy, self.seen)
            except Refused as refused:
                if {each.code for each in refused.problems} != {"no-connection"}:
                    raise
                return None  # the copy is away: the database itself is asked
            if found is not None:
                return found
            time.sleep(SECONDS_BETWEEN_TRIES)
        return None

    def as_of(self, on: DayLike | None, known_at: Moment | None) -> "AsOf":
        """The two clocks of a question; a moment is looked up in the log.

        Raises ValueError for what is no day, position or moment.
        """
        from datetime import datetime

        from projections.engine.history.as_of import AsOf

        day, known = day_of(on), position_or_moment(known_at)
        if isinstance(known, datetime):
            from ledger.log.event_log import position_at

            with self.snapshot() as connection:
                known = position_at(connection, known)
        return AsOf(day, known)

    def close(self) -> None:
        """Leave the database; a further question enters it again."""
        with self._lock:
            for engine in (self._engine, self._copy):
                if engine is not None:
                    engine.dispose()
            self._engine = self._copy = None


def _entered(url: str) -> "Engine":
    from sqlalchemy import QueuePool

    from ledger.log.database import connect, must_be_current

    # A view holds a connection until it is closed: nobody waits for another's.
    engine = connect(url, poolclass=QueuePool, max_overflow=-1)
    try:
        must_be_current(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine
