"""Works out the long records before anybody asks for them, so that no reader waits for one.

The first sight of six hundred evaluations takes a quarter of a second of the processor; what was
worked out once is taken from the rows that are kept, as long as they hold.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from threading import Event, Thread
from time import perf_counter

from ledger.diagnostics import Diagnostics
from projections.api import Ledger
from projections.operations.pool_view import PoolView
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
        for pool, player in self.long_records(pools):
            began = perf_counter()
            self._look_at(pool, player)
            if self._ended.wait(REST * (perf_counter() - began)):
                break
        return pools

    def long_records(self, pools: Collection[str]) -> list[tuple[str, str]]:
        """Pools and players, the longest record first, as many as can be kept together."""
        long = [(count, pool, player) for pool in pools for player, count in self._long_in(pool)]
        long.sort(key=lambda each: -each[0])
        rows = accumulate(count for count, _, _ in long)
        room = self._kept.most
        return [
            (pool, player)
            for (_, pool, player), total in zip(long, rows, strict=True)
            if total <= room
        ]

    def _long_in(self, pool: str) -> Sequence[tuple[str, int]]:
        with self._view(pool) as view:
            if view is None:
                return ()
            with view.answers() as answers:
                return long_records(answers, self._kept)

    def _look_at(self, pool: str, player: str) -> None:
        """Work one record out; one that cannot be is left to whoever asks for it."""
        try:
            with self._view(pool) as view:
                if view is not None:
                    view.player_to_read(player, self._kept)
        except Exception as error:  # rows may be damaged, the database away
            log.info("record_not_prepared", pool=pool, player=player, why=_named(error))

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
                log.info("not_prepared", why=_named(error))


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
