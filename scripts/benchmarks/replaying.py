"""Reading the whole log: to verify it, to replay it, to rebuild the read model."""

from ledger.log.database import connect
from ledger.log.verification import verify
from projections.history.cut import EVERYTHING
from projections.history.history import History
from projections.read_model.generations import rebuild
from projections.replay.replay import Replay
from scripts.benchmarks.driver import COLUMNS, Driver
from scripts.benchmarks.isolation import Watch

PAYLOAD = "payload"


def verify_log(url: str) -> Watch:
    """Verify every event."""
    engine, watch = connect(url), Watch()
    with watch.running():
        verdict = verify(engine)
    engine.dispose()
    if not verdict.ok:
        raise AssertionError(verdict.finding)
    return watch


def rebuild_pool(url: str, pool: str) -> Watch:
    """From the log on disk to the finished read model in service."""
    engine, watch = connect(url), Watch()
    with watch.running():
        rebuild(engine, pool)
    engine.dispose()
    return watch


def replay_pool(url: str, pool: str) -> Watch:
    """Every occasion of a pool worked out from the log, nothing written."""
    engine, watch = connect(url), Watch()
    with engine.connect() as connection, watch.running():
        for _ in Replay.of(History(connection, EVERYTHING), pool, EVERYTHING).run():
            pass
    engine.dispose()
    return watch


def read_payloads(url: str) -> Watch:
    """What the driver needs to read the payload of every event."""
    return _read(url, PAYLOAD)


def read_events(url: str) -> Watch:
    """What the driver needs to read every event."""
    return _read(url, COLUMNS)


def _read(url: str, columns: str) -> Watch:
    watch = Watch()
    with Driver.of(url) as ledger, watch.running():
        for _ in ledger.read_pages(columns):
            pass
    return watch
