"""A process without threads, in which tests share a replay: a test's own process may have some."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count, zip_longest
from multiprocessing import active_children
from typing import Any
from unittest.mock import patch

import attrs

from ledger.events.problems import LedgerDamaged
from ledger.log.database import connect, snapshot
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.read_model import new_generation
from projections.engine.read_model.generations import Rebuilt, card_history, check, rebuild
from projections.engine.replay import shared_replay
from projections.engine.replay.card_history import MemoryCardHistory, PackedOccasion
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import AS_ADOPTED, WhatIf
from projections.engine.replay.shared_replay import packed_occasions
from tests.ledger.hardship.writers import processes
from tests.projections.card_histories import must_be_equal


@attrs.frozen(kw_only=True)
class Sharing:
    """The way a replay is shared; small numbers bring the seams into a small federation.

    ``killed_at``: the exchange before which one of the workers is killed.
    """

    workers: int = 2
    page: int = 3
    window: int = 4
    message: int = 600
    killed_at: int | None = None

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Share every replay in this process like this."""
        exchanges, exchange = count(), shared_replay._Coordinator._exchange
        killed: list[int] = []

        def killing(coordinator: Any) -> None:
            if self.killed_at is not None and next(exchanges) >= self.killed_at and not killed:
                pids = sorted(each.pid or 0 for each in active_children())
                killed.extend(pids[self.killed_at % 2 : self.killed_at % 2 + 1])
                for pid in killed:
                    os.kill(pid, signal.SIGKILL)
            exchange(coordinator)

        with (
            patch.multiple(shared_replay, PAGE=self.page, WINDOW=self.window),
            patch.multiple(shared_replay, MESSAGE=self.message, FEWEST=1),
            patch.object(shared_replay._Coordinator, "_exchange", killing),
            patch.object(os, "cpu_count", lambda: 2),
        ):
            yield


@attrs.frozen
class Outcome:
    """The differences of a shared replay from the other one, and its notes."""

    occasions: int
    unlike: Sequence[tuple[PackedOccasion | None, PackedOccasion | None]]
    notes: Sequence[str]
    messages: int


@contextmanager
def messages_counted() -> Iterator[list[int]]:
    """Note the worker of every message inside the block."""
    messages, send = list[int](), shared_replay._Coordinator._send

    def counted(coordinator: Any, worker: int, *message: Any) -> None:
        messages.append(worker)
        send(coordinator, worker, *message)

    with patch.object(shared_replay._Coordinator, "_send", counted):
        yield messages


def replayed(
    url: str, pool: str, sharing: Sharing, as_of: AsOf = EVERYTHING, what_if: WhatIf = AS_ADOPTED
) -> Outcome:
    """Replay a pool in one process and in several."""
    engine, notes = connect(url), []
    try:
        with snapshot(engine) as connection, sharing.applied():
            replay = Replay.of(History(connection, as_of), pool, as_of, what_if)
            alone = list(map(PackedOccasion.of, replay.run()))
            with messages_counted() as messages:
                shared = list(packed_occasions(replay, sharing.workers, notes.append))
    finally:
        engine.dispose()
    pairs = zip_longest(alone, shared)
    unlike = [pair for pair in pairs if pair[0] != pair[1]]
    return Outcome(len(alone), unlike[:3], notes, len(messages))


def asked(url: str, pool: str, sharing: Sharing, what_if: WhatIf) -> int:
    """Ask for the cards of a what-if, which must be those of one process; return the messages."""
    engine = connect(url)
    try:
        with snapshot(engine) as connection, sharing.applied():
            with messages_counted() as messages:
                found = card_history(connection, pool, EVERYTHING, what_if)
            alone = Replay.of(History(connection, EVERYTHING), pool, EVERYTHING, what_if)
            must_be_equal(found, MemoryCardHistory(alone), [*found.last_versions("~")])
    finally:
        engine.dispose()
    return len(messages)


def rebuilt(url: str, pool: str, sharing: Sharing) -> tuple[Rebuilt, Rebuilt]:
    """Rebuild a pool by several processes, and check it by several."""
    engine = connect(url)
    try:
        with sharing.applied(), patch.object(new_generation, "OCCASIONS_AT_ONCE", 5):
            done = rebuild(engine, pool, workers=sharing.workers)
        with attrs.evolve(sharing, killed_at=None).applied():
            return done, check(engine, pool, workers=sharing.workers)
    finally:
        engine.dispose()


def fault_in(url: str, pool: str, sharing: Sharing) -> str:
    """Return the words in which a rebuild fails."""
    try:
        rebuilt(url, pool, sharing)
    except LedgerDamaged as fault:
        return str(fault)
    return ""


Run = Callable[..., Any]


@contextmanager
def process_without_threads() -> Iterator[Run]:
    """Yield what calls a function in a process of its own, the same one each time."""
    with ProcessPoolExecutor(1, mp_context=processes()) as process:
        yield lambda function, *arguments: process.submit(function, *arguments).result()
