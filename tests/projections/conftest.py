"""Clubs to test with: one per test, or as many as a property asks for."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine

from ledger.log.database import connect
from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.projections.club import Club

NewClub = Callable[[], AbstractContextManager[Club]]


@pytest.fixture
def club(sqlite_database: str) -> Iterator[Club]:
    """A club with an empty ledger in a file."""
    with _club(sqlite_database) as club:
        yield club


@pytest.fixture
def club_on_both(engine: Engine) -> Club:
    """A club with an empty ledger, on one engine and then on the other."""
    return Club(engine)


@pytest.fixture(scope="session")
def new_club(sqlite_files: SQLiteFiles) -> NewClub:
    """A new club with an empty ledger in a file, as often as one asks."""

    @contextmanager
    def new() -> Iterator[Club]:
        with (
            tempfile.TemporaryDirectory() as folder,
            sqlite_files.fresh(Path(folder)) as url,
            _club(url) as club,
        ):
            yield club

    return new


@pytest.fixture(scope="session")
def new_club_on_postgresql(postgresql_databases: PostgreSQLDatabases) -> NewClub:
    """The same on PostgreSQL."""

    @contextmanager
    def new() -> Iterator[Club]:
        with postgresql_databases.fresh() as url, _club(url) as club:
            yield club

    return new


@contextmanager
def _club(url: str) -> Iterator[Club]:
    engine = connect(url)
    yield Club(engine)
    engine.dispose()
