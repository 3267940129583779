"""Rows of long records that are kept from one question to the next, while they still hold.

They are alike, so those of a record are packed together: a row takes some 300 bytes in place of
nearly 5,000, and 600 of them are unpacked in 3 ms.
"""

import pickle
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple, Self

from cachetools import LRUCache

MOST_ROWS = 40_000
"""About 12 MB."""
LONG = 80
"""Versions of his card whose record is kept: a shorter one takes not much longer than looking."""
Row = Mapping[str, Any]
Marked = Mapping[str, tuple[object, Row]]
"""Rows that were evaluated for a player alone, by occasion, each with what it rests on."""


class KeptRecord(NamedTuple):
    """The rows of a player, so many, packed: all of them in a ``state`` of the log.

    ``rests_on``: what those that are marked rest on in any other state, beside their marks.
    """

    state: object
    rests_on: object
    length: int
    packed: bytes

    @classmethod
    def of(cls, state: object, rests_on: object, alone: Marked, rows: Sequence[Row]) -> Self:
        """All rows of a player, of which those evaluated for him ``alone`` are marked."""
        packed = zlib.compress(pickle.dumps((alone, rows)), level=1)
        return cls(state, rests_on, len(rows), packed)

    def rows(self) -> tuple[Marked, Sequence[Row]]:
        """Those that are marked, and all of them."""
        return pickle.loads(zlib.decompress(self.packed))  # type: ignore[no-any-return]  # noqa: S301


class KeptRows:
    """At ``most`` so many rows, of players with at ``least`` so many versions; for threads."""

    def __init__(self, most: int = MOST_ROWS, least: int = LONG) -> None:
        self.most = most
        self.least = least
        self._records: LRUCache[tuple[str, str], KeptRecord]
        self._records = LRUCache(most, getsizeof=lambda record: record.length)
        self._lock = Lock()

    def find(self, pool: str, player: str) -> KeptRecord | None:
        """What is kept of a player, whether or not it still holds."""
        with self._lock:
            return self._records.get((pool, player))

    def keep(self, pool: str, player: str, record: KeptRecord) -> None:
        """Keep a record; those asked for longest ago go, and one longer than all room is not."""
        with self._lock, suppress(ValueError):
            self._records[pool, player] = record
