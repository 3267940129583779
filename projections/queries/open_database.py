"""The database of an open ledger: connected on the first query, shared by threads.

Queries may use a copy, a standby server that follows the log.  It may be behind, so
the database remembers the last position it has written or shown, and no answer is older.
"""

import time
from threading import RLock
from typing import TYPE_CHECKING

from projections.queries.arguments import DayLike, Moment, day_of, position_or_moment

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from projections.engine.history.as_of import AsOf
    from projections.queries.search_index import SearchIndex
    from projections.queries.whole_list import WholeLists

TRIES = 100
SECONDS_BETWEEN_TRIES = 0.02


class OpenDatabase:
    """A database by its URL, and optionally a copy for queries; connections are made when needed.

    ``seen`` is the position that no answer may be older than, ``read_models`` has those of pools.
    """

    def __init__(self, url: str, read_url: str | None) -> None:
        self._url = url
        self._read_url = read_url
        self._engine: Engine | None = None
        self._copy: Engine | None = None
        self._search_index: SearchIndex | None = None
        self._whole_lists: WholeLists | None = None
        self._lock = RLock()
        self.seen = 0
        self.read_models: dict[str, int] = {}

    @property
    def has_copy(self) -> bool:
        """True if queries use a copy, which may be behind."""
        return self._read_url is not None

    @property
    def engine(self) -> "Engine":
        """Return the engine of the database, which appends events.

        Raises :class:`~ledger.events.problems.Refused` if it has no up-to-date ledger.
        """
        from ledger.log.event_log import COMMITTED

        with self._lock:
            if self._engine is None:
                entered = _entered(self._url)
                # The position of what is appended here is known once it is committed.
                if self.has_copy:
                    entered = entered.execution_options(**{COMMITTED: self.see})
                self._engine = entered
            return self._engine

    @property
    def copy(self) -> "Engine":
        """Return the engine for queries: that of the copy, if there is one."""
        if self._read_url is None:
            return self.engine
        with self._lock:
            if self._copy is None:
                self._copy = _entered(self._read_url)
            return self._copy

    def search_index(self) -> "SearchIndex":
        """Return the index by which players and tournaments are found, one for all questions."""
        from projections.queries.search_index import SearchIndex

        with self._lock:
            if self._search_index is None:
                self._search_index = SearchIndex()
            return self._search_index

    def whole_lists(self) -> "WholeLists":
        """Return the lists that are kept, those of all pools."""
        from projections.queries.whole_list import WholeLists

        with self._lock:
            if self._whole_lists is None:
                self._whole_lists = WholeLists()
            return self._whole_lists

    def see(self, position: int) -> None:
        """Answer from this position of the log or later."""
        with self._lock:
            self.seen = max(self.seen, position)

    def see_read_models(self) -> None:
        """Allow no answer from a read model older than it is now, if queries use a copy."""
        from ledger.log.database import snapshot
        from projections.queries.positions import positions

        if self.has_copy:
            with snapshot(self.engine) as connection:
                reflected = positions(connection)["pools"]
            self.read_models = {pool: position or 0 for pool, position in reflected.items()}

    def snapshot(self) -> "Connection":
        """Return a connection that sees one state of the ledger, including all positions seen.

        It is that of the copy, after a short wait if it is behind, else of the database.
        Raises :class:`~ledger.events.problems.Refused` if no server has reached that position.
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
                found = at_position(self.copy, self.seen, self.read_models)
            except Refused as refused:
                if {each.code for each in refused.problems} != {"no-connection"}:
                    raise
                return None  # the copy is unreachable: use the primary database
            if found is not None:
                return found
            time.sleep(SECONDS_BETWEEN_TRIES)
        return None

    def as_of(self, on: DayLike | None, known_at: Moment | None) -> "AsOf":
        """Return the two clocks of a question; a time is looked up in the log.

        Raises ValueError for an invalid day, position or time.
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
        """Close the database connections, one that a thread still uses as soon as it is returned.

        A further query opens them again.
        """
        with self._lock:
            for engine in (self._engine, self._copy):
                if engine is not None:
                    _close(engine)
            self._engine = self._copy = None


def _close(engine: "Engine") -> None:
    """Dispose of an engine; otherwise a connection in use would stay open in a lost pool."""
    from sqlalchemy import event

    event.listen(engine.pool, "checkin", lambda _, entry: entry.close())
    engine.dispose()


def _entered(url: str) -> "Engine":
    from sqlalchemy import QueuePool

    from ledger.log.database import connect
    from ledger.log.revisions import must_be_current

    # A view holds a connection until it is closed, so that no view waits for another's.
    engine = connect(url, poolclass=QueuePool, max_overflow=-1)
    try:
        must_be_current(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine
