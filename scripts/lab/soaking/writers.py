"""A crowd of writers: each a process that appends as fast as it can, with their waiting times."""

import time
from statistics import quantiles
from typing import Any

import attrs

from ledger.validation.submission import append
from scripts.lab.soaking import must_hold
from tests.ledger.hardship.writers import call, finish, processes, silently_connected
from tests.ledger.lines import lines
from tests.ledger.office import RULEBOOKS, Office


@attrs.frozen
class Waits:
    """The times of each writer's calls, in seconds."""

    of_writers: tuple[tuple[float, ...], ...]

    def __str__(self) -> str:
        """Return the calls, their distribution over the writers, and their times."""
        counts = [len(own) for own in self.of_writers]
        every = sorted(wait for own in self.of_writers for wait in own)
        cuts = quantiles(every, n=100)
        return (
            f"{len(counts)} writers: {len(every)} calls, {min(counts)} to {max(counts)} a writer; "
            f"median {cuts[49]:.3f} s, p99 {cuts[98]:.3f} s, longest {every[-1]:.3f} s"
        )


def crowd(url: str, writers: int, seconds: float) -> Waits:
    """Let so many writers append calls of four events at once, for so many seconds.

    Raises :class:`Broken` if the log lacks appended events.
    """
    office = Office(silently_connected(url))
    office.open_season()
    context = processes()
    start, results = context.Barrier(writers), context.Queue()
    running = [
        context.Process(target=_append_for, args=(url, f"writer{each}", seconds, start, results))
        for each in range(writers)
    ]
    for process in running:
        process.start()
    waits = Waits(tuple(results.get(timeout=seconds + 300) for _ in running))
    finish(running)
    verdict = office.verdict()
    office.engine.dispose()
    must_hold(verdict.ok, str(verdict.finding))
    must_hold(verdict.events == 6 + 4 * sum(map(len, waits.of_writers)), "events are missing")
    return waits


def _append_for(url: str, writer: str, seconds: float, start: Any, results: Any) -> None:
    engine = silently_connected(url)
    waits: list[float] = []
    start.wait()
    until = time.monotonic() + seconds
    while (begun := time.monotonic()) < until:
        append(engine, lines(call(writer, len(waits))), by=writer, rulebooks=RULEBOOKS)
        waits.append(time.monotonic() - begun)
    results.put(tuple(waits))
    engine.dispose()
