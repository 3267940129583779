"""Fresh databases, copied: an empty ledger is migrated once, a season is submitted once.

A season is a function that hands it in to the ledger of a URL; each test has a copy of its own.
"""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import pytest

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from tests.databases.server import Server

Season = Callable[[str], object]
AfterSeason = Callable[[Season], str]
_TEMPLATE = "empty_ledger"


class SQLiteFiles:
    """Ledgers in files."""

    def __init__(self, folder: Path) -> None:
        self._template = folder / "empty-ledger.db"
        self._seasons: dict[Season, Path] = {}
        _migrate(f"sqlite:///{self._template}")

    @contextmanager
    def fresh(self, folder: Path, season: Season | None = None) -> Iterator[str]:
        """The URL of a ledger in ``folder``, empty or with a season."""
        path = folder / "ledger.db"
        shutil.copy(self._template if season is None else self._with(season), path)
        yield f"sqlite:///{path}"

    def _with(self, season: Season) -> Path:
        if season not in self._seasons:
            path = self._template.with_name(f"season-{len(self._seasons) + 1}.db")
            shutil.copy(self._template, path)
            season(f"sqlite:///{path}")
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._seasons[season] = path
        return self._seasons[season]


def made_once(factory: pytest.TempPathFactory, name: str, make: Season) -> Path:
    """The file of a ledger that the first worker makes and all read; nobody writes into it."""
    own = factory.getbasetemp()
    folder = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    path = folder / f"{name}.db"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_suffix(".unfinished")
            make(f"sqlite:///{unfinished}")
            with closing(sqlite3.connect(unfinished)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            unfinished.rename(path)
    return path


def copied(database: str, path: Path) -> str:
    """The URL of a copy of a ledger that others read, made by SQLite.

    A program that opens and closes the file itself gives up its locks on it (POSIX): the last
    other reader would then delete the write-ahead log of a server in the same program.
    """
    original = sqlite3.connect(database.removeprefix("sqlite:///"))
    with closing(original), closing(sqlite3.connect(path)) as copy:
        original.backup(copy)
    return f"sqlite:///{path}"


class PostgreSQLDatabases:
    """Ledgers on a server of our own."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._numbers = count(1)
        self._seasons: dict[Season, str] = {}
        server.create(_TEMPLATE)
        _migrate(server.url(_TEMPLATE))

    @contextmanager
    def fresh(self, season: Season | None = None) -> Iterator[str]:
        """The URL of a ledger, empty or with a season, dropped afterwards."""
        name = f"ledger_{next(self._numbers)}"
        self._server.create(name, _TEMPLATE if season is None else self._with(season))
        yield self._server.url(name)
        self._server.drop(name)

    def _with(self, season: Season) -> str:
        if season not in self._seasons:
            name = f"season_{len(self._seasons) + 1}"
            self._server.create(name, _TEMPLATE)
            season(self._server.url(name))
            self._seasons[season] = name
        return self._seasons[season]


def _migrate(url: str) -> None:
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()
