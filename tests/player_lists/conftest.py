"""An office that compares lists: on SQLite, and where the database matters on both."""

from pathlib import Path

import pytest

from tests.player_lists.list_ledger import ListOffice


@pytest.fixture
def office(sqlite_database: str, tmp_path: Path) -> ListOffice:
    """A ledger that is empty but for its pool."""
    return ListOffice(sqlite_database, tmp_path)


@pytest.fixture
def either_office(database: str, tmp_path: Path) -> ListOffice:
    """The same on one engine and then on the other."""
    return ListOffice(database, tmp_path)
