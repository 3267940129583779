"""The pools of a ledger rebuilt by several processes, each a pool at a time.

A pool's replay needs nothing of another's.  The rows of all of them go into one database: on
SQLite the processes take turns, some thousand occasions at a time.  One pool alone is replayed by
one process while another one inserts its rows.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from sqlalchemy import Engine

from ledger.log.database import connect
from projections.read_model.generations import Progress, Rebuilt, check, rebuild


def rebuilt_pools(
    engine: Engine, pools: Sequence[str], workers: int, progress: Progress, *, only_check: bool
) -> Iterator[tuple[str, Rebuilt]]:
    """The pools one after another, each with what its rebuild, or its check alone, has done."""
    if workers == 1 or len(pools) <= 1:
        for pool in pools:
            done = _rebuilt(engine, pool, progress, only_check=only_check, beside=workers > 1)
            yield pool, done
        return
    url = engine.url.render_as_string(hide_password=False)
    work = partial(_rebuilt_at, url, only_check=only_check)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as processes:
        for pool, done in zip(pools, processes.map(work, pools), strict=True):
            progress(done.tournaments)
            yield pool, done


def _rebuilt(
    engine: Engine, pool: str, progress: Progress, *, only_check: bool, beside: bool = False
) -> Rebuilt:
    if only_check:
        return check(engine, pool, progress)
    return rebuild(engine, pool, progress, beside=beside)


def _rebuilt_at(url: str, pool: str, *, only_check: bool) -> Rebuilt:
    engine = connect(url)
    try:
        return _rebuilt(engine, pool, _unwatched, only_check=only_check)
    finally:
        engine.dispose()


def _unwatched(_: int) -> None:
    """Another process cannot be watched occasion by occasion."""
