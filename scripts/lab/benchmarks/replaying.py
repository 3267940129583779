"""Reading the whole log: to verify it, to replay it, to rebuild the read model."""

from resource import RUSAGE_CHILDREN, getrusage

from ledger.log.database import connect
from ledger.log.verification import verify
from ledger.log.workers import processes
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.read_model.generations import rebuild
from projections.engine.replay.replay import Replay
from projections.engine.replay.shared_replay import packed_occasions
from scripts.lab.benchmarks.driver import COLUMNS, Driver
from scripts.lab.benchmarks.isolation import Stopwatch

PAYLOAD = "payload"


def verify_log(url: str, workers: int = 1) -> Stopwatch:
    """Verify every event."""
    engine, stopwatch = connect(url), Stopwatch()
    with stopwatch.running():
        verdict = verify(engine, workers=processes(workers))
    engine.dispose()
    if not verdict.ok:
        raise AssertionError(verdict.finding)
    return stopwatch


def rebuild_pool(url: str, pool: str, workers: int = 1) -> Stopwatch:
    """Rebuild from the log on disk to the finished read model in service."""
    engine, stopwatch = connect(url), Stopwatch()
    with stopwatch.running():
        rebuild(engine, pool, workers=workers)
    engine.dispose()
    return stopwatch


def replay_pool(url: str, pool: str) -> Stopwatch:
    """Replay every occasion of a pool from the log, without writing."""
    engine, stopwatch = connect(url), Stopwatch()
    with engine.connect() as connection, stopwatch.running():
        for _ in Replay.of(History(connection, EVERYTHING), pool, EVERYTHING).run():
            pass
    engine.dispose()
    return stopwatch


def longest_of_replay(url: str, pool: str, workers: int) -> float:
    """Return the processor seconds of a shared replay's coordinator, or of a worker if longer.

    Of the setup nothing, of the workers their mean: on enough cores a replay takes so long.
    """
    engine, stopwatch = connect(url), Stopwatch()
    with engine.connect() as connection:
        replay = Replay.of(History(connection, EVERYTHING), pool, EVERYTHING)
        before = getrusage(RUSAGE_CHILDREN)
        with stopwatch.running():
            for _ in packed_occasions(replay, workers):
                pass
        after = getrusage(RUSAGE_CHILDREN)
    engine.dispose()
    others = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return max(stopwatch.processor, others / workers)


def read_payloads(url: str) -> Stopwatch:
    """Return the driver's time to read the payload of every event."""
    return _read(url, PAYLOAD)


def read_events(url: str) -> Stopwatch:
    """Return the driver's time to read every event."""
    return _read(url, COLUMNS)


def _read(url: str, columns: str) -> Stopwatch:
    stopwatch = Stopwatch()
    with Driver.of(url) as ledger, stopwatch.running():
        for _ in ledger.read_pages(columns):
            pass
    return stopwatch
