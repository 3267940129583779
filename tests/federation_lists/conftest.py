"""A ledger to compare lists with: on SQLite, and where the database matters on both engines."""

from pathlib import Path

import pytest

from tests.federation_lists.list_ledger import ListLedger


@pytest.fixture
def ledger(sqlite_database: str, tmp_path: Path) -> ListLedger:
    """A ledger that is empty but for its pool."""
    return ListLedger(sqlite_database, tmp_path)


@pytest.fixture
def either_ledger(database: str, tmp_path: Path) -> ListLedger:
    """The same on one engine and then on the other."""
    return ListLedger(database, tmp_path)
