"""Appending: a whole federation at once, and one event after another."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import attrs
import orjson

from ledger.events.json_lines import lines_of
from ledger.log.database import connect
from ledger.log.revisions import upgrade
from ledger.validation.submission import append
from projections.engine.registry import RegisteredRulebooks
from scripts.lab.benchmarks.driver import COLUMNS, Driver
from scripts.lab.benchmarks.isolation import Stopwatch

BY = "bench"
WRITERS = 32
PLAYER = orjson.dumps({"player": "p1", "name": "One, Some"})


@attrs.frozen
class AppendResult:
    """The number of events written, and the time."""

    events: int
    stopwatch: Stopwatch

    @property
    def per_second(self) -> float:
        """Return events a second."""
        return self.events / self.stopwatch.seconds

    @property
    def per_processor_second(self) -> float:
        """Return events a second of this process's own work."""
        return self.events / self.stopwatch.processor


def create(url: str) -> None:
    """Make an empty ledger."""
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()


def append_in_bulk(url: str, file: Path, most: int | None = None) -> AppendResult:
    """Append a file, or a number of its lines, in one call."""
    engine, stopwatch = connect(url), Stopwatch()
    with file.open("rb") as stream, stopwatch.running():
        lines = islice(lines_of(stream), most)
        receipt = append(engine, lines, by=BY, rulebooks=RegisteredRulebooks())
    engine.dispose()
    return AppendResult(receipt.appended, stopwatch)


def append_one_by_one(url: str, file: Path, before: int, count: int) -> AppendResult:
    """Append ``count`` lines after the first ``before`` of a file, each durably by itself."""
    append_in_bulk(url, file, before)
    engine, stopwatch = connect(url), Stopwatch()
    with file.open("rb") as stream:
        lines = list(islice(lines_of(stream), before, before + count))
    with stopwatch.running():
        for line in lines:
            append(engine, [line], by=BY, rulebooks=RegisteredRulebooks())
    engine.dispose()
    return AppendResult(len(lines), stopwatch)


def insert_in_bulk(source: str, target: str) -> AppendResult:
    """Return the driver's time for the rows of a ledger, in one transaction."""
    stopwatch, events = Stopwatch(), 0
    with Driver.of(source) as ledger, Driver.of(target) as copy:
        copy.make_tables()
        with stopwatch.running():
            copy.begin()
        for page in ledger.read_pages(COLUMNS):
            events += len(page)
            with stopwatch.running():
                copy.insert_many(page)
        with stopwatch.running():
            copy.commit()
    return AppendResult(events, stopwatch)


def insert_one_by_one(source: str, target: str, before: int) -> AppendResult:
    """Return the driver's time for the rows after a position, each in its own transaction."""
    stopwatch = Stopwatch()
    with Driver.of(source) as ledger, Driver.of(target) as copy:
        copy.make_tables()
        rows = [row for page in ledger.read_pages(COLUMNS) for row in page]
        copy.begin()
        copy.insert_many(rows[:before])
        copy.commit()
        with stopwatch.running():
            for row in rows[before:]:
                copy.insert_durably(row)
    return AppendResult(len(rows) - before, stopwatch)


def append_by_many(url: str, each: int) -> AppendResult:
    """Append events by each of the writers, threads of one process with a connection each."""
    engine, stopwatch = connect(url, pool_size=WRITERS), Stopwatch()
    books = RegisteredRulebooks()
    append(engine, [(1, _event("player.registered", PLAYER, "p1"))], by=BY, rulebooks=books)

    def write(writer: int) -> None:
        for number in range(each):
            data = orjson.dumps({"player": "p1", "club": f"c{number}", "from_day": "2001-01-01"})
            line = _event("membership.declared", data, f"{writer}-{number}")
            append(engine, [(1, line)], by=BY, rulebooks=books)

    with ThreadPoolExecutor(WRITERS) as writers, stopwatch.running():
        list(writers.map(write, range(WRITERS)))
    engine.dispose()
    return AppendResult(WRITERS * each, stopwatch)


def _event(type_: str, data: bytes, id_: str) -> bytes:
    return b'{"data":%b,"id":"%b","type":"%b"}' % (data, id_.encode(), type_.encode())


def insert_by_many(source: str, target: str) -> AppendResult:
    """Return the driver's time for the rows of a ledger, divided among as many writers."""
    stopwatch = Stopwatch()
    with Driver.of(source) as ledger, ExitStack() as stack:
        rows = [row for page in ledger.read_pages(COLUMNS) for row in page]
        drivers = [stack.enter_context(Driver.of(target)) for _ in range(WRITERS)]
        drivers[0].make_tables()

        def write(writer: int) -> None:
            for row in rows[writer::WRITERS]:
                drivers[writer].insert_durably(row)

        with ThreadPoolExecutor(WRITERS) as writers, stopwatch.running():
            list(writers.map(write, range(WRITERS)))
    return AppendResult(len(rows), stopwatch)
