"""A generation being written beside the one in service, in small transactions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from operator import itemgetter
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from ledger import __version__
from ledger.log import full_disk
from ledger.log.database import WRITING, reporting_read_only
from ledger.log.decoding import stored_bytes
from ledger.log.schema import event, log_head
from ledger.log.statements import insert_rows
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.read_model.checked_rows import (
    CardText,
    card_digest,
    occasion_columns,
    occasion_digest,
    seal,
    total,
    total_of,
)
from projections.engine.read_model.fingerprint import fingerprint
from projections.engine.read_model.schema import (
    card,
    card_dependency,
    generation,
    occasion,
    standing,
)
from projections.engine.read_model.standings import value_cards
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.registry import registered
from projections.engine.replay.card_history import PackedOccasion, horizon_of
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import RulebookPeriod
from projections.engine.replay.shared_replay import packed_occasions

# --- writing the rows of a generation, a few thousand occasions at a time ------------------------


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that writes into the derived tables.

    Raises :class:`~ledger.events.problems.ReadOnlyDatabase` if they are read-only.
    """
    with (
        full_disk.noticed(engine),
        reporting_read_only(),
        engine.execution_options(**WRITING).begin() as connection,
    ):
        yield connection


@attrs.frozen
class Batch:
    """Some occasions by their columns, the cards they changed, and the players each of them read.

    ``read``: the key of an occasion, and players.
    """

    occasions: Sequence[tuple[str, str, str, str, str]]
    cards: Sequence[CardText]
    read: Sequence[tuple[str, Sequence[str]]]


def insert_batch(engine: Engine, pool: str, number: int, batch: Batch) -> int:
    """Write a batch into a generation, in one transaction; return the digest of its rows.

    In the order of the tables' keys, which halves the time: the trees grow in fewer places.  A
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


PROGRAM = __version__
OCCASIONS_AT_ONCE = 2_000


@attrs.frozen
class Written:
    """A complete generation that is not in service yet: its number, and its replay.

    ``horizon``: the last day with any event, including the lists that reports waited for;
    ``notes``: remarks on the replay.
    """

    number: int
    digest: int
    horizon: date
    events: int
    tournaments: int
    notes: tuple[str, ...]


def write_generation(
    connection: Connection, engine: Engine, pool: str, progress: Any, workers: int
) -> Written:
    """Replay a pool as ``connection`` sees it, and write the result.

    Several ``workers`` share the replay.
    """
    notes: list[str] = []
    history = History(connection, EVERYTHING)
    replay = Replay.of(history, pool, EVERYTHING)
    number = _begin(engine, replay, _chain_at(connection, history.position))
    connection.rollback()  # no process inherits a snapshot
    rows = _Rows(partial(insert_batch, engine, pool, number), connection)
    for evaluated in packed_occasions(replay, workers, notes.append):
        rows.add(evaluated)
        progress(1)
    rows.write()
    horizon = max(replay.schedule.horizon, rows.horizon)
    with writing(engine) as here:
        begun = here.execute(select(generation).where(generation.c.id == number)).one()
        cards = StoredCardHistory(here, begun, replay.spans)
        values = value_cards(cards, horizon, history.position, None)
    digest, tournaments = total(rows.digest, values), len(rows.tournaments)
    return Written(number, digest, horizon, history.position, tournaments, tuple(notes))


def activate_generation(connection: Connection, pool: str, written: Written) -> None:
    """Make a generation the active one, unless a rebuild that began later was faster."""
    _lock_log(connection)
    active = _active_numbers(connection, pool)
    if any(number > written.number for number in active):
        drop(connection, [written.number])
        return
    drop(connection, active)
    here = generation.c.id == written.number
    columns = dict(connection.execute(select(generation).where(here)).one()._mapping)  # noqa: SLF001
    columns |= {"active": True, "digest": written.digest, "horizon": written.horizon}
    columns["seal"] = seal(columns)
    connection.execute(update(generation).where(here).values(columns))


def drop(connection: Connection, numbers: Iterable[int]) -> None:
    """Delete generations."""
    for number in numbers:
        for table in (standing, card_dependency, card, occasion):
            connection.execute(delete(table).where(table.c.generation == number))
        connection.execute(delete(generation).where(generation.c.id == number))


class _Rows:
    """The result of a replay, passed on as rows a few thousand occasions at a time."""

    def __init__(self, insert: Callable[[Batch], int], reading: Connection) -> None:
        self.tournaments: set[str] = set()
        self.digest = 0
        self.horizon = date.min
        self._insert = insert
        self._reading = reading
        self._begin_batch()

    def _begin_batch(self) -> None:
        self._occasions: dict[str, tuple[str, str, str, str, str]] = {}
        self._cards: list[CardText] = []
        self._read: list[tuple[str, tuple[str, ...]]] = []

    def add(self, evaluated: PackedOccasion) -> None:
        """Add one occasion and the cards it changed."""
        done = evaluated.done
        self.horizon = max(self.horizon, horizon_of(done))
        if done.kind == "tournament":
            self.tournaments.add(done.subject)
        self._occasions[done.key] = occasion_columns(done)
        if done.players:
            self._read.append((done.key, done.players))
        self._cards += [(player, done.key, text) for player, text in evaluated.cards.items()]
        if len(self._occasions) >= OCCASIONS_AT_ONCE:
            self.write()

    def write(self) -> None:
        """Write the rows that have been added since the last time."""
        # A snapshot held open keeps SQLite's write-ahead log from starting again; the log up to
        # the position of the replay is the same in every later one.
        self._reading.rollback()
        batch = Batch(list(self._occasions.values()), self._cards, self._read)
        self.digest = total(self.digest, self._insert(batch))
        self._begin_batch()


def _begin(engine: Engine, replay: Replay, chain: bytes) -> int:
    """Create a generation, and remove unfinished ones that a finished one has overtaken.

    A later one is left alone: its rebuild may still be running.
    """
    with writing(engine) as connection:
        _lock_log(connection)
        active = _active_numbers(connection, replay.pool)
        if active:
            overtaken = select(generation.c.id).where(
                generation.c.pool == replay.pool, generation.c.id < min(active)
            )
            drop(connection, list(connection.execute(overtaken).scalars()))
        number: int = (connection.execute(select(func.max(generation.c.id))).scalar() or 0) + 1
        connection.execute(
            insert(generation).values(
                id=number,
                pool=replay.pool,
                position=replay.history.position,
                horizon=replay.schedule.horizon,
                summaries=replay.history.summaries(replay.pool),
                chain_hash=chain,
                program=PROGRAM,
                rulebooks=_rulebooks(replay.spans),
                active=False,
            )
        )
    return number


def _active_numbers(connection: Connection, pool: str) -> list[int]:
    """The numbers of the active generations of a pool: one, unless the table was damaged."""
    query = select(generation.c.id).where(generation.c.pool == pool, generation.c.active)
    return list(connection.execute(query).scalars())


def _lock_log(connection: Connection) -> None:
    """Take the lock of the log, under which generations begin and go into service."""
    connection.execute(select(log_head.c.id).with_for_update())


def _chain_at(connection: Connection, position: int) -> bytes:
    found = select(event.c.chain_hash).where(event.c.position == position)
    return stored_bytes(connection.execute(found).scalar_one())


def _rulebooks(spans: Sequence[RulebookPeriod]) -> str:
    """The fingerprints of some rulebooks by their names, as JSON."""
    found = {span.book.name: fingerprint(registered(span.book.name)) for span in spans}
    return orjson.dumps(found, option=orjson.OPT_SORT_KEYS).decode()
