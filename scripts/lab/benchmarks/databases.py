"""The databases of the bench: files in its folder, or databases of a server."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from psycopg import sql
from sqlalchemy import make_url

from ledger.log.database import connect
from scripts.lab.benchmarks.targets import POSTGRESQL, SQLITE

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "shared_buffers": "256MB",
    "max_wal_size": "4GB",
    "log_min_messages": "warning",
}
"""Settings of a small server that stores durably; all others are PostgreSQL's defaults."""


class Databases(Protocol):
    """A database engine and the empty databases it gives."""

    name: str
    driver: str

    def empty(self, name: str) -> str:
        """Return the URL of a new, empty database."""
        ...

    def run_maintenance(self, url: str) -> None:
        """Run the maintenance that a database does by itself some time after many writes."""
        ...


class SQLiteFiles:
    """Databases in the files of a folder."""

    name = SQLITE
    driver = "sqlite3"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def empty(self, name: str) -> str:
        """The URL of a new file."""
        return f"sqlite:///{self._folder / name}.db"

    def run_maintenance(self, url: str) -> None:
        """Do nothing: SQLite has no deferred maintenance."""


class PostgreSQLDatabases:
    """Databases on a server where the URL's user may create them."""

    name = POSTGRESQL
    driver = "psycopg"

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql+psycopg")
        self._made: list[str] = []

    def empty(self, name: str) -> str:
        """The URL of a new database."""
        database = f"rating_ledger_bench_{os.getpid()}_{name}"
        self._administer("CREATE DATABASE {} TEMPLATE template0", database)
        self._made.append(database)
        return self._url.set(database=database).render_as_string(hide_password=False)

    def run_maintenance(self, url: str) -> None:
        """Gather the statistics that autovacuum gathers within a minute."""
        engine = connect(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")
        engine.dispose()

    def drop(self) -> None:
        """Drop every database created here."""
        while self._made:
            self._administer("DROP DATABASE {} WITH (FORCE)", self._made.pop())

    def _administer(self, statement: str, database: str) -> None:
        server = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(sql.Identifier(database)))


@contextmanager
def started() -> Iterator[str]:
    """The URL of a PostgreSQL that is started for the bench, on disk, and removed with it."""
    # Installed only in a checkout with its development dependencies.
    from tests.databases.server import Server  # noqa: PLC0415

    server = Server(folder=tempfile.gettempdir(), settings=SETTINGS)
    try:
        server.start()
        yield server.url("postgres")
    finally:
        server.remove()
