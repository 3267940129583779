"""Databases without a ledger, on both engines."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from alembic.config import Config
from sqlalchemy import Engine

from ledger.log.database import WRITING, connect
from tests.databases.server import Server

_numbers = count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def bare_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database in which there is nothing."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'bare.db'}"
        return
    server: Server = request.getfixturevalue("postgresql_server")
    name = f"bare_{next(_numbers)}"
    server.create(name)
    yield server.url(name)
    server.drop(name)


@pytest.fixture
def bare(bare_database: str) -> Iterator[Engine]:
    """A database in which there is nothing."""
    engine = connect(bare_database, create=True)
    yield engine
    engine.dispose()


class Alembic:
    """Alembic's commands on a database of the tests."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def run(self, command: object, *arguments: str) -> None:
        config = Config()
        config.set_main_option("script_location", "migrations:")
        with self._engine.connect().execution_options(**WRITING) as connection, connection.begin():
            config.attributes["connection"] = connection
            command(config, *arguments)  # type: ignore[operator]


@pytest.fixture
def alembic(bare: Engine) -> Alembic:
    return Alembic(bare)
