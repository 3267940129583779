"""Rows of the read model, each verified against its own digest when read (decision 0067)."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from struct import Struct
from typing import Any

import orjson
from sqlalchemy import select

from ledger.events.problems import TablesDamaged, damaged_tables
from projections.engine.read_model.schema import card, occasion
from projections.engine.replay.card_history import EvaluatedOccasion

# --- digests of the read model -------------------------------------------------------------------


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


def standing_digest(pool: str, player: str, text: str, until: str) -> int:
    """The digest of the value of a player's last card, packed, that holds until a day."""
    return _digest("standing", pool, player, text, until)


def dependency_digest(player: str, key: str) -> int:
    """Return the digest of a dependency row, which stores none; the occasion's players give it."""
    return _digest("dependency", player, key)


def total(*parts: int) -> int:
    """Return the sum of some digests; it wraps around, so that parts can be subtracted again."""
    return (sum(parts) + _WHOLE // 2) % _WHOLE - _WHOLE // 2


def total_of(parts: Iterable[int]) -> int:
    """The sum of many digests."""
    return total(sum(parts))


def seal(generation: Mapping[str, object]) -> int:
    """The seal over a generation's own columns, by their names."""
    written = [generation[name] for name in _SEALED]
    return _digest(*(it.hex() if isinstance(it, bytes) else str(it) for it in written))


def _digest(*parts: str) -> int:
    (digest,) = _SIGNED.unpack(blake2b(orjson.dumps(parts), digest_size=_BYTES).digest())
    return int(digest)


CARD_COLUMNS = (card.c.player, card.c.key, card.c.card, card.c.digest)
OCCASIONS = select(
    occasion.c.key,
    occasion.c.kind,
    occasion.c.subject,
    occasion.c.players,
    occasion.c.strengths,
    occasion.c.digest,
)
CardText = tuple[str, str, str]
"""A stored card: player, key and text."""


def checked_cards(rows: Iterable[Any], pool: str) -> Iterator[CardText]:
    """Yield rows of :data:`CARD_COLUMNS`, each verified.

    Raises :class:`~ledger.events.problems.TablesDamaged` for one that was altered.
    """
    for player, key, text, digest in rows:
        try:
            whole = card_digest(pool, player, key, text) == digest
        except TypeError:  # SQLite stores any type in any column
            whole = False
        if not whole:
            raise wrong_card(player, key, pool)
        yield player, key, text


def checked_occasion(row: Any, pool: str) -> EvaluatedOccasion:
    """Return a verified row that begins with the columns of :data:`OCCASIONS`.

    Raises :class:`~ledger.events.problems.TablesDamaged` if it was altered.
    """
    *columns, digest = row[:6]
    key, kind, subject, listed, strengths = columns
    try:
        whole = occasion_digest(pool, *columns) == digest
    except TypeError:
        whole = False
    if not whole:
        raise wrong_occasion(key, pool)
    players = orjson.loads(listed)
    named = None if players is None else tuple(players)
    return EvaluatedOccasion(key, kind, subject, named, strengths)


def occasion_columns(done: EvaluatedOccasion) -> tuple[str, str, str, str, str]:
    """Return an occasion as stored: key, kind, subject, its players and strengths as JSON."""
    listed = orjson.dumps(done.players).decode()
    return done.key, done.kind, done.subject, listed, done.packed_strengths


def wrong_card(player: object, key: object, pool: str) -> TablesDamaged:
    """Return the error for a card that was altered."""
    return damaged_tables(f"{pool}: a card of {player!a} of {str(key)[:10]!a}", pool)


def wrong_standing(player: object, pool: str) -> TablesDamaged:
    """Return the error for the value of a card that was altered."""
    return damaged_tables(f"{pool}: the value of a card of {player!a}", pool)


def wrong_occasion(key: object, pool: str) -> TablesDamaged:
    """Return the error for an occasion that was altered."""
    return damaged_tables(f"{pool}: an occasion of {str(key)[:10]!a}", pool)
