"""The events of a log checked by several processes, each a range of positions.

A range begins from the chain hash that is stored in front of it, which the range before it proves;
so all of them together prove what one process proves.  They only say that everything holds, and
what the events promise: where anything does not, one process looks again and says what.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from sqlalchemy import URL, Connection, select

from ledger.diagnostics import Diagnostics
from ledger.events.canonical_json import GENESIS
from ledger.log.database import connect, snapshot
from ledger.log.entry_checks import wrong_entry, wrong_keys
from ledger.log.event_log import read
from ledger.log.kept_data import KeptDataVerification, Promises
from ledger.log.schema import event

log = Diagnostics(__name__)

RANGE = 25_000
"""Events that a process checks at once."""


def checked_in_parallel(
    url: URL, size: int, workers: int, progress: Callable[[int], None]
) -> Promises | None:
    """What the events up to ``size`` promise; None: something does not hold, or cannot be read."""
    promises = Promises()
    text = url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        asked = {pool.submit(checked_range, text, *each): each for each in _ranges(size)}
        for done in as_completed(asked):
            failure = done.exception()
            found = None if failure is not None else done.result()
            if found is None:
                first, last = asked[done]
                log.info("range_not_verified", first=first, last=last, why=repr(failure))
                pool.shutdown(cancel_futures=True)
                return None
            promises.update(found)
            first, last = asked[done]
            progress(last - first + 1)
    return promises


def _ranges(size: int) -> Iterator[tuple[int, int]]:
    for first in range(1, size + 1, RANGE):
        yield first, min(first + RANGE - 1, size)


def checked_range(url: str, first: int, last: int) -> Promises | None:
    """What the events from one position to another promise; None: something does not hold."""
    engine = connect(url)
    try:
        with snapshot(engine) as connection:
            return _checked(connection, first, last)
    finally:
        engine.dispose()


def _checked(connection: Connection, first: int, last: int) -> Promises | None:
    kept_data = KeptDataVerification(connection)
    position, chain, recorded_at = _in_front_of(connection, first)
    for entry in read(connection, after=first - 1, until=last):
        if wrong_entry(entry, position, chain, recorded_at) or wrong_keys(entry, connection):
            return None
        kept_data.add(entry)
        position, chain, recorded_at = entry.position, entry.chain_hash, entry.recorded_at
    return kept_data.promises if position == last else None


def _in_front_of(connection: Connection, first: int) -> tuple[int, bytes, int]:
    if first == 1:
        return 0, GENESIS, 0
    columns = (event.c.position, event.c.chain_hash, event.c.recorded_at)
    position, chain, recorded_at = connection.execute(
        select(*columns).where(event.c.position == first - 1)
    ).one()
    return position, bytes(chain), recorded_at
