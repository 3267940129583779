"""Cache of the rows of long records, used while they are still valid.

Rows are alike, so those of a record are packed together: a row takes some 300 bytes in place of
nearly 5,000, and 600 of them are unpacked in 3 ms.
"""

import pickle
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import NamedTuple, Self

from cachetools import LRUCache

from projections.queries.answer_types import EvaluationRow

MOST_ROWS = 40_000
"""About 12 MB."""
LONG = 80
"""Versions of a card from which a record is cached: a shorter one is as fast to evaluate."""
Marked = Mapping[str, tuple[object, EvaluationRow]]
"""Rows that were evaluated for a player alone, by occasion, each with its dependencies."""


class CachedRows(NamedTuple):
    """The rows of a player, packed, with their number: all of them in a ``state`` of the log.

    ``rests_on``: the dependencies of the marked rows in any other state, beside their marks.
    """

    state: object
    rests_on: object
    length: int
    packed: bytes

    @classmethod
    def of(
        cls, state: object, rests_on: object, alone: Marked, rows: Sequence[EvaluationRow]
    ) -> Self:
        """Return all rows of a player, with those evaluated for him ``alone`` marked."""
        packed = zlib.compress(pickle.dumps((alone, rows)), level=1)
        return cls(state, rests_on, len(rows), packed)

    def rows(self) -> tuple[Marked, Sequence[EvaluationRow]]:
        """Return the marked rows, and all rows."""
        return pickle.loads(zlib.decompress(self.packed))  # type: ignore[no-any-return]  # noqa: S301


class RowCache:
    """Thread-safe cache of ``most`` rows, of players with ``least`` versions or more."""

    def __init__(self, most: int = MOST_ROWS, least: int = LONG) -> None:
        self.most = most
        self.least = least
        self._records: LRUCache[tuple[str, str], CachedRows]
        self._records = LRUCache(most, getsizeof=lambda record: record.length)
        self._lock = Lock()

    def find(self, pool: str, player: str) -> CachedRows | None:
        """Return the cached record of a player, whether or not it is still valid."""
        with self._lock:
            return self._records.get((pool, player))

    def keep(self, pool: str, player: str, record: CachedRows) -> None:
        """Cache a record: the least recently used go; one longer than the cache is left out."""
        with self._lock, suppress(ValueError):
            self._records[pool, player] = record
