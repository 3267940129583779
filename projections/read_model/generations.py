"""The read model: written by a replay, read by every question, replaced as a whole.

A rebuild writes a new generation beside the one in service, in small transactions, and at the
end makes it the active one; who reads meanwhile keeps the old list, and a rebuild that is killed
leaves it in service.  The active generation remembers the chain hash of the position it
reflects: if the log does not carry that hash there any more, the read model is not believed.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any

import attrs
import orjson
from sqlalchemy import (
    Connection,
    Engine,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError

from ledger import __version__
from ledger.diagnostics import Diagnostics
from ledger.events.problems import refusal
from ledger.events.streams import all_pools
from ledger.log.database import WRITING, insert_rows, is_for_reading_only
from ledger.log.event_log import head_of
from ledger.log.schema import event, log_head
from projections.fingerprint import fingerprint
from projections.history.cut import EVERYTHING, Cut
from projections.history.history import History
from projections.read_model.comparison import differences
from projections.read_model.incremental import apply_new_events
from projections.read_model.invalidation import RebuildNeeded
from projections.read_model.schema import card, card_dependency, generation, occasion
from projections.read_model.stored_card_history import EarlierCardHistory, StoredCardHistory
from projections.registry import registered, usable
from projections.replay.card_history import (
    CardHistory,
    MemoryCardHistory,
    horizon_of,
    kind_and_subject,
)
from projections.replay.replay import Evaluated, Replay
from projections.replay.schedule import AS_ADOPTED, RulebookPeriod, WhatIf, periods

log = Diagnostics(__name__)
PROGRAM = __version__
OCCASIONS_AT_ONCE = 2_000
Progress = Callable[[int], None]


@attrs.frozen
class Rebuilt:
    """What a rebuild did: events read, tournaments evaluated, the time it took.

    ``differences``: where a check found the read model in service to say something else.
    """

    events: int
    tournaments: int
    seconds: float
    differences: tuple[dict[str, Any], ...] = ()


def summed_up(parts: Sequence[tuple[str, Rebuilt]]) -> dict[str, Any]:
    """What the rebuilds of some pools did together, in the contract's shape."""
    return {
        "events": parts[-1][1].events if parts else 0,
        "tournaments": sum(done.tournaments for _, done in parts),
        "seconds": sum(done.seconds for _, done in parts),
        "differences": [
            {"pool": pool, **each} for pool, done in parts for each in done.differences
        ],
    }


def pools(connection: Connection, cut: Cut = EVERYTHING) -> list[str]:
    """The pools that the ledger knew at the cut, by name."""
    first, beyond = all_pools()
    streams = select(event.c.stream).where(event.c.stream > first, event.c.stream < beyond)
    if cut.known_at is not None:
        streams = streams.where(event.c.position <= cut.known_at)
    found = connection.execute(streams.distinct()).scalars()
    return sorted(name.removeprefix(first) for name in found)


def must_have_pool(connection: Connection, pool: str, cut: Cut = EVERYTHING) -> None:
    """Refuse to answer about a pool that there is not, as known at the cut."""
    known = pools(connection, cut)
    if pool not in known:
        there_are = f"there are {', '.join(known)}" if known else "there is none yet"
        raise refusal("unknown-pool", f"there is no pool {pool!r}: {there_are}", "pool")


# --- reading ---------------------------------------------------------------------------------


def snapshot(engine: Engine) -> Connection:
    """A connection that sees one state of the ledger to the end, whatever is written meanwhile."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":  # SQLite's transactions are like that anyway
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def card_history(
    connection: Connection, pool: str, cut: Cut, what_if: WhatIf = AS_ADOPTED
) -> CardHistory:
    """The cards of a pool through time, as known at the cut.

    From the read model where it reflects just that, else from a replay in memory.
    """
    active = _active(connection, pool)
    head = head_of(connection).size
    known_at = head if cut.known_at is None else min(head, cut.known_at)
    stored = active is not None and active.position == known_at and not what_if
    if stored and _believed(connection, active):
        spans = periods(History.about(connection, cut, pool, ()), pool)
        if not (spans and _goes_on(spans[-1], active.horizon, cut.as_of)):
            return StoredCardHistory(connection, active, spans)
    return MemoryCardHistory(Replay.of(History(connection, cut), pool, cut, what_if))


def _goes_on(period: RulebookPeriod, horizon: date, as_of: date | None) -> bool:
    """Whether days of the rulebook's calendar come after the last occasion, up to ``as_of``."""
    if as_of is None or as_of <= horizon:
        return False
    return any(came.day > horizon for came in period.book.calendar(horizon, as_of))


