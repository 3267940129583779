"""Reading the whole log: to verify it, to replay it, to rebuild the read model."""

from ledger.log.database import connect
from ledger.log.verification import verify
from projections.engine.history.as_of import EVERYTHING
from projections.engine.history.history import History
from projections.engine.read_model.generations import rebuild
from projections.engine.replay.replay import Replay
from scripts.lab.benchmarks.driver import COLUMNS, Driver
from scripts.lab.benchmarks.isolation import Stopwatch

PAYLOAD = "payload"


def verify_log(url: str, workers: int = 1) -> Stopwatch:
    """Verify every event."""
    engine, stopwatch = connect(url), Stopwatch()
    with stopwatch.running():
        verdict = verify(engine, workers=workers)
    engine.dispose()
    if not verdict.ok:
        raise AssertionError(verdict.finding)
    return stopwatch


def rebuild_pool(url: str, pool: str, *, beside: bool = False) -> Stopwatch:
    """Rebuild from the log on disk to the finished read model in service.

    ``beside``: a second process inserts the rows.
    """
    engine, stopwatch = connect(url), Stopwatch()
    with stopwatch.running():
        rebuild(engine, pool, beside=beside)
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
