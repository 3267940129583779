"""The database and roles of docs/how-to/operate-a-ledger.md, created and granted as written."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy import make_url

from ledger.log.database import connect
from tests.console.shell import Shell
from tests.databases.server import Server
from tests.docs.documents import ROOT, blocks
from tests.projections.submissions import Event

ROLES = ("ledger_owner", "ledger_writer", "ledger_reader", "ledger_server")
Copied = Callable[[Sequence[Event]], dict[str, Shell]]
"""Makes a copy of the database with some events, as each of the roles sees it."""


def statements(reader: str) -> list[str]:
    """The SQL that the document has for somebody to run."""
    return [
        statement
        for block in blocks(ROOT / "docs" / "how-to" / "operate-a-ledger.md")
        if block.info == ("sql", reader)
        for statement in block.text.split(";")
        if statement.strip()
    ]


def execute(url: str, *commands: str) -> None:
    """Run SQL, each statement in a transaction of its own."""
    engine = connect(url)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for command in commands:
            connection.exec_driver_sql(command)
    engine.dispose()


def as_role(url: str, role: str) -> str:
    return make_url(url).set(username=role).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def made_as_written(postgresql_server: Server) -> Iterator[str]:
    """The URL of the database of the document, its roles made and granted."""
    execute(postgresql_server.url("postgres"), *statements("administrator"))
    url = postgresql_server.url("ratings")
    owner = Shell(as_role(url, "ledger_owner"), Path())
    assert owner.json("init")["created"]
    execute(owner.database, *statements("owner"))
    yield url
    postgresql_server.drop("ratings")
    execute(postgresql_server.url("postgres"), *(f"DROP ROLE {role}" for role in ROLES))


@pytest.fixture
def copied(made_as_written: str, postgresql_server: Server, tmp_path: Path) -> Iterator[Copied]:
    made: list[str] = []

    def copy(events: Sequence[Event]) -> dict[str, Shell]:
        made.append(name := f"copied_{len(made)}")
        postgresql_server.create(name, make_url(made_as_written).database or "")
        execute(postgresql_server.url("postgres"), f"ALTER DATABASE {name} OWNER TO ledger_owner")
        url = postgresql_server.url(name)
        found = {role: Shell(as_role(url, role), tmp_path) for role in ROLES}
        found["ledger_owner"].append(*events)
        return found

    yield copy
    for name in made:
        postgresql_server.drop(name)
