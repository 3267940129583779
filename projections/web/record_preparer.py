"""Works out the long records before anybody asks for them, so that no reader waits for one.

The first sight of six hundred evaluations takes a quarter of a second of the processor; what was
worked out once is taken from the rows that are kept, as long as they hold.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

from ledger.diagnostics import Diagnostics
from projections.api import Ledger
from projections.pool_view import PoolView
from projections.queries.kept_rows import KeptRows, long_records

SECONDS_BEFORE = 3.0
"""After the start, in which the first readers are answered."""
SECONDS_BETWEEN_ROUNDS = 600.0
REST = 2.0
"""How much longer than for a record it waits after it, so that readers are not held up."""
log = Diagnostics(__name__)


class RecordPreparer:
    """A thread that goes through the long records, the longest first, once after the start.

    Later again where the log has grown: a record that has a few rows more than were kept takes
    little longer than one that has not.
    """

    def __init__(
        self,
        ledger: Ledger,
        kept: KeptRows,
        before: float = SECONDS_BEFORE,
        between: float = SECONDS_BETWEEN_ROUNDS,
    ) -> None:
        self._ledger = ledger
        self._kept = kept
        self._before = before
        self._between = between
        self._ended = Event()
        self._thread = Thread(target=self._go_round, name="records", daemon=True)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """It prepares meanwhile; a record that is being worked out is worked out to its end."""
        self._thread.start()
        try:
            yield
        finally:
            self._ended.set()
            self._thread.join()

    def prepare(self) -> Mapping[str, int | None]:
        """Go through the long records once; returns how far each pool was known at first."""
        pools = self._ledger.positions()["pools"]
        for pool in pools:
            for player in self._long_records(pool):
                began = perf_counter()
                self._look_at(pool, player)
                if self._ended.wait(REST * (perf_counter() - began)):
                    return pools
        return pools

    def _long_records(self, pool: str) -> list[str]:
        with self._view(pool) as view:
            if view is None:
                return []
            with view.answers() as answers:
                return long_records(answers, self._kept)

    def _look_at(self, pool: str, player: str) -> None:
        with self._view(pool) as view:
            if view is not None:
                view.player_to_read(player, self._kept)

    @contextmanager
    def _view(self, pool: str) -> Iterator[PoolView | None]:
        """The pool where its read model stands, as pages see it; None where there is none."""
        position = self._ledger.positions()["pools"].get(pool)
        if position is None:
            yield None
            return
        with self._ledger.pool(pool, known_at=position) as view:
            yield view

    def _go_round(self) -> None:
        done: Mapping[str, int | None] = {}
        wait = self._before
        while not self._ended.wait(wait):
            wait = self._between
            try:
                if self._ledger.positions()["pools"] != done:
                    done = self.prepare()
            except Exception as error:  # the database may be away; it is asked again
                log.info("not_prepared", why=f"{type(error).__name__}: {error}")
