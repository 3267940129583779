"""The read model: written by a replay, read by every question, replaced as a whole.

A rebuild writes a new generation beside the one in service, in small transactions, and then
activates it.  Readers keep the old list meanwhile, and a killed rebuild leaves it in service
(decision 0012).
The active generation stores the chain hash of the position it reflects.  If the log no longer has
that hash there, the read model is not used.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import date
from functools import partial
from typing import Any

import attrs
import orjson
from sqlalchemy import Connection, Engine, bindparam, select
from sqlalchemy.exc import DBAPIError

from ledger.diagnostics import Diagnostics
from ledger.events.messages import Message
from ledger.events.problems import ReadOnlyDatabase, TablesDamaged, refusal
from ledger.events.streams import all_pools
from ledger.events.suggestions import with_suggestion
from ledger.gc_tuning import reduced_garbage_collection
from ledger.log.database import connect, only_readable, snapshot
from ledger.log.event_log import known_size
from ledger.log.schema import event
from ledger.log.workers import Workers, processes
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.read_model.checked_rows import seal
from projections.engine.read_model.earlier_card_history import EarlierCardHistory
from projections.engine.read_model.fingerprint import fingerprint
from projections.engine.read_model.historical_state import history_known_at
from projections.engine.read_model.incremental import apply_new_events
from projections.engine.read_model.invalidation import RebuildNeeded
from projections.engine.read_model.new_generation import (
    PROGRAM,
    activate_generation,
    write_generation,
    writing,
)
from projections.engine.read_model.schema import generation
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.read_model.verification import differences
from projections.engine.registry import usable
from projections.engine.replay.card_history import CardHistory, MemoryCardHistory, PackedOccasion
from projections.engine.replay.permission import announce_replay
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import AS_ADOPTED, RulebookPeriod, WhatIf, periods
from projections.engine.replay.shared_replay import packed_occasions

log = Diagnostics(__name__)
WORTH_GOING_BACK = 5
"""Going back pays unless the log is so many times as long as the part to be replayed."""
MOST = 4
"""Processes that share a replay for a question; more wait for the one that collects the cards."""
Progress = Callable[[int], None]
_FIRST_POOL, _BEYOND_POOLS = all_pools()
# Used for every page, so built once.
_POOLS = (
    select(event.c.stream)
    .where(event.c.stream > _FIRST_POOL, event.c.stream < _BEYOND_POOLS)
    .distinct()
)
_IN_LOG = select(event.c.chain_hash).where(event.c.position == generation.c.position)
_ACTIVE = select(generation).where(
    generation.c.pool == bindparam("pool"),
    generation.c.active,
    generation.c.chain_hash == _IN_LOG.scalar_subquery(),
)


@attrs.frozen
class Rebuilt:
    """The outcome of a rebuild: events read, tournaments evaluated, the time it took.

    ``differences``: the contradictions that a check found in the read model in service;
    ``notes``: remarks on the replay.
    """

    events: int
    tournaments: int
    seconds: float
    differences: tuple[dict[str, object], ...] = ()
    notes: tuple[str, ...] = ()


def combined_outcome(parts: Sequence[tuple[str, Rebuilt]]) -> dict[str, object]:
    """Return the combined outcome of the rebuilds of some pools, in the contract's shape.

    With ``notes`` if there are any.
    """
    notes = [note for _, done in parts for note in done.notes]
    return {
        "events": parts[-1][1].events if parts else 0,
        "tournaments": sum(done.tournaments for _, done in parts),
        "seconds": sum(done.seconds for _, done in parts),
        "differences": [
            {"pool": pool, **each} for pool, done in parts for each in done.differences
        ],
        **({"notes": notes} if notes else {}),
    }


def pools(connection: Connection) -> list[str]:
    """The pools that the ledger knows, by name."""
    found = connection.execute(_POOLS).scalars()
    return sorted(name.removeprefix(_FIRST_POOL) for name in found)


def must_have_pool(connection: Connection, pool: str) -> None:
    """Refuse if the pool does not exist."""
    known = pools(connection)
    if pool not in known:
        said = {"pool": repr(pool), "known": ", ".join(known)}
        message = Message("there is no pool %(pool)s: there are %(known)s", **said)
        if not known:
            message = Message("there is no pool %(pool)s: there is none yet", pool=repr(pool))
        raise refusal("unknown-pool", with_suggestion(message, pool, known), "pool")


# --- reading ---------------------------------------------------------------------------------


def card_history(
    connection: Connection, pool: str, as_of: AsOf, what_if: WhatIf = AS_ADOPTED
) -> CardHistory:
    """Return the cards of a pool through time, as known at the cut.

    From the read model if it reflects exactly that, else from a replay in memory.

    Raises `CostsReplay` if that costs a replay and replays are forbidden in this context.
    """
    active = None if what_if else _usable_generation(connection, pool)
    head = known_size(connection)
    known_at = head if as_of.known_at is None else min(head, as_of.known_at)
    found = None if active is None else _from_rows(connection, active, known_at)
    if found is not None:
        spans = found.periods
        if not (spans and _goes_on(spans[-1], found.horizon, as_of.day)):
            return found
    announce_replay()  # before the whole history is read for it
    replay = Replay.of(History(connection, as_of), pool, as_of, what_if)
    if connection.get_execution_options().get("writing"):  # another process sees no draft
        return MemoryCardHistory(replay)
    return MemoryCardHistory(replay, packed_occasions(replay, min(os.cpu_count() or 1, MOST)))


def _from_rows(connection: Connection, active: Any, known_at: int) -> CardHistory | None:
    """Return the card history from the rows of a generation; None if they do not suffice."""
    if active.position == known_at:
        history = History.about(connection, AsOf(known_at=known_at), active.pool)
        return StoredCardHistory(connection, active, periods(history, active.pool))
    if not known_at <= active.position <= WORTH_GOING_BACK * known_at:
        return None
    try:
        return history_known_at(connection, active, known_at)
    except (RebuildNeeded, TablesDamaged):
        return None


def _goes_on(period: RulebookPeriod, horizon: date, day: date | None) -> bool:
    """True if the rulebook's calendar has days after the last occasion, up to ``day``."""
    if day is None or day <= horizon:
        return False
    return any(came.day > horizon for came in period.book.calendar(horizon, day))


