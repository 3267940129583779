"""Rows asked of the driver itself are those that the toolkit gives, and so are its failures."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, Integer, Select, bindparam, func, literal_column, select
from sqlalchemy.exc import DBAPIError

from ledger.events.problems import LedgerDamaged
from ledger.log.database import WRITING, connect
from ledger.log.repeated_statements import repeated_rows
from ledger.log.schema import event
from ledger.log.statements import as_parameter, one_of
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder

REGISTERED = "player.registered"


@pytest.fixture
def played(office: Office) -> Office:
    """A season opened: anna, bela and others are registered."""
    office.open_season()
    return office


@pytest.fixture
def played_in_file(sqlite_database: str) -> Iterator[Office]:
    """The same on SQLite."""
    engine = connect(sqlite_database)
    office = Office(engine)
    office.open_season()
    yield office
    engine.dispose()


def by_stream(dialect: str) -> Select[Any]:
    columns = event.c.position, event.c.stream, event.c.payload
    here = one_of(dialect, event.c.stream, "names"), event.c.position <= bindparam("until")
    return select(*columns).where(*here, event.c.type == REGISTERED).order_by(event.c.position)


def test_a_transaction_that_writes_reads_what_any_other_reads(played: Office) -> None:
    engine: Engine = played.engine
    statement = by_stream(engine.dialect.name)
    found = []
    for options in ({}, WRITING):
        with engine.execution_options(**options).connect() as connection, connection.begin():
            names = as_parameter(connection, ["player/anna", "player/bela", "player/nobody"])
            for until in (1_000, 0):
                given = {"names": names, "until": until}
                found.append([tuple(row) for row in repeated_rows(connection, statement, given)])
    as_any_other, none, while_writing, still_none = found
    assert [stream for _, stream, _ in while_writing] == ["player/anna", "player/bela"]
    assert while_writing == as_any_other
    assert none == still_none == []


def test_what_the_database_refuses_is_an_error_of_the_toolkit(played: Office) -> None:
    statement = select(func.no_such_function(literal_column("1", Integer)))
    with (
        played.engine.execution_options(**WRITING).connect() as connection,
        connection.begin(),
        pytest.raises(DBAPIError, match="no_such_function"),
    ):
        repeated_rows(connection, statement, {})


def test_a_text_that_is_none_is_named_by_its_position(played_in_file: Office) -> None:
    Intruder(played_in_file).run(
        "UPDATE event SET payload = CAST(x'ff' AS TEXT) WHERE stream = 'player/bela'"
    )
    with (
        played_in_file.engine.execution_options(**WRITING).connect() as connection,
        connection.begin(),
        pytest.raises(LedgerDamaged, match="UTF-8"),
    ):
        repeated_rows(connection, by_stream("sqlite"), {"names": '["player/bela"]', "until": 99})
