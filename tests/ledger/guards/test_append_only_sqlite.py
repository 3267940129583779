"""Statements that only SQLite has: REPLACE, conflict clauses, rowids, pragmas."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from ledger.log.database import connect
from tests.ledger.guards.rows import COLUMNS, NEXT, like, put
from tests.ledger.lines import game, season
from tests.ledger.office import Office
from tests.tables import every


@pytest.fixture
def office(sqlite_database: str) -> Iterator[Office]:
    engine = connect(sqlite_database)
    office = Office(engine)
    office.append(*season(), game("anna", "bela", id_="g1", game="g1"))
    yield office
    engine.dispose()


def refused(office: Office, statement: str, setting: str = "PRAGMA user_version") -> None:
    """Another program, with the plain driver and a setting of its own, is refused."""
    before = office.contents()
    with closing(sqlite3.connect(office.engine.url.database or "")) as connection:
        connection.execute(setting)
        with pytest.raises(sqlite3.DatabaseError):
            connection.execute(statement)
        connection.rollback()
    assert office.contents() == before
    assert office.verdict().ok


@pytest.mark.parametrize("verb", ["REPLACE", "INSERT OR REPLACE"])
@pytest.mark.parametrize(
    "changed",
    [
        {**NEXT, "position": "3"},
        {"position": "7"},
        {**NEXT, "id": "id"},
        {**NEXT, "subject": "subject"},
        {**NEXT, "position": "NULL"},
    ],
    ids=["position", "last", "id", "subject", "automatic"],
)
def test_replacing_an_event_is_refused(office: Office, verb: str, changed: dict[str, str]) -> None:
    refused(office, put(like(7, **changed), verb))


@pytest.mark.parametrize("setting", ["recursive_triggers=OFF", "foreign_keys=OFF"])
@pytest.mark.parametrize(
    "statement",
    [
        put(like(7, **{**NEXT, "id": "id"}), "REPLACE"),
        "DELETE FROM event",
        "UPDATE OR IGNORE event SET id = 'x' WHERE position = 1",
        "REPLACE INTO log_head SELECT 1, 0, chain_hash, 0 FROM log_head",
    ],
)
def test_no_setting_of_a_connection_switches_the_guards_off(
    office: Office, setting: str, statement: str
) -> None:
    refused(office, statement, f"PRAGMA {setting}")


@pytest.mark.parametrize("key", ["id", "subject", "position"])
def test_an_upsert_updates_nothing(office: Office, key: str) -> None:
    row = like(7, **{**NEXT, key: key})
    refused(office, f"{put(row)} ON CONFLICT ({key}) DO UPDATE SET payload = '{{}}'")


@every("clause", ["OR IGNORE", "OR REPLACE", "OR FAIL", "OR ROLLBACK"])
@every("change", ["position = 3", "id = 'anna'", "payload = '{}'"])
def test_updating_with_a_conflict_clause_is_refused(
    office: Office, clause: str, change: str
) -> None:
    refused(office, f"UPDATE {clause} event SET {change} WHERE position = 4")  # noqa: S608


def test_a_row_number_of_ones_own_is_refused(office: Office) -> None:
    named = ", ".join(COLUMNS).replace("position", "rowid")
    refused(office, f"INSERT INTO event ({named}) {like(7, **{**NEXT, 'position': '80'})}")


def test_a_used_id_is_refused_rather_than_ignored(office: Office) -> None:
    refused(office, put(like(7, **{**NEXT, "id": "id"}), "INSERT OR IGNORE"))
