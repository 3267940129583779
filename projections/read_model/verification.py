"""Whether the read model is as it was written: every row, their sums, the generations themselves.

``rebuild --check`` asks more, whether it is what the log gives, and takes a replay for it.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, CursorResult, Row, Select, select

from ledger.events.problems import TablesDamaged, damaged_tables
from ledger.log.schema import event
from ledger.log.verification import Finding
from projections.read_model.checked_rows import (
    CARD_COLUMNS,
    OCCASIONS,
    checked_cards,
    checked_occasion,
)
from projections.read_model.comparison import ROWS_AT_ONCE
from projections.read_model.digests import card_digest, dependency_digest, seal, total_of
from projections.read_model.schema import card, card_dependency, generation, occasion
from projections.replay.card_history import EvaluatedOccasion


def wrong_tables(connection: Connection) -> Iterator[Finding]:
    """What does not hold of the generations in service, one finding for each of them at most."""
    query = select(generation).where(generation.c.active).order_by(generation.c.pool)
    seen: set[str] = set()
    try:
        for active in connection.execute(query).all():
            if active.pool in seen:
                raise damaged_tables(f"{active.pool} has two generations in service", active.pool)
            seen.add(active.pool)
            try:
                _must_be_whole(connection, active)
            except TablesDamaged as damage:
                yield Finding(None, damage.problems[0].message)
    except TablesDamaged as damage:
        yield Finding(None, damage.problems[0].message)
    except (TypeError, ValueError) as error:  # no day, no number
        unreadable = damaged_tables(f"a generation cannot be read: {error!a}")
        yield Finding(None, unreadable.problems[0].message)


def _must_be_whole(connection: Connection, active: Row[Any]) -> None:
    """Raise :class:`~ledger.events.problems.TablesDamaged` where something does not hold."""
    pool = active.pool
    if seal(dict(active._mapping)) != active.seal:  # noqa: SLF001 - SQLAlchemy's name of it
        raise damaged_tables(f"{pool}: what is said of the generation in service", pool)
    at = select(event.c.chain_hash).where(event.c.position == active.position)
    if connection.execute(at).scalar() != active.chain_hash:
        raise damaged_tables(f"{pool}: they were made from another log", pool)
    cards = select(*CARD_COLUMNS).where(card.c.generation == active.id)
    with _rows(connection, cards) as rows:
        digest = total_of(card_digest(pool, *each) for each in checked_cards(rows, pool))
    read, occasions = 0, 0
    with _rows(connection, OCCASIONS.where(occasion.c.generation == active.id)) as rows:
        for row in rows:
            read += _dependencies(checked_occasion(row, pool))
            occasions += row.digest
    if total_of((digest, occasions)) != active.digest:
        raise damaged_tables(f"{pool}: rows are missing or were added", pool)
    named = select(card_dependency.c.player, card_dependency.c.key)
    with _rows(connection, named.where(card_dependency.c.generation == active.id)) as rows:
        kept = total_of(dependency_digest(str(row.player), str(row.key)) for row in rows)
    if kept != total_of((read,)):
        raise damaged_tables(f"{pool}: whose cards were read by what", pool)


def _rows(connection: Connection, query: Select[Any]) -> CursorResult[Any]:
    """Rows that are read page by page, to be closed whatever comes of them."""
    return connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE})


def _dependencies(done: EvaluatedOccasion) -> int:
    return sum(dependency_digest(player, done.key) for player in done.players or ())
