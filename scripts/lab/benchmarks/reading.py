"""Reading tournament files: every reader over large opens, compared with a bare pass."""

from collections.abc import Callable, Sequence
from statistics import median

import attrs

from ledger.importing.formats.registry import read
from ledger.importing.formats.tournament_report import SuppliedDetails, any_error
from scripts.lab.benchmarks.isolation import Stopwatch
from scripts.lab.benchmarks.tournament_files import FORMATS
from scripts.lab.benchmarks.tournament_open import random_open

PLAYERS, ROUNDS = 301, 9


@attrs.frozen(kw_only=True)
class Pass:
    """A pass over some files: their size in bytes, their games, and processor seconds."""

    size: int
    games: int
    seconds: float

    @property
    def bytes_per_second(self) -> float:
        """Bytes of files a second."""
        return self.size / self.seconds

    @property
    def games_per_second(self) -> float:
        """Games a second."""
        return self.games / self.seconds


def read_files(format_: str, count: int, times: int) -> tuple[Pass, Pass]:
    """Our reader's pass over ``count`` files, and one that only decodes them into lines.

    Each is done ``times`` times; the median counts.
    """
    opens = [random_open(seed, PLAYERS, ROUNDS) for seed in range(count)]
    files = [FORMATS[format_](each).encode() for each in opens]
    supplied = SuppliedDetails(name=opens[0].name, ended_on=opens[0].last_day)
    size, games = sum(map(len, files)), sum(_games_in(format_, file, supplied) for file in files)
    passes = (lambda file: read(format_, "open", file, supplied)), _lines
    taken = [median(_seconds(act, files) for _ in range(times)) for act in passes]
    ours, bare = (Pass(size=size, games=games, seconds=seconds) for seconds in taken)
    return ours, bare


def _games_in(format_: str, file: bytes, supplied: SuppliedDetails) -> int:
    report, issues = read(format_, "open", file, supplied)
    if report is None or any_error(issues):
        raise AssertionError(issues)
    return len(report.games)


def _lines(file: bytes) -> Sequence[str]:
    return file.decode().splitlines()


def _seconds(act: Callable[[bytes], object], files: Sequence[bytes]) -> float:
    stopwatch = Stopwatch()
    with stopwatch.running():
        for file in files:
            act(file)
    return stopwatch.processor
