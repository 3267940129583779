"""The rows of a generation on their way into the database, a few thousand occasions at a time.

They are inserted by the replay's own process, or by another one while the replay goes on.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from operator import itemgetter

import attrs
from sqlalchemy import Connection, Engine

from ledger.log.database import (
    WRITING,
    connect,
    insert_rows,
    only_where_it_can_be_written,
)
from projections.read_model.checked_rows import CardText
from projections.read_model.digests import card_digest, occasion_digest, total_of
from projections.read_model.schema import card, card_dependency, occasion


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes into the derived tables.

    Raises :class:`~ledger.events.problems.OnlyReadable` where they can only be read.
    """
    with only_where_it_can_be_written(), engine.execution_options(**WRITING).begin() as connection:
        yield connection


@attrs.frozen
class Batch:
    """Some occasions by their columns, the cards they changed, and whose cards each of them read.

    ``read``: the key of an occasion, and players.
    """

    occasions: Sequence[tuple[str, str, str, str, str]]
    cards: Sequence[CardText]
    read: Sequence[tuple[str, Sequence[str]]]


Insert = Callable[[Batch], int]
"""Takes in a batch; what came to a digest since the last one, this batch included or not yet."""


def insert_batch(engine: Engine, pool: str, number: int, batch: Batch) -> int:
    """Write a batch into a generation, in one transaction; the digest of its rows.

    In the order of the tables' keys, whose trees grow in fewer places then: half the time.  A
    batch comes in the order of its occasions, so it is sorted by players alone.
    """
    if not batch.occasions:
        return 0
    occasions = [
        (number, *columns, occasion_digest(pool, *columns)) for columns in batch.occasions
    ]
    texts = sorted(batch.cards, key=itemgetter(0))
    cards = [(number, *text, card_digest(pool, *text)) for text in texts]
    pairs = ((number, player, key) for key, players in batch.read for player in players)
    read = sorted(pairs, key=itemgetter(1))
    with writing(engine) as connection:
        for table, rows in ((occasion, occasions), (card, cards), (card_dependency, read)):
            columns = [column.name for column in table.columns]
            insert_rows(connection, table.name, columns, rows)
    return total_of(row[-1] for rows in (occasions, cards) for row in rows)


@contextmanager
def inserting(engine: Engine, pool: str, number: int, *, beside: bool) -> Iterator[Insert]:
    """Where batches go: ``beside`` the replay into another process, or straight in.

    Of another process a batch returns the digest of the one before; an empty one waits for it.
    """
    if not beside:
        yield partial(insert_batch, engine, pool, number)
        return
    url = engine.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        yield _Beside(process, partial(_insert_at, url, pool, number))


class _Beside:
    """One batch is inserted while the next one is made, so that no more are in memory."""

    def __init__(self, process: ProcessPoolExecutor, insert: Insert) -> None:
        self._process = process
        self._insert = insert
        self._under_way: Future[int] | None = None

    def __call__(self, batch: Batch) -> int:
        before = 0 if self._under_way is None else self._under_way.result()
        self._under_way = self._process.submit(self._insert, batch) if batch.occasions else None
        return before


def _insert_at(url: str, pool: str, number: int, batch: Batch) -> int:
    engine = connect(url)
    try:
        return insert_batch(engine, pool, number, batch)
    finally:
        engine.dispose()