def is_current(connection: Connection, pool: str) -> bool:
    """True if the active generation reflects the whole log under the current program."""
    active = _usable_generation(connection, pool)
    return active is not None and active.position == known_size(connection)


def reflected_position(connection: Connection, pool: str) -> int | None:
    """The position of the log that the read model of a pool reflects; None: there is none."""
    active = _usable_generation(connection, pool)
    if active is None:
        return None
    position: int = active.position
    return position


# --- writing ---------------------------------------------------------------------------------


def catch_up(engine: Engine, pool: str, progress: Progress = lambda _: None) -> None:
    """Bring the read model of a pool to the end of the log, if it is behind.

    Updates it, or rebuilds it if an update is impossible or slower.  On a read-only copy it stays
    behind, and a replay answers.
    """
    with engine.connect() as connection:
        if is_current(connection, pool):
            return
    try:
        if not _apply_new_events(engine, pool):
            rebuild(engine, pool, progress)
    except ReadOnlyDatabase:
        log.info("pool_left_behind", pool=pool)


@reduced_garbage_collection()
def _apply_new_events(engine: Engine, pool: str) -> bool:
    try:
        with writing(engine) as connection:
            active = _usable_generation(connection, pool, for_update=True)
            if active is None:
                return False
            journal = apply_new_events(connection, active)
    except (RebuildNeeded, TablesDamaged):
        return False
    log.info("pool_continued", pool=pool, occasions=journal.evaluated)
    return True


def before_and_after(
    connection: Connection, pool: str, position: int
) -> tuple[CardHistory, CardHistory]:
    """Return the cards of a pool as known at ``position`` and now, inside an open transaction.

    The read model, which must be at ``position``, is updated in the transaction if possible.
    """
    active = _usable_generation(connection, pool, for_update=True)
    if active is not None and active.position == position:
        try:
            with connection.begin_nested():
                journal = apply_new_events(connection, active)
        except (RebuildNeeded, TablesDamaged):
            pass
        else:
            spans = periods(History.about(connection, EVERYTHING, pool), pool)
            now = StoredCardHistory(connection, _usable_generation(connection, pool), spans)
            return EarlierCardHistory(now, journal), now
    before = Replay.of(History(connection, AsOf(known_at=position)), pool, EVERYTHING)
    after = Replay.of(History(connection, EVERYTHING), pool, EVERYTHING)
    return MemoryCardHistory(before), MemoryCardHistory(after)


def _usable_generation(connection: Connection, pool: str, *, for_update: bool = False) -> Any:
    """Return the active generation if it is intact, made by this program and its rules, and
    matches the log; else None.
    """
    query = _ACTIVE.with_for_update() if for_update else _ACTIVE
    # A query continues if a role may not read it; on SQLite a refusal does not end the
    # transaction.
    is_sqlite = connection.dialect.name == "sqlite"
    try:
        with nullcontext() if is_sqlite else connection.begin_nested():
            found = connection.execute(query, {"pool": pool}).all()
    except (TypeError, ValueError, TablesDamaged):  # not a day, a number or a text
        return None
    except DBAPIError as error:
        if for_update or only_readable(error) is None:
            raise
        return None
    if len(found) != 1 or seal(dict(found[0]._mapping)) != found[0].seal:  # noqa: SLF001
        return None
    return found[0] if _is_made_by_this_program(found[0]) else None


