"""A ledger to import into: on SQLite, and where the database matters on both engines."""

from pathlib import Path

import pytest

from tests.imports.import_ledger import ImportLedger


@pytest.fixture
def ledger(sqlite_database: str, tmp_path: Path) -> ImportLedger:
    """A ledger that is empty but for its pool."""
    return ImportLedger(sqlite_database, tmp_path)


@pytest.fixture
def either_ledger(database: str, tmp_path: Path) -> ImportLedger:
    """The same on one engine and then on the other."""
    return ImportLedger(database, tmp_path)
