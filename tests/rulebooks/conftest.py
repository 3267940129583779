"""The commands on a ledger of its own, for tests that go through the log."""

from pathlib import Path

import pytest

from tests.console.shell import Shell


@pytest.fixture
def shell(sqlite_database: str, tmp_path: Path) -> Shell:
    return Shell(sqlite_database, tmp_path)
