"""The workers of a sweep: processes of this machine, or a Dask cluster.

Each reads the packed history once, replays a setting and forecasts every game.  The results
are expectations in the order of the games, so worker and order do not matter.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from ledger.log.workers import processes
from projections.engine.history.as_of import AsOf
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import WhatIf
from projections.queries.cluster import client_of
from projections.study.forecasts import Encounter, encounters, forecasts
from projections.study.packed_history import PackedHistory

Expectations = NDArray[np.float64]
"""The expectation of every game from White's side; NaN if there was none."""


@attrs.frozen(kw_only=True)
class Task:
    """A setting of a rulebook to be tried on a pool; ``number`` identifies it."""

    number: int
    pool: str
    as_of: AsOf
    rulebook: str | None
    parameters: Mapping[str, Any]


def worked_out(path: Path, task: Task) -> Expectations:
    """Return a setting's expectation for every game of a packed history."""
    history, games = _opened(path, task.pool, task.as_of)
    what_if = WhatIf(task.rulebook, dict(task.parameters))
    replay = Replay.of(history, task.pool, task.as_of, what_if)
    made = {one.game: one.expected for one in forecasts(replay, games)}
    found = (made.get(one.game.game) for one in games)
    return np.array([np.nan if one is None else one for one in found], dtype=float)


@lru_cache(maxsize=1)
def _opened(path: Path, pool: str, as_of: AsOf) -> tuple[PackedHistory, list[Encounter]]:
    history = PackedHistory(path)
    return history, encounters(history, pool, as_of)


Results = Iterator[tuple[int, Expectations]]
Work = Callable[[Path, Sequence[Task]], Results]


def by_processes(workers: int) -> Work:
    """Return the work done by so many processes of this machine; by one: in this process."""

    def work(path: Path, tasks: Sequence[Task]) -> Results:
        begin = processes(workers)
        if begin is None:
            yield from ((task.number, worked_out(path, task)) for task in tasks)
            return
        with begin() as pool:
            running = {pool.submit(worked_out, path, task): task.number for task in tasks}
            for done in as_completed(running):
                yield running[done], done.result()

    return work


def by_cluster(scheduler: str) -> Work:
    """Return the workers of a Dask cluster (extra ``sweep``), by the address of its scheduler.

    The history is sent to each of them once.  A worker that dies is replaced by the others.
    Raises :class:`~ledger.events.problems.Refused` if the library is missing or nobody answers.
    """

    def work(path: Path, tasks: Sequence[Task]) -> Results:
        with client_of(scheduler) as client:
            history = client.scatter(path.read_bytes(), broadcast=True, hash=True)
            running = {
                client.submit(worked_out_from, history, path.name, task, pure=False): task.number
                for task in tasks
            }
            distributed = import_module("distributed")  # it is installed: there is a client
            for done in distributed.as_completed(running, loop=client.loop):
                yield running[done], done.result()

    return work


def worked_out_from(history: bytes, name: str, task: Task) -> Expectations:
    """Return the same on a machine that was sent the packed history."""
    return worked_out(_kept(history, name), task)


@lru_cache(maxsize=1)
def _kept(history: bytes, name: str) -> Path:
    path = Path(_folder().name, name)
    path.write_bytes(history)
    return path


@lru_cache(maxsize=1)
def _folder() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="rating-ledger-")
