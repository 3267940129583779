"""Ledgers to export from: one per test, or as many as a property asks for."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from ledger.log.database import connect
from tests.databases.fresh import SQLiteFiles
from tests.exports.export_ledger import Bureau

NewBureau = Callable[[], AbstractContextManager[Bureau]]


@pytest.fixture(scope="session")
def new_bureau(sqlite_files: SQLiteFiles) -> NewBureau:
    """A bureau with a ledger that is empty but for its pools, as often as one asks."""

    @contextmanager
    def new() -> Iterator[Bureau]:
        with tempfile.TemporaryDirectory() as folder, sqlite_files.fresh(Path(folder)) as url:
            engine = connect(url)
            yield Bureau(engine, url)
            engine.dispose()

    return new


@pytest.fixture
def bureau(new_bureau: NewBureau) -> Iterator[Bureau]:
    """One such bureau."""
    with new_bureau() as bureau:
        yield bureau
