"""A club with a pool under DWZ 1995 from 1996 on, on both engines or in a file."""

from pathlib import Path

import pytest

from tests.members.club import Club


@pytest.fixture
def club(sqlite_database: str, tmp_path: Path) -> Club:
    club = Club(sqlite_database, tmp_path)
    club.begin()
    return club


@pytest.fixture
def bare(sqlite_database: str, tmp_path: Path) -> Club:
    """A ledger without a pool."""
    return Club(sqlite_database, tmp_path)


@pytest.fixture
def either_club(database: str, tmp_path: Path) -> Club:
    club = Club(database, tmp_path)
    club.begin()
    return club
