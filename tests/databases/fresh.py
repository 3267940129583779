"""Fresh databases with an empty ledger in them, copied from one that was migrated once."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from ledger.log.database import connect, upgrade
from tests.databases.server import Server

_TEMPLATE = "empty_ledger"


class SQLiteFiles:
    """Ledgers in files."""

    def __init__(self, folder: Path) -> None:
        self._template = folder / "empty-ledger.db"
        _migrate(f"sqlite:///{self._template}")

    @contextmanager
    def fresh(self, folder: Path) -> Iterator[str]:
        """The URL of an empty ledger in ``folder``."""
        path = folder / "ledger.db"
        shutil.copy(self._template, path)
        yield f"sqlite:///{path}"


class PostgreSQLDatabases:
    """Ledgers on a server of our own."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._numbers = count(1)
        server.create(_TEMPLATE)
        _migrate(server.url(_TEMPLATE))

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """The URL of an empty ledger, dropped afterwards."""
        name = f"ledger_{next(self._numbers)}"
        self._server.create(name, _TEMPLATE)
        yield self._server.url(name)
        self._server.drop(name)


def _migrate(url: str) -> None:
    engine = connect(url, create=True)
    upgrade(engine)
    engine.dispose()