def is_current(connection: Connection, pool: str) -> bool:
    """Whether the active generation reflects the whole log, as this program works it out."""
    active = _active(connection, pool)
    if active is None or not _made_by_these_rules(active):
        return False
    head = head_of(connection)
    return (active.position, bytes(active.chain_hash)) == (head.size, head.chain_hash)


def _active(connection: Connection, pool: str, *, for_update: bool = False) -> Any:
    query = select(generation).where(generation.c.pool == pool, generation.c.active)
    return connection.execute(query.with_for_update() if for_update else query).one_or_none()


# --- writing ---------------------------------------------------------------------------------


def catch_up(engine: Engine, pool: str, progress: Progress = lambda _: None) -> None:
    """Bring the read model of a pool to the end of the log, if it is not there.

    Goes on from where it stands, or rebuilds where that cannot be done or would take longer.  On
    a copy that can only be read it stays behind, and a replay answers.
    """
    with engine.connect() as connection:
        if is_current(connection, pool):
            return
    try:
        if not _apply_new_events(engine, pool):
            rebuild(engine, pool, progress)
    except DBAPIError as error:
        if not is_for_reading_only(error):
            raise
        log.info("pool_left_behind", pool=pool)


def _apply_new_events(engine: Engine, pool: str) -> bool:
    try:
        with _writing(engine) as connection:
            active = _active(connection, pool, for_update=True)
            if active is None or not _believed(connection, active):
                return False
            journal = apply_new_events(connection, active)
    except RebuildNeeded:
        return False
    log.info("pool_continued", pool=pool, occasions=journal.evaluated)
    return True


def before_and_after(
    connection: Connection, pool: str, position: int
) -> tuple[CardHistory, CardHistory]:
    """The cards of a pool as known at ``position`` and now, inside an open transaction.

    The read model, which must stand at ``position``, goes on in the transaction where it can.
    """
    active = _active(connection, pool, for_update=True)
    if active is not None and active.position == position and _believed(connection, active):
        try:
            with connection.begin_nested():
                journal = apply_new_events(connection, active)
        except RebuildNeeded:
            pass
        else:
            spans = periods(History.about(connection, EVERYTHING, pool), pool)
            now = StoredCardHistory(connection, _active(connection, pool), spans)
            earlier = EarlierCardHistory(
                now, position, journal.horizon, journal.cards, journal.occasions
            )
            return earlier, now
    before = Replay.of(History(connection, Cut(known_at=position)), pool, EVERYTHING)
    after = Replay.of(History(connection, EVERYTHING), pool, EVERYTHING)
    return MemoryCardHistory(before), MemoryCardHistory(after)


def _believed(connection: Connection, active: Any) -> bool:
    """Whether a generation was made by this program, under its rules, from the log as it is."""
    found = select(event.c.chain_hash).where(event.c.position == active.position)
    chain = connection.execute(found).scalar()
    return chain is not None and chain == active.chain_hash and _made_by_these_rules(active)


def _made_by_these_rules(active: Any) -> bool:
    """Whether program and rulebooks are those that made a generation.

    A version alone does not tell: a rule may have been changed under the same one.
    """
    if active.program != PROGRAM or not active.rulebooks:
        return False
    made_with: dict[str, str] = orjson.loads(active.rulebooks)
    books = {name: usable(name) for name in made_with}
    return made_with == {
        name: fingerprint(book) for name, book in books.items() if book is not None
    }


def _rulebooks(spans: Sequence[RulebookPeriod]) -> str:
    """The fingerprints of some rulebooks by their names, as JSON."""
    found = {span.book.name: fingerprint(registered(span.book.name)) for span in spans}
    return orjson.dumps(found, option=orjson.OPT_SORT_KEYS).decode()


def rebuild(engine: Engine, pool: str, progress: Progress = lambda _: None) -> Rebuilt:
    """Replay a pool from the log into a new generation and put it into service."""
    started = time.perf_counter()
    number, done = _write_generation(engine, pool, progress)
    with _writing(engine) as connection:
        _put_into_service(connection, pool, number)
    seconds = time.perf_counter() - started
    log.info("pool_rebuilt", pool=pool, position=done.events, seconds=round(seconds, 3))
    return attrs.evolve(done, seconds=seconds)


