"""Offices that a whole module shares, since nothing it hands in is ever recorded."""

from collections.abc import Iterator

import pytest

from ledger.log.database import connect
from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.ledger.lines import season
from tests.ledger.office import Office


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared_office(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Office]:
    """A season in the log, on either database."""
    if request.param == "sqlite":
        files: SQLiteFiles = request.getfixturevalue("sqlite_files")
        fresh = files.fresh(tmp_path_factory.mktemp("season"))
    else:
        databases: PostgreSQLDatabases = request.getfixturevalue("postgresql_databases")
        fresh = databases.fresh()
    with fresh as url:
        engine = connect(url)
        office = Office(engine)
        office.append(*season())
        yield office
        engine.dispose()
