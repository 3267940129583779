"""The grants of docs/OPERATIONS.md, run on a real server: what a writer and a reader can do."""

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import ProgrammingError

from ledger.log.database import connect
from tests.console.shell import Shell
from tests.console.spring import SPRING
from tests.docs.documents import ROOT, blocks
from tests.projections.submissions import player

GRANTS = [
    statement
    for block in blocks(ROOT / "docs" / "OPERATIONS.md")
    if block.info == ("sql",)
    for statement in block.text.split(";")
    if statement.strip()
]
ROLES = ("ledger_writer", "ledger_reader", "ledger_server")


@pytest.fixture
def roles(postgresql_database: str, tmp_path) -> Iterator[dict[str, Shell]]:
    """The ledger of the spring, as its owner, a writer and a reader see it."""
    owner = Shell(postgresql_database, tmp_path)
    owner.append(*SPRING)
    engine = connect(postgresql_database)
    with engine.begin() as connection:
        for statement in GRANTS:
            connection.exec_driver_sql(statement)
    url = make_url(postgresql_database)
    shells = {
        role: Shell(url.set(username=role).render_as_string(hide_password=False), tmp_path)
        for role in ROLES
    }
    yield {"owner": owner, **shells}
    with engine.begin() as connection:
        for role in ROLES:
            connection.exec_driver_sql(f"DROP OWNED BY {role}")
            connection.exec_driver_sql(f"DROP ROLE {role}")
    engine.dispose()


def test_a_writer_appends_asks_and_rebuilds(roles):
    writer = roles["ledger_writer"]
    writer.append(player("ivan"))
    assert len(writer.json("ratings", "dwz")) == 3
    assert writer.json("rebuild", "dwz")["differences"] == []
    assert writer.json("verify")["ok"]
    assert json.dumps(roles["owner"].json("log")[-1]).count("ivan")


def test_only_the_server_knows_the_accounts(roles):
    server = roles["ledger_server"]
    server.append(player("ivan"))
    server.json("account", "add", "anna", "--role", "officer", "--no-password")
    assert server.json("token", "add", "anna")["token"]
    for role in ("ledger_writer", "ledger_reader"):
        assert roles[role].refused("account", "list")


def test_a_reader_asks_whether_or_not_the_lists_are_up_to_date(roles):
    reader = roles["ledger_reader"]
    assert len(reader.json("ratings", "dwz")) == 3
    roles["ledger_writer"].append(player("ivan"))
    assert len(reader.json("ratings", "dwz")) == 3
    assert reader.json("verify")["ok"]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET recorded_by = 'x'",
        "DELETE FROM event",
        "TRUNCATE event CASCADE",
        "DROP TABLE person",
        "ALTER TABLE event DISABLE TRIGGER ALL",
    ],
)
def test_neither_of_them_can_change_the_log(roles, role, statement):
    """Nor where a reader has taken off what is only his setting."""
    engine = connect(roles[role].database)
    with engine.connect() as connection:
        connection.exec_driver_sql("SET TRANSACTION READ WRITE")
        with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_a_reader_appends_nothing(roles):
    before = roles["owner"].json("log")
    assert roles["ledger_reader"].refused("append", roles["owner"].file("ivan", player("ivan")))
    assert roles["owner"].json("log") == before
