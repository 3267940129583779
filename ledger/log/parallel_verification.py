"""The events of a log checked by several processes, each a range of positions.

A range begins from the chain hash that is stored in front of it, which the range before it proves;
so all of them together prove what one process proves.  They only say that everything holds, and
what the events promise: where anything does not, one process looks again and says what.  The pages
of a SQLite file are looked at by one of them meanwhile.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

import attrs
from sqlalchemy import URL, Connection, select

from ledger.diagnostics import Diagnostics
from ledger.events.canonical_json import GENESIS
from ledger.garbage import collected_seldom
from ledger.log.database import connect, snapshot
from ledger.log.event_log import Head, read_rows
from ledger.log.event_verification import EventVerification
from ledger.log.file_pages import damaged_pages
from ledger.log.kept_data import Erasure, KeptDataVerification, Promises
from ledger.log.schema import event

log = Diagnostics(__name__)

RANGE = 25_000
"""Events that a process checks at once."""


@attrs.frozen
class CheckedRange:
    """What the events of a range promise, and the times of recording with their positions."""

    promises: Promises
    times: Sequence[tuple[int, int]]


def checked_in_parallel(
    url: URL,
    size: int,
    erased: Sequence[Erasure],
    workers: int,
    progress: Callable[[int], None],
) -> Sequence[CheckedRange] | None:
    """The ranges up to ``size`` in their order; None: something does not hold, or cannot be read.

    The pages of the file are sound, too.
    ``erased``: everybody who was forgotten, looked for once and not for each range.
    """
    checked: dict[int, CheckedRange] = {}
    text = url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        pages = pool.submit(has_sound_pages, text)
        asked = {pool.submit(checked_range, text, *each, erased): each for each in _ranges(size)}
        for done in as_completed(asked):
            failure = done.exception()
            found = None if failure is not None else done.result()
            first, last = asked[done]
            if found is None:
                log.info("range_not_verified", first=first, last=last, why=repr(failure))
                pool.shutdown(cancel_futures=True)
                return None
            checked[first] = found
            progress(last - first + 1)
        if pages.exception() is not None or not pages.result():
            return None
    return [checked[first] for first in sorted(checked)]


def has_sound_pages(url: str) -> bool:
    """Whether SQLite finds nothing wrong with its file."""
    engine = connect(url)
    try:
        with snapshot(engine) as connection:
            return damaged_pages(connection) is None
    finally:
        engine.dispose()


def _ranges(size: int) -> Iterator[tuple[int, int]]:
    for first in range(1, size + 1, RANGE):
        yield first, min(first + RANGE - 1, size)


@collected_seldom()
def checked_range(
    url: str, first: int, last: int, erased: Sequence[Erasure]
) -> CheckedRange | None:
    """The events from one position to another; None: something does not hold."""
    engine = connect(url)
    try:
        with snapshot(engine) as connection:
            kept_data = KeptDataVerification(connection, erased)
            return _checked(connection, kept_data, first, last)
    finally:
        engine.dispose()


def _checked(
    connection: Connection, kept_data: KeptDataVerification, first: int, last: int
) -> CheckedRange | None:
    times: list[tuple[int, int]] = []
    before = _in_front_of(connection, first)
    events = EventVerification(
        connection, kept_data, before, lambda position, time: times.append((position, time))
    )
    for rows in read_rows(connection, after=first - 1, until=last):
        if events.wrong(rows) is not None:
            return None
    return CheckedRange(kept_data.promises, times) if events.reached.size == last else None


def _in_front_of(connection: Connection, first: int) -> Head:
    if first == 1:
        return Head(0, GENESIS, 0)
    columns = (event.c.position, event.c.chain_hash, event.c.recorded_at)
    position, chain, recorded_at = connection.execute(
        select(*columns).where(event.c.position == first - 1)
    ).one()
    return Head(position, bytes(chain), recorded_at)
