"""The database of a ledger that is open: entered with the first question, shared by threads."""

from threading import RLock
from typing import TYPE_CHECKING

from projections.arguments import DayLike, Moment, day_of, position_or_moment

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from projections.history.cut import Cut


class OpenDatabase:
    """A database by its URL; connections are made when they are needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine: Engine | None = None
        self._lock = RLock()

    @property
    def engine(self) -> "Engine":
        """The engine for the database.

        Raises :class:`~ledger.events.problems.Refused` where there is no up-to-date ledger in it.
        """
        from sqlalchemy import QueuePool

        from ledger.log.database import connect, must_be_current

        with self._lock:
            if self._engine is None:
                # A view holds a connection until it is closed: nobody waits for another's.
                engine = connect(self._url, poolclass=QueuePool, max_overflow=-1)
                try:
                    must_be_current(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engine = engine
            return self._engine

    def expecting(self, head: int) -> "OpenDatabase":
        """The same, whose log is written to only while it ends at a position."""
        from ledger.log.expected_head import expecting

        same = OpenDatabase(self._url)
        same._engine = expecting(self.engine, head)
        return same

    def snapshot(self) -> "Connection":
        """A connection that sees one state of the ledger to its end."""
        from ledger.log.database import snapshot

        return snapshot(self.engine)

    def cut(self, on: DayLike | None, known_at: Moment | None) -> "Cut":
        """The two clocks of a question; a moment is looked up in the log.

        Raises ValueError for what is no day, position or moment.
        """
        from datetime import datetime

        from projections.history.cut import Cut

        day, known = day_of(on), position_or_moment(known_at)
        if isinstance(known, datetime):
            from ledger.log.event_log import position_at

            with self.engine.connect() as connection:
                known = position_at(connection, known)
        return Cut(day, known)

    def close(self) -> None:
        """Leave the database; a further question enters it again."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
                self._engine = None
