"""The façade to a club's ledger: on SQLite, and where the database matters on both engines."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from projections.api import Ledger
from tests.api.season import SEASON
from tests.console.shell import Shell
from tests.databases.fresh import AfterSeason


def noon() -> datetime:
    """The moment at which the tests ask."""
    return datetime(2020, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def empty(database: str) -> Iterator[Ledger]:
    """An empty ledger, on one engine and then on the other."""
    with Ledger.open(database) as ledger:
        yield ledger


def season(database: str) -> None:
    """The season of a club, see :mod:`tests.api.season`."""
    with Ledger.open(database) as ledger:
        ledger.append(SEASON, by="anna")


@pytest.fixture
def ledger(database_after: AfterSeason) -> Iterator[Ledger]:
    """The season on both engines."""
    with Ledger.open(database_after(season)) as ledger:
        yield ledger


@pytest.fixture
def in_file(sqlite_after: AfterSeason) -> Iterator[Ledger]:
    """The season in a file."""
    with Ledger.open(sqlite_after(season)) as ledger:
        yield ledger


@pytest.fixture
def shell(ledger: Ledger, tmp_path: Path) -> Shell:
    """The commands on the same ledger."""
    return Shell(ledger.database, tmp_path)


@pytest.fixture
def shell_in_file(in_file: Ledger, tmp_path: Path) -> Shell:
    return Shell(in_file.database, tmp_path)


@pytest.fixture(scope="module")
def demo(demo_database: str) -> Iterator[Ledger]:
    """The demo's ledger; nobody writes into it."""
    with Ledger.open(demo_database) as ledger:
        yield ledger
