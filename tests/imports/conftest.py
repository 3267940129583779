"""An office that imports: on SQLite, and where the database matters on both."""

from pathlib import Path

import pytest

from tests.imports.import_ledger import ImportOffice


@pytest.fixture
def office(sqlite_database: str, tmp_path: Path) -> ImportOffice:
    """A ledger that is empty but for its pool."""
    return ImportOffice(sqlite_database, tmp_path)


@pytest.fixture
def either_office(database: str, tmp_path: Path) -> ImportOffice:
    """The same on one engine and then on the other."""
    return ImportOffice(database, tmp_path)
