"""A run of the bench on one database engine: the federation and ledgers that the parts measure.

A ledger is created when the first part needs it, so that one part can be run alone.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import ceil
from pathlib import Path
from statistics import median

import attrs

from scripts.generate_federation import federation
from scripts.lab.benchmarks import appending, replaying
from scripts.lab.benchmarks.appending import AppendResult
from scripts.lab.benchmarks.databases import Databases
from scripts.lab.benchmarks.figures import Baseline, Figure
from scripts.lab.benchmarks.isolation import ProcessResult, Stopwatch, in_new_process

SEED = 1
POOL = "dwz"
RULEBOOK = "dwz-1995"
DISCIPLINES = {"egf-2021": "go", "mgsz-2011": "go"}


@attrs.frozen
class Ledger:
    """A ledger in a database, and the figures of its creation."""

    url: str
    made: ProcessResult[AppendResult]


class BenchmarkRun:
    """One run on one database engine, over a federation of ``games`` games.

    ``times``: the number of repetitions of a question.
    """

    def __init__(self, databases: Databases, folder: Path, *, games: int, times: int) -> None:
        self.databases = databases
        self.folder = folder
        self.games = games
        self.times = times

    # --- measurements ------------------------------------------------------------------------

    def federation(self, games: int, rulebook: str = RULEBOOK) -> Path:
        """Return the file of a federation under a rulebook, created if it does not exist."""
        file = self.folder / f"{rulebook}-{games}.jsonl"
        if not file.exists():
            in_new_process(_make_federation, file, games, rulebook)
        return file

    def empty_ledger(self, name: str) -> str:
        """Return the URL of a new, empty ledger."""
        url = self.databases.empty(name)
        in_new_process(appending.create, url)
        return url

    def ledger_of(self, file: Path, name: str) -> Ledger:
        """A new ledger with the events of a file in it."""
        url = self.empty_ledger(name)
        made = in_new_process(appending.append_in_bulk, url, file)
        self.databases.run_maintenance(url)
        return Ledger(url, made)

    @cached_property
    def ledger(self) -> Ledger:
        """The federation's ledger."""
        return self.ledger_of(self.federation(self.games), "federation")

    @cached_property
    def rebuilt(self) -> ProcessResult[Stopwatch]:
        """Return the measurements of the first rebuild of the federation's ledger."""
        done = in_new_process(replaying.rebuild_pool, self.ledger.url, POOL)
        self.databases.run_maintenance(self.ledger.url)
        return done

    @property
    def up_to_date(self) -> str:
        """The URL of the federation's ledger, with a read model that reflects it."""
        _ = self.rebuilt
        return self.ledger.url

    # --- results -----------------------------------------------------------------------------

    def figure(self, what: str, value: float, unit: str, baseline: Baseline) -> Figure:
        """A figure that was taken once."""
        return Figure(
            database=self.databases.name, what=what, value=value, unit=unit, baseline=baseline
        )

    def timed(
        self, what: str, seconds: Sequence[float], baseline: str, others: Sequence[float]
    ) -> Figure:
        """Return the median of several times, as of its baseline."""
        once = self.figure(what, median(seconds), "s", Baseline(baseline, median(others)))
        return attrs.evolve(once, worst=max(seconds))

    def seldom_exceeded(
        self, what: str, seconds: Sequence[float], baseline: str, others: Sequence[float]
    ) -> Figure:
        """Return the time that 95 of 100 do not exceed, beside the median of a baseline."""
        longest = sorted(seconds)[ceil(0.95 * len(seconds)) - 1]
        return attrs.evolve(self.timed(what, seconds, baseline, others), value=longest)


Part = Callable[[BenchmarkRun], Iterator[Figure]]


def _make_federation(file: Path, games: int, rulebook: str) -> None:
    discipline = DISCIPLINES.get(rulebook, "chess")
    lines = federation(games, SEED, pool=POOL, rulebook=rulebook, discipline=discipline)
    with file.open("wb") as out:
        out.writelines(lines)
