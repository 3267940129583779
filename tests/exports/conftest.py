"""Ledgers to export from: one per test, or as many as a property asks for."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from ledger.log.database import connect
from tests.databases.fresh import SQLiteFiles
from tests.exports.export_ledger import ExportLedger

NewLedger = Callable[[], AbstractContextManager[ExportLedger]]


@pytest.fixture(scope="session")
def new_ledger(sqlite_files: SQLiteFiles) -> NewLedger:
    """Makes ledgers that are empty but for their pools."""

    @contextmanager
    def new() -> Iterator[ExportLedger]:
        with tempfile.TemporaryDirectory() as folder, sqlite_files.fresh(Path(folder)) as url:
            engine = connect(url)
            yield ExportLedger(engine, url)
            engine.dispose()

    return new


@pytest.fixture
def ledger(new_ledger: NewLedger) -> Iterator[ExportLedger]:
    """One such ledger."""
    with new_ledger() as ledger:
        yield ledger
