"""Shells to test with, on both databases or on a file alone."""

from pathlib import Path

import pytest

from tests.console.autumn import AUTUMN
from tests.console.shell import Shell, lines, run
from tests.console.spring import SPRING
from tests.databases.fresh import AfterSeason
from tests.projections.submissions import Event


def spring(database: str) -> None:
    """The spring of 1996, see :mod:`tests.console.spring`."""
    _append(database, *SPRING)


def autumn_of_a_club(database: str) -> None:
    """The autumn of a club, see :mod:`tests.console.autumn`."""
    _append(database, *AUTUMN)


def _append(database: str, *events: Event) -> None:
    outcome = run("--database", database, "append", "-", stdin=lines(*events))
    assert (outcome.status, outcome.err) == (0, "")


@pytest.fixture
def empty(database: str, tmp_path: Path) -> Shell:
    """An empty ledger, on one engine and then on the other."""
    return Shell(database, tmp_path)


@pytest.fixture
def shell(database_after: AfterSeason, tmp_path: Path) -> Shell:
    """The spring of 1996 on both engines."""
    return Shell(database_after(spring), tmp_path)


@pytest.fixture
def empty_file(sqlite_database: str, tmp_path: Path) -> Shell:
    """An empty ledger in a file."""
    return Shell(sqlite_database, tmp_path)


@pytest.fixture
def in_file(sqlite_after: AfterSeason, tmp_path: Path) -> Shell:
    """The spring of 1996 in a file."""
    return Shell(sqlite_after(spring), tmp_path)


@pytest.fixture
def autumn(database_after: AfterSeason, tmp_path: Path) -> Shell:
    """The autumn of a club on both engines."""
    return Shell(database_after(autumn_of_a_club), tmp_path)


@pytest.fixture
def autumn_in_file(sqlite_after: AfterSeason, tmp_path: Path) -> Shell:
    """The autumn of a club in a file."""
    return Shell(sqlite_after(autumn_of_a_club), tmp_path)
