"""Shells to test with, on both databases or on a file alone."""

from pathlib import Path

import pytest

from tests.console.autumn import AUTUMN
from tests.console.shell import Shell
from tests.console.spring import SPRING


@pytest.fixture
def empty(database: str, tmp_path: Path) -> Shell:
    """An empty ledger, on one engine and then on the other."""
    return Shell(database, tmp_path)


@pytest.fixture
def shell(empty: Shell) -> Shell:
    """The spring of 1996, see :mod:`tests.console.spring`, on both engines."""
    empty.append(*SPRING)
    return empty


@pytest.fixture
def empty_file(sqlite_database: str, tmp_path: Path) -> Shell:
    """An empty ledger in a file."""
    return Shell(sqlite_database, tmp_path)


@pytest.fixture
def in_file(empty_file: Shell) -> Shell:
    """The spring of 1996 in a file."""
    empty_file.append(*SPRING)
    return empty_file


@pytest.fixture
def autumn(empty: Shell) -> Shell:
    """The autumn of a club, see :mod:`tests.console.autumn`, on both engines."""
    empty.append(*AUTUMN)
    return empty


@pytest.fixture
def autumn_in_file(empty_file: Shell) -> Shell:
    """The autumn of a club in a file."""
    empty_file.append(*AUTUMN)
    return empty_file
