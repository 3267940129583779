"""Verification of the read model as written: every row, their sums, the generations themselves.

``rebuild --check`` also verifies that it follows from the log, with a replay (decision 0066).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from typing import Any

import attrs
from sqlalchemy import Connection, CursorResult, Row, Select, bindparam, select

from ledger.events.problems import TablesDamaged, damaged_tables
from ledger.log.schema import event
from ledger.log.verification import Finding
from projections.engine.history.as_of import governed_on
from projections.engine.read_model.checked_rows import (
    CARD_COLUMNS,
    OCCASIONS,
    card_digest,
    checked_cards,
    checked_occasion,
    dependency_digest,
    occasion_columns,
    occasion_digest,
    seal,
    total,
    total_of,
)
from projections.engine.read_model.schema import (
    card,
    card_dependency,
    generation,
    occasion,
    standing,
)
from projections.engine.read_model.standings import (
    STANDINGS,
    StandingText,
    must_be_whole,
    standing_texts,
)
from projections.engine.replay.card_history import (
    EvaluatedOccasion,
    PackedOccasion,
    Version,
)
from projections.engine.replay.schedule import RulebookPeriod, period_on

# --- comparing the active read model with a replay -----------------------------------------------


ROWS_AT_ONCE = 5_000
Place = tuple[str, ...]
"""Key and player of a card or dependency, key of an occasion."""


@attrs.frozen
class StoredText:
    """The text of a row, and its digest if it has one."""

    text: str
    digest: int = 0


Rows = dict[Place, StoredText]


def differences(
    connection: Connection,
    active: Row[Any],
    replayed: Iterable[PackedOccasion],
    spans: Sequence[RulebookPeriod],
) -> Iterator[dict[str, object]]:
    """Yield every difference between a generation and a replay up to its position.

    Side by side: a line with ``player`` is about a card, or about its value on the day ``key``;
    one without is about the occasion itself, its readers and its subject.  If all rows are equal
    but their sum is not, one line is about the generation.
    """
    with ExitStack() as open_results:
        tables = [_Stored(connection, active.id, *each) for each in _TABLES]
        for table in tables:
            open_results.callback(table.close)
        yield from _compared(tables, active, replayed, spans)


def _compared(
    tables: Sequence["_Stored"],
    active: Row[Any],
    replayed: Iterable[PackedOccasion],
    spans: Sequence[RulebookPeriod],
) -> Iterator[dict[str, object]]:
    *by_key, values = tables
    found: dict[str, list[dict[str, object]]] = {table.name: [] for table in tables}
    digest = 0
    last: dict[str, tuple[str, str]] = {}
    for key, group in groupby(replayed, key=lambda each: each.done.key):
        evaluated = list(group)
        last |= {player: (key, text) for each in evaluated for player, text in each.cards.items()}
        expected = _expected(active.pool, key, evaluated)
        for table in by_key:
            rows = expected[table.name]
            digest += sum(row.digest for row in rows.values())
            found[table.name] += _unlike(table.name, table.up_to(key), rows)
    for table in by_key:
        found[table.name] += _unlike(table.name, table.up_to(None), {})
    versions = {
        player: Version(key, period.book.unpack(text))
        for player, (key, text) in last.items()
        if (period := period_on(governed_on(key), spans)) is not None
    }
    valued = standing_texts(active.pool, versions, active.horizon, spans)
    rows = {(str(active.horizon), player): _as_text(row) for player, row in valued.items()}
    digest += sum(row.digest for row in rows.values())
    stored = {(str(active.horizon), *place): row for place, row in values.up_to(None).items()}
    found[values.name] += _unlike(values.name, stored, rows)
    for lines in found.values():
        yield from lines
    if not any(found.values()) and active.digest != total(digest):
        yield {
            "table": "generation",
            "key": "digest",
            "stored": str(active.digest),
            "replayed": str(total(digest)),
        }


class _Stored:
    """The rows of one table of a generation, taken in the order of their keys."""

    def __init__(
        self,
        connection: Connection,
        generation: int,
        name: str,
        query: Select[Any],
        understood: Callable[..., tuple[Place, StoredText]],
    ) -> None:
        self.name = name
        result = connection.execute(
            query, {"generation": generation}, execution_options={"yield_per": ROWS_AT_ONCE}
        )
        self.close = result.close
        self._rows = (understood(*row) for row in result)
        self._next = next(self._rows, None)

    def up_to(self, key: str | None) -> Rows:
        """Return the rows not yet taken, up to a key or to the end."""
        taken: Rows = {}
        while self._next is not None and (key is None or self._next[0][0] <= key):
            place, text = self._next
            taken[place] = text
            self._next = next(self._rows, None)
        return taken


def _card(key: str, player: str, text: str, digest: int) -> tuple[Place, StoredText]:
    return (key, player), StoredText(text, digest)


def _occasion(key: str, *columns_and_digest: Any) -> tuple[Place, StoredText]:
    *columns, digest = columns_and_digest
    return (key,), StoredText(" ".join(columns), digest)


def _dependency(key: str, player: str) -> tuple[Place, StoredText]:
    return (key, player), StoredText(player)


def _as_text(row: StandingText) -> StoredText:
    return StoredText(f"{row.text} {row.unchanged_until}", row.digest)


def _standing(player: str, *columns: Any) -> tuple[Place, StoredText]:
    return (player,), _as_text(StandingText(*columns))


_TABLES: tuple[tuple[str, Select[Any], Callable[..., tuple[Place, StoredText]]], ...] = (
    (
        card.name,
        select(card.c.key, card.c.player, card.c.card, card.c.digest)
        .where(card.c.generation == bindparam("generation"))
        .order_by(card.c.key, card.c.player),
        _card,
    ),
    (
        occasion.name,
        OCCASIONS.where(occasion.c.generation == bindparam("generation")).order_by(occasion.c.key),
        _occasion,
    ),
    (
        card_dependency.name,
        select(card_dependency.c.key, card_dependency.c.player)
        .where(card_dependency.c.generation == bindparam("generation"))
        .order_by(card_dependency.c.key, card_dependency.c.player),
        _dependency,
    ),
    (
        standing.name,
        STANDINGS.where(standing.c.generation == bindparam("generation"), standing.c.digest != 0),
        _standing,
    ),
)


def _expected(pool: str, key: str, evaluated: Iterable[PackedOccasion]) -> dict[str, Rows]:
    """The rows that an occasion gives, by table."""
    cards, occasions, dependencies = Rows(), Rows(), Rows()
    for each in evaluated:
        columns = occasion_columns(each.done)
        occasions[key,] = StoredText(" ".join(columns[1:]), occasion_digest(pool, *columns))
        dependencies |= {(key, player): StoredText(player) for player in each.done.players or ()}
        for player, text in each.cards.items():
            cards[key, player] = StoredText(text, card_digest(pool, player, key, text))
    return {card.name: cards, occasion.name: occasions, card_dependency.name: dependencies}


def _unlike(table: str, stored: Rows, replayed: Rows) -> Iterator[dict[str, object]]:
    if stored == replayed:
        return
    for place in sorted(stored.keys() | replayed.keys()):
        ours, theirs = stored.get(place), replayed.get(place)
        if ours != theirs:
            yield {
                "table": table,
                **dict(zip(("key", "player"), place, strict=False)),
                "stored": _stored_text(ours, theirs),
                "replayed": None if theirs is None else theirs.text,
            }


def _stored_text(ours: StoredText | None, theirs: StoredText | None) -> str | None:
    if ours is None:
        return None
    only_digest = theirs is not None and ours.text == theirs.text
    return f"{ours.text} (its digest is another)" if only_digest else ours.text


def wrong_tables(connection: Connection) -> Iterator[Finding]:
    """Yield the faults of the generations in service, at most one finding for each."""
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
    except (TypeError, ValueError) as error:  # not a day or a number
        unreadable = damaged_tables(f"a generation cannot be read: {error!a}")
        yield Finding(None, unreadable.problems[0].message)


def _must_be_whole(connection: Connection, active: Row[Any]) -> None:
    """Raise :class:`~ledger.events.problems.TablesDamaged` if anything is wrong."""
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
    with _rows(connection, STANDINGS.where(standing.c.generation == active.id)) as rows:
        texts = ((player, StandingText(*row)) for player, *row in map(tuple[Any, ...], rows))
        values = total_of(must_be_whole(pool, *each).digest for each in texts)
    if total_of((digest, occasions, values)) != active.digest:
        raise damaged_tables(f"{pool}: rows are missing or were added", pool)
    named = select(card_dependency.c.player, card_dependency.c.key)
    with _rows(connection, named.where(card_dependency.c.generation == active.id)) as rows:
        kept = total_of(dependency_digest(str(row.player), str(row.key)) for row in rows)
    if kept != total_of((read,)):
        raise damaged_tables(f"{pool}: whose cards were read by what", pool)


def _rows(connection: Connection, query: Select[Any]) -> CursorResult[Any]:
    """Open rows that are read page by page, and close them in any case."""
    return connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE})


def _dependencies(done: EvaluatedOccasion) -> int:
    return sum(dependency_digest(player, done.key) for player in done.players or ())
