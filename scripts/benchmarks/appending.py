"""Appending: a whole federation at once, and one event after another."""

from itertools import islice
from pathlib import Path

import attrs

from ledger.admission.submission import append
from ledger.events.json_lines import lines_of
from ledger.log.database import connect, upgrade
from projections.registry import RegisteredRulebooks
from scripts.benchmarks.driver import COLUMNS, Driver
from scripts.benchmarks.isolation import Stopwatch

BY = "bench"


@attrs.frozen
class AppendResult:
    """How many events were written, and how long it took."""

    events: int
    stopwatch: Stopwatch

    @property
    def per_second(self) -> float:
        """Events a second."""
        return self.events / self.stopwatch.seconds

    @property
    def per_processor_second(self) -> float:
        """Events a second of this process's own work."""
        return self.events / self.stopwatch.processor


def create(url: str) -> None:
    """Make an empty ledger."""
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()


def append_in_bulk(url: str, file: Path, most: int | None = None) -> AppendResult:
    """Append a file, or as many of its lines as said, in one call."""
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
    """What the driver needs for the rows of a ledger, in one transaction."""
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
    """What the driver needs for the rows after a position, each in its own transaction."""
    stopwatch = Stopwatch()
    with Driver.of(source) as ledger, Driver.of(target) as copy:
        copy.make_tables()
        rows = [row for page in ledger.read_pages(COLUMNS) for row in page]
        copy.begin()
        copy.insert_many(rows[:before])
        copy.commit()
        with stopwatch.running():
            for row in rows[before:]:
                copy.begin()
                copy.insert_one(row)
                copy.commit()
    return AppendResult(len(rows) - before, stopwatch)
