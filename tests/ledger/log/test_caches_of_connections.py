"""The caches of SQLite connections: many read at once, one writes."""

from pathlib import Path

from sqlalchemy import Connection, Engine

from ledger.log.database import CACHE_OF_READER, CACHE_OF_WRITER, WRITING, connect, snapshot
from ledger.log.revisions import upgrade


def kept_by(connection: Connection) -> int:
    """The kibibytes of its cache."""
    return -int(connection.exec_driver_sql("PRAGMA cache_size").scalar_one())


def kept_by_a_writer(engine: Engine) -> int:
    with engine.execution_options(**WRITING).begin() as connection:
        return kept_by(connection)


def kept_by_a_reader(engine: Engine) -> int:
    with snapshot(engine) as connection:
        return kept_by(connection)


def test_who_reads_keeps_little_whoever_had_the_connection_before(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'ledger.db'}", create=True)
    try:
        upgrade(engine)
        assert kept_by_a_reader(engine) == CACHE_OF_READER
        assert kept_by_a_writer(engine) == CACHE_OF_WRITER
        assert kept_by_a_reader(engine) == CACHE_OF_READER
    finally:
        engine.dispose()