def _put_into_service(connection: Connection, pool: str, number: int) -> None:
    """Make a generation the active one, unless a rebuild that began later was faster."""
    _one_at_a_time(connection)
    active = _active(connection, pool)
    if active is not None and active.id > number:
        _drop(connection, [number])
        return
    if active is not None:
        _drop(connection, [active.id])
    connection.execute(update(generation).where(generation.c.id == number).values(active=True))


def check(engine: Engine, pool: str, progress: Progress = lambda _: None) -> Rebuilt:
    """Catch up, replay a pool beside the read model in service and report every difference."""
    started = time.perf_counter()
    catch_up(engine, pool, progress)
    number, done = _write_generation(engine, pool, progress)
    with _writing(engine) as connection:
        active = _active(connection, pool)
        found = () if active is None else tuple(differences(connection, active.id, number))
        _drop(connection, [number])
    return attrs.evolve(done, seconds=time.perf_counter() - started, differences=found)


def _write_generation(engine: Engine, pool: str, progress: Progress) -> tuple[int, Rebuilt]:
    with engine.connect() as connection:
        must_have_pool(connection, pool)
        history = History(connection, EVERYTHING)
        replay = Replay.of(history, pool, EVERYTHING)
        number = _begin(engine, replay, _chain_at(connection, history.position))
        batch = _Batch(engine, number)
        for evaluated in replay.run():
            batch.add(evaluated)
            progress(1)
        batch.flush()
    with _writing(engine) as connection:
        own = update(generation).where(generation.c.id == number)
        connection.execute(own.values(horizon=max(replay.schedule.horizon, batch.horizon)))
    return number, Rebuilt(history.position, len(batch.tournaments), 0.0)


class _Batch:
    """Rows on their way into a generation, written a few thousand occasions at a time."""

    def __init__(self, engine: Engine, number: int) -> None:
        self.tournaments: set[str] = set()
        self.horizon = date.min
        self._engine = engine
        self._number = number
        self._occasions: dict[str, tuple[Any, ...]] = {}
        self._cards: list[tuple[Any, ...]] = []
        self._dependencies: list[tuple[Any, ...]] = []

    def add(self, evaluated: Evaluated) -> None:
        """Take in one occasion and the cards it changed."""
        item = evaluated.item
        kind, subject = kind_and_subject(evaluated.occasion)
        self.horizon = max(self.horizon, horizon_of(evaluated.occasion))
        if kind == "tournament":
            self.tournaments.add(subject)
        players = evaluated.occasion.players
        listed = orjson.dumps(players).decode()
        self._occasions[item.key] = (self._number, item.key, kind, subject, listed)
        self._dependencies += [(self._number, player, item.key) for player in players or ()]
        pack = item.period.book.pack
        for player, changed in evaluated.evaluation.cards.items():
            self._cards.append((self._number, player, item.key, pack(changed)))
        if len(self._occasions) >= OCCASIONS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what has been taken in."""
        with _writing(self._engine) as connection:
            for table, rows in (
                (occasion, list(self._occasions.values())),
                (card, self._cards),
                (card_dependency, self._dependencies),
            ):
                columns = [column.name for column in table.columns]
                insert_rows(connection, table.name, columns, rows)
        self._occasions, self._cards, self._dependencies = {}, [], []


def _writing(engine: Engine) -> Any:
    return engine.execution_options(**WRITING).begin()


def _begin(engine: Engine, replay: Replay, chain: bytes) -> int:
    """A new generation; unfinished ones that a finished one has overtaken are cleared away.

    A later one is left alone: its rebuild may not have been killed, but be under way.
    """
    with _writing(engine) as connection:
        _one_at_a_time(connection)
        active = _active(connection, replay.pool)
        if active is not None:
            overtaken = select(generation.c.id).where(
                generation.c.pool == replay.pool, generation.c.id < active.id
            )
            _drop(connection, list(connection.execute(overtaken).scalars()))
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


def _one_at_a_time(connection: Connection) -> None:
    """Generations begin and go into service under the lock of the log, on either engine."""
    connection.execute(select(log_head.c.id).with_for_update())


def _chain_at(connection: Connection, position: int) -> bytes:
    found = select(event.c.chain_hash).where(event.c.position == position)
    return bytes(connection.execute(found).scalar_one())


def _drop(connection: Connection, numbers: Iterable[int]) -> None:
    for number in numbers:
        for table in (card_dependency, card, occasion):
            connection.execute(delete(table).where(table.c.generation == number))
        connection.execute(delete(generation).where(generation.c.id == number))
