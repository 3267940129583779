"""A generation being written beside the one in service, in small transactions."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, Engine, delete, func, insert, select, update

from ledger import __version__
from ledger.log.database import WRITING, insert_rows, only_where_it_can_be_written
from ledger.log.schema import event, log_head
from projections.fingerprint import fingerprint
from projections.history.cut import EVERYTHING
from projections.history.history import History
from projections.read_model.checked_rows import occasion_columns
from projections.read_model.digests import card_digest, occasion_digest, seal, total
from projections.read_model.schema import card, card_dependency, generation, occasion
from projections.registry import registered
from projections.replay.card_history import evaluated_occasion, horizon_of
from projections.replay.replay import Evaluated, Replay
from projections.replay.schedule import RulebookPeriod

PROGRAM = __version__
OCCASIONS_AT_ONCE = 2_000


@attrs.frozen
class Written:
    """A generation that is complete and not in service yet: its number, what was replayed.

    ``horizon``: the last day on which anything happens, the lists included that were waited for.
    """

    number: int
    digest: int
    horizon: date
    events: int
    tournaments: int


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes into the derived tables.

    Raises :class:`~ledger.events.problems.OnlyReadable` where they can only be read.
    """
    with only_where_it_can_be_written(), engine.execution_options(**WRITING).begin() as connection:
        yield connection


def write_generation(connection: Connection, engine: Engine, pool: str, progress: Any) -> Written:
    """Replay a pool as ``connection`` sees it, and write what comes of it."""
    history = History(connection, EVERYTHING)
    replay = Replay.of(history, pool, EVERYTHING)
    number = _begin(engine, replay, _chain_at(connection, history.position))
    batch = _Batch(engine, pool, number)
    for evaluated in replay.run():
        batch.add(evaluated)
        progress(1)
    batch.flush()
    horizon = max(replay.schedule.horizon, batch.horizon)
    return Written(number, batch.digest, horizon, history.position, len(batch.tournaments))


def put_into_service(connection: Connection, pool: str, written: Written) -> None:
    """Make a generation the active one, unless a rebuild that began later was faster."""
    _one_at_a_time(connection)
    active = _in_service(connection, pool)
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
    """Throw generations away."""
    for number in numbers:
        for table in (card_dependency, card, occasion):
            connection.execute(delete(table).where(table.c.generation == number))
        connection.execute(delete(generation).where(generation.c.id == number))


class _Batch:
    """Rows on their way into a generation, written a few thousand occasions at a time."""

    def __init__(self, engine: Engine, pool: str, number: int) -> None:
        self.tournaments: set[str] = set()
        self.digest = 0
        self.horizon = date.min
        self._engine = engine
        self._pool = pool
        self._number = number
        self._occasions: dict[str, tuple[Any, ...]] = {}
        self._cards: list[tuple[Any, ...]] = []
        self._dependencies: list[tuple[Any, ...]] = []

    def add(self, evaluated: Evaluated) -> None:
        """Take in one occasion and the cards it changed."""
        key, number = evaluated.item.key, self._number
        done = evaluated_occasion(key, evaluated.occasion, evaluated.evaluation)
        self.horizon = max(self.horizon, horizon_of(evaluated.occasion))
        if done.kind == "tournament":
            self.tournaments.add(done.subject)
        columns = occasion_columns(done)
        self._occasions[key] = (number, *columns, occasion_digest(self._pool, *columns))
        self._dependencies += [(number, player, key) for player in done.players or ()]
        pack = evaluated.item.period.book.pack
        for player, changed in evaluated.evaluation.cards.items():
            text = pack(changed)
            self._cards.append(
                (number, player, key, text, card_digest(self._pool, player, key, text))
            )
        if len(self._occasions) >= OCCASIONS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what has been taken in."""
        occasions = list(self._occasions.values())
        with writing(self._engine) as connection:
            for table, rows in (
                (occasion, occasions),
                (card, self._cards),
                (card_dependency, self._dependencies),
            ):
                columns = [column.name for column in table.columns]
                insert_rows(connection, table.name, columns, rows)
        new = (row[-1] for rows in (occasions, self._cards) for row in rows)
        self.digest = total(self.digest, *new)
        self._occasions, self._cards, self._dependencies = {}, [], []


def _begin(engine: Engine, replay: Replay, chain: bytes) -> int:
    """A new generation; unfinished ones that a finished one has overtaken are cleared away.

    A later one is left alone: its rebuild may not have been killed, but be under way.
    """
    with writing(engine) as connection:
        _one_at_a_time(connection)
        active = _in_service(connection, replay.pool)
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


def _in_service(connection: Connection, pool: str) -> list[int]:
    """The numbers of the active generations of a pool: one, unless the table was damaged."""
    query = select(generation.c.id).where(generation.c.pool == pool, generation.c.active)
    return list(connection.execute(query).scalars())


def _one_at_a_time(connection: Connection) -> None:
    """Generations begin and go into service under the lock of the log, on either engine."""
    connection.execute(select(log_head.c.id).with_for_update())


def _chain_at(connection: Connection, position: int) -> bytes:
    found = select(event.c.chain_hash).where(event.c.position == position)
    return bytes(connection.execute(found).scalar_one())


def _rulebooks(spans: Sequence[RulebookPeriod]) -> str:
    """The fingerprints of some rulebooks by their names, as JSON."""
    found = {span.book.name: fingerprint(registered(span.book.name)) for span in spans}
    return orjson.dumps(found, option=orjson.OPT_SORT_KEYS).decode()
