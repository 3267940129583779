"""Clubs to test with: one per test, or as many as a property asks for."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.projections.club import Club
from tests.projections.new_clubs import NewClub, club_at, new_in_files, new_on_server


@pytest.fixture
def club(sqlite_database: str) -> Iterator[Club]:
    """A club with an empty ledger in a file."""
    with club_at(sqlite_database, Club) as club:
        yield club


@pytest.fixture
def club_on_both(engine: Engine) -> Club:
    """A club with an empty ledger, on one engine and then on the other."""
    return Club(engine)


@pytest.fixture(scope="session")
def new_club(sqlite_files: SQLiteFiles) -> NewClub[Club]:
    """A new club with an empty ledger in a file, as often as one asks."""
    return new_in_files(sqlite_files, Club)


@pytest.fixture(scope="session")
def new_club_on_postgresql(postgresql_databases: PostgreSQLDatabases) -> NewClub[Club]:
    """The same on PostgreSQL."""
    return new_on_server(postgresql_databases, Club)
