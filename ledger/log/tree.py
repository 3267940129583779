"""The Merkle tree over the log: a leaf for every event, its chain hash.

The hash of each complete tile of 256 leaves is stored, as far as :func:`extend` has come; nothing
is added to an append.  Everything else is made of these and of the events when it is asked for.
Tiles are laid out as C2SP tlog-tiles describes, so that the tools of public logs can read them.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, select, text

from ledger.events.problems import refusal
from ledger.log import merkle
from ledger.log.database import WRITING, reporting_read_only
from ledger.log.decoding import stored_bytes
from ledger.log.event_log import known_size
from ledger.log.schema import event, tree_tile

TILE = 256
_LEVELS = 8  # from a leaf to the hash of a tile
_AT_ONCE = 20 * TILE
_INSERT = text(
    "INSERT INTO tree_tile (tile, hash) VALUES (:tile, :hash) ON CONFLICT (tile) DO NOTHING"
)


class LogTree:
    """The tree over the first ``size`` events, all of them by default."""

    def __init__(self, connection: Connection, size: int | None = None) -> None:
        self._connection = connection
        self.size = known_size(connection) if size is None else size
        self._tiles: dict[int, merkle.Complete] = {}

    def root(self, size: int | None = None) -> bytes:
        """Return the root, or that of an earlier size."""
        return merkle.root_of(self.size if size is None else size, self.hash_at)

    def inclusion(self, position: int) -> list[bytes]:
        """Return the proof that the event at a position is in the tree."""
        return merkle.inclusion(position - 1, self.size, self.hash_at)

    def consistency(self, old: int) -> list[bytes]:
        """Return the proof that an earlier tree is the beginning of this one."""
        return merkle.consistency(old, self.size, self.hash_at)

    def hash_at(self, level: int, index: int) -> bytes:
        """Return the hash of a complete subtree."""
        if level >= _LEVELS:
            return self._of_tiles(level - _LEVELS, index)
        tile, within = divmod(index << level, TILE)
        if tile not in self._tiles:
            self._tiles[tile] = merkle.tree_of(self._leaves(tile))
        return self._tiles[tile](level, within >> level)

    def tile(self, level: int, index: int, width: int) -> bytes | None:
        """Return the hashes of a tile of the public layout; None if the tree has it not yet."""
        first = index * TILE
        if (first + width) << (level * _LEVELS) > self.size:
            return None
        return b"".join(self.hash_at(level * _LEVELS, first + each) for each in range(width))

    def entries(self, index: int, width: int) -> bytes | None:
        """Return the data of the leaves of a tile, each after its length."""
        found = leaf_data(self._connection, index * TILE, min(index * TILE + width, self.size))
        whole = b"".join(len(each).to_bytes(2, "big") + each for each in found)
        return whole if len(found) == width else None

    def _leaves(self, tile: int) -> list[bytes]:
        end = min((tile + 1) * TILE, self.size)
        return [*map(merkle.leaf_hash, leaf_data(self._connection, tile * TILE, end))]

    @cached_property
    def _of_tiles(self) -> merkle.Complete:
        """The tree over the complete tiles; those that are not stored are made of the events."""
        whole = self.size // TILE
        query = select(tree_tile.c.hash).where(tree_tile.c.tile < whole).order_by(tree_tile.c.tile)
        stored = [stored_bytes(each) for each in self._connection.execute(query).scalars()]
        return merkle.tree_of([*stored, *_hashes(self._connection, len(stored), whole)])


def succession(connection: Connection, old: int, new: int) -> dict[str, Any]:
    """Return two states of the log, and the proof that one is the beginning of the other.

    Raises :class:`~ledger.events.problems.Refused` if the log has no such states.
    """
    tree = LogTree(connection)
    if not old <= new <= tree.size:
        message = f"from {old} to {new} is no growth of a log of {tree.size} events"
        raise refusal("no-such-state", message)
    proof = merkle.consistency(old, new, tree.hash_at)
    states = {
        name: {"size": size, "root": tree.root(size).hex()}
        for name, size in (("old", old), ("new", new))
    }
    return {**states, "proof": merkle.as_text(proof)}


def leaf_data(connection: Connection, after: int, until: int) -> Sequence[bytes]:
    """Return the chain hashes of the events at positions ``after`` + 1 … ``until``."""
    query = select(event.c.chain_hash).where(event.c.position > after, event.c.position <= until)
    rows = connection.execute(query.order_by(event.c.position)).scalars()
    return [stored_bytes(each) for each in rows]


def _hashes(connection: Connection, first: int, end: int) -> Iterator[bytes]:
    """Yield the hashes of some complete tiles, made of the events."""
    for start in range(first * TILE, end * TILE, _AT_ONCE):
        data = leaf_data(connection, start, min(start + _AT_ONCE, end * TILE))
        leaves = [*map(merkle.leaf_hash, data)]
        tree = merkle.tree_of(leaves)
        yield from (tree(_LEVELS, each) for each in range(len(leaves) // TILE))


def extend(connection: Connection) -> None:
    """Store the hashes of the tiles that are complete by now."""
    first = connection.execute(select(func.count()).select_from(tree_tile)).scalar_one()
    last = connection.execute(select(func.max(event.c.position))).scalar() or 0
    end = last // TILE
    rows = [
        {"tile": tile, "hash": each}
        for tile, each in enumerate(_hashes(connection, first, end), first)
    ]
    if rows:
        connection.execute(_INSERT, rows)


def rebuild(engine: Engine) -> None:
    """Throw the stored hashes away and make them again of the events."""
    with (
        reporting_read_only(),
        engine.connect().execution_options(**WRITING) as connection,
        connection.begin(),
    ):
        connection.execute(delete(tree_tile))
        extend(connection)


def wrong_tiles(connection: Connection) -> Iterator[int]:
    """Yield the first positions of the tiles whose stored hashes the events do not give."""
    rows = connection.execute(select(tree_tile.c.tile, tree_tile.c.hash))
    made = dict(enumerate(_hashes(connection, 0, known_size(connection) // TILE)))
    yield from sorted(row.tile * TILE + 1 for row in rows if made.get(row.tile) != row.hash)
