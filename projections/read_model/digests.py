"""Digests of the read model: a row, a generation or a part of it is as it was written.

Every card and every occasion carries the digest of its own content, so a question checks the rows
that it reads.  A generation carries the sum of them, which an incremental update can follow, and a
seal over its own columns, that sum among them; so verification also finds rows that are missing or
were added.  They guard against damage and stray hands: whoever wants to forge the read model can
work them out as well, and ``rebuild --check`` still finds it.

Digests are 64 bits wide and stored as signed integers; the number of the generation is no part of
them, so an incremental update must come to the digest that a rebuild comes to.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from struct import Struct
from typing import Any

import orjson

_BYTES = 8
_SIGNED = Struct(">q")
_WHOLE = 1 << 8 * _BYTES
_SEALED = (
    "id",
    "pool",
    "position",
    "horizon",
    "summaries",
    "chain_hash",
    "program",
    "rulebooks",
    "digest",
)


def card_digest(pool: str, player: str, key: str, text: str) -> int:
    """The digest of a player's card in a pool, packed, from the occasion under ``key``."""
    return _digest("card", pool, player, key, text)


def occasion_digest(pool: str, *columns: str) -> int:
    """The digest of an occasion of a pool, from its columns."""
    return _digest("occasion", pool, *columns)


def dependency_digest(player: str, key: str) -> int:
    """The digest of a row that has none of its own: it follows from the occasion's players."""
    return _digest("dependency", player, key)


def total(*parts: int) -> int:
    """The sum of some digests; it wraps around, so that parts can be taken away again."""
    return (sum(parts) + _WHOLE // 2) % _WHOLE - _WHOLE // 2


def total_of(parts: Iterable[int]) -> int:
    """The sum of many digests."""
    return total(sum(parts))


def seal(generation: Mapping[str, Any]) -> int:
    """The seal over a generation's own columns, by their names."""
    written = [generation[name] for name in _SEALED]
    return _digest(*(it.hex() if isinstance(it, bytes) else str(it) for it in written))


def _digest(*parts: str) -> int:
    (digest,) = _SIGNED.unpack(blake2b(orjson.dumps(parts), digest_size=_BYTES).digest())
    return int(digest)
