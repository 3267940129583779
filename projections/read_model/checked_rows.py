"""Rows of the read model as a question reads them: each is held against its own digest."""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson
from sqlalchemy import select

from ledger.events.problems import TablesDamaged, damaged_tables
from projections.read_model.digests import card_digest, occasion_digest
from projections.read_model.schema import card, occasion
from projections.replay.card_history import EvaluatedOccasion

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
"""A card as it is stored: player, key and text."""


def checked_cards(rows: Iterable[Any], pool: str) -> Iterator[CardText]:
    """Rows of :data:`CARD_COLUMNS`, each as it was written.

    Raises :class:`~ledger.events.problems.TablesDamaged` for one that is not.
    """
    for player, key, text, digest in rows:
        try:
            whole = card_digest(pool, player, key, text) == digest
        except TypeError:  # SQLite keeps any kind of value in any column
            whole = False
        if not whole:
            raise wrong_card(player, key, pool)
        yield player, key, text


def checked_occasion(row: Any, pool: str) -> EvaluatedOccasion:
    """A row that begins with the columns of :data:`OCCASIONS`, as it was written.

    Raises :class:`~ledger.events.problems.TablesDamaged` where it is not.
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
    """An occasion as it is stored: key, kind, subject, its players and strengths as JSON."""
    listed = orjson.dumps(done.players).decode()
    return done.key, done.kind, done.subject, listed, done.packed_strengths


def wrong_card(player: object, key: object, pool: str) -> TablesDamaged:
    """The refusal of a card that is not as it was written."""
    return damaged_tables(f"{pool}: a card of {player!a} of {str(key)[:10]!a}", pool)


def wrong_occasion(key: object, pool: str) -> TablesDamaged:
    """The refusal of an occasion that is not as it was written."""
    return damaged_tables(f"{pool}: an occasion of {str(key)[:10]!a}", pool)
