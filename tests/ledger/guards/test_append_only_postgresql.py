"""Statements that only PostgreSQL has: TRUNCATE, MERGE, COPY, upserts, replica mode."""

from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from ledger.log.database import connect
from tests.ledger.guards.rows import COLUMNS, NEXT, like, put
from tests.ledger.lines import game, season
from tests.ledger.office import Office

ORIGIN = "SET session_replication_role = origin"
REPLICA = "SET session_replication_role = replica"
MERGE = "MERGE INTO event USING (SELECT 3 AS at) AS it ON position = at WHEN MATCHED THEN"


@pytest.fixture
def office(postgresql_database: str) -> Iterator[Office]:
    engine = connect(postgresql_database)
    office = Office(engine)
    office.append(*season(), game("anna", "bela", id_="g1", game="g1"))
    yield office
    engine.dispose()


@pytest.fixture
def stranger(office: Office) -> "Iterator[psycopg.Connection]":
    """Another program, connected as the owner of the database; it may do what he may."""
    url = office.engine.url
    before = office.contents()
    with closing(
        psycopg.connect(host=str(url.query["host"]), user=url.username, dbname=url.database)
    ) as connection:
        yield connection
        connection.rollback()
    assert office.contents() == before
    assert office.verdict().ok


@pytest.mark.parametrize("mode", [ORIGIN, REPLICA])
@pytest.mark.parametrize(
    "statement",
    [
        "TRUNCATE event",
        "TRUNCATE event CASCADE",
        "TRUNCATE log_head",
        "TRUNCATE person, event RESTART IDENTITY",
        f"{MERGE} DELETE",
        f"{MERGE} UPDATE SET payload = '{{}}'",
        "WITH gone AS (DELETE FROM event RETURNING *) SELECT count(*) FROM gone",
        "UPDATE event SET payload = payload",
        "DELETE FROM event WHERE position = 7",
        "UPDATE log_head SET size = 6",
        "UPDATE log_head SET recorded_at = 0",
        "DELETE FROM log_head",
        "INSERT INTO log_head SELECT 2, size, chain_hash, recorded_at FROM log_head",
        put(like(7, **{**NEXT, "position": "9"})),
    ],
)
def test_replica_mode_does_not_switch_the_guards_off(
    stranger: "psycopg.Connection", mode: str, statement: str
) -> None:
    """Ordinary triggers rest in replica mode; these are always on."""
    stranger.execute(mode)
    with pytest.raises(psycopg.errors.RaiseException):
        stranger.execute(statement)


@pytest.mark.parametrize("key", ["id", "subject", "position"])
def test_an_upsert_updates_nothing(stranger: "psycopg.Connection", key: str) -> None:
    row = like(7, **{**NEXT, key: key})
    with pytest.raises(psycopg.errors.RaiseException):
        stranger.execute(f"{put(row)} ON CONFLICT ({key}) DO UPDATE SET payload = '{{}}'")


def test_a_gap_cannot_be_copied_in(stranger: "psycopg.Connection") -> None:
    row = (9, "x", "t", 1, "s", None, 1, "b", None, "{}", bytes(32), bytes(32))
    with (
        pytest.raises(psycopg.errors.RaiseException, match="no gaps"),
        stranger.cursor() as cursor,
        cursor.copy(f"COPY event ({', '.join(COLUMNS)}) FROM STDIN") as copy,
    ):
        copy.write_row(row)