def _is_made_by_this_program(active: Any) -> bool:
    """True if the current program and rulebooks made a generation.

    A version alone does not tell: a rule may have changed under the same version.
    """
    if active.program != PROGRAM or not active.rulebooks:
        return False
    made_with: dict[str, str] = orjson.loads(active.rulebooks)
    books = {name: usable(name) for name in made_with}
    return made_with == {
        name: fingerprint(book) for name, book in books.items() if book is not None
    }


@reduced_garbage_collection()
def rebuild(
    engine: Engine, pool: str, progress: Progress = lambda _: None, workers: int = 1
) -> Rebuilt:
    """Replay a pool from the log into a new generation and put it into service.

    Several ``workers`` share the replay.
    """
    started = time.perf_counter()
    with engine.connect() as connection:
        must_have_pool(connection, pool)
        written = write_generation(connection, engine, pool, progress, workers)
    with writing(engine) as connection:
        activate_generation(connection, pool, written)
    seconds = time.perf_counter() - started
    log.info("pool_rebuilt", pool=pool, position=written.events, seconds=round(seconds, 3))
    return Rebuilt(written.events, written.tournaments, seconds, notes=written.notes)


@reduced_garbage_collection()
def check(
    engine: Engine, pool: str, progress: Progress = lambda _: None, workers: int = 1
) -> Rebuilt:
    """Catch up, replay a pool beside the read model in service and report every difference.

    Both as known at the position of the read model, from one state of the database, whatever is
    appended and rebuilt meanwhile.  Only the catching up writes.
    """
    started = time.perf_counter()
    catch_up(engine, pool, progress)
    with snapshot(engine) as connection:
        must_have_pool(connection, pool)
        active = _usable_generation(connection, pool)
        known = AsOf(known_at=None if active is None else active.position)
        replay = Replay.of(History(connection, known), pool, EVERYTHING)
        tournaments: set[str] = set()
        notes: list[str] = []
        occasions = packed_occasions(replay, workers, notes.append)
        replayed = _watched(occasions, tournaments, progress)
        found: list[dict[str, object]] = []
        if active is not None:
            found += differences(connection, active, replayed, replay.spans)
        for _ in replayed:
            pass  # without an active generation: the number it would have
    seconds = time.perf_counter() - started
    position = replay.history.position
    return Rebuilt(position, len(tournaments), seconds, tuple(found), tuple(notes))


def _watched(
    occasions: Iterator[PackedOccasion], tournaments: set[str], progress: Progress
) -> Iterator[PackedOccasion]:
    """Yield the occasions of a replay and count the tournaments among them."""
    for evaluated in occasions:
        if evaluated.done.kind == "tournament":
            tournaments.add(evaluated.done.subject)
        progress(1)
        yield evaluated


# --- rebuilding the pools of a ledger by several processes ---------------------------------------


def rebuilt_pools(  # noqa: PLR0913 - what is done, by whom
    engine: Engine,
    pools: Sequence[str],
    workers: int,
    progress: Progress,
    *,
    only_check: bool,
    elsewhere: Workers | None = None,
) -> Iterator[tuple[str, Rebuilt]]:
    """Yield the pools one by one with the outcome of their rebuild, or of their check.

    The ``workers`` share the pools; those of which there are more than pools share each pool.
    Workers ``elsewhere``, that reach the database, do a pool each.
    """
    work = check if only_check else rebuild
    shared_by = elsewhere or (processes(workers) if len(pools) > 1 else None)
    if shared_by is None:
        for pool in pools:
            yield pool, work(engine, pool, progress, workers)
        return
    url = engine.url.render_as_string(hide_password=False)
    several = partial(_at, url, work, max(1, workers // len(pools)))
    with shared_by() as executor:
        for pool, done in zip(pools, executor.map(several, pools), strict=True):
            progress(done.tournaments)
            yield pool, done


def _at(url: str, work: Callable[..., Rebuilt], workers: int, pool: str) -> Rebuilt:
    engine = connect(url)
    try:
        return work(engine, pool, _ignore_progress, workers)
    finally:
        engine.dispose()


def _ignore_progress(_: int) -> None:
    """Do nothing: another process cannot report progress by occasion."""
