"""Somebody with every right on the database: the guards are taken away, rows are changed."""
# ruff: noqa: S608 - statements of an imaginary attacker

import sqlite3
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.event import listen

from ledger.events.canonical_json import GENESIS, chain_hash, entry_hash, envelope
from ledger.log.database import connect
from ledger.log.event_log import Entry, read
from tests.ledger.lines import every_event, season
from tests.ledger.office import Office


class Intruder:
    """Changes what is stored, one thing after the other, and puts it back."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self.engine = office.engine
        self.engine.dispose()  # connections from now on need not be durable
        listen(self.engine, "connect", _in_haste)
        with self.engine.begin() as connection:
            self._guards = _guards_of(connection)
            _take_guards_away(connection)

    def put_guards_back(self) -> None:
        with self.engine.begin() as connection:
            for statement in self._guards:
                connection.exec_driver_sql(statement)

    def run(self, statement: str, **values: Any) -> None:
        with self.engine.begin() as connection:
            connection.execute(text(statement), values)

    def value(self, table: str, column: str, position: int) -> Any:
        key = "id" if table == "log_head" else "position"
        with self.engine.connect() as connection:
            query = f"SELECT {column} FROM {table} WHERE {key} = :position"
            return connection.execute(text(query), {"position": position}).scalar_one()

    def change(self, table: str, column: str, position: int, value: Any) -> None:
        key = "id" if table == "log_head" else "position"
        statement = f"UPDATE {table} SET {column} = :value WHERE {key} = :position"
        self.run(statement, value=value, position=position)

    def found(self) -> int | None:
        """The position that verification names; fails where it finds nothing wrong."""
        finding = self.office.verdict().finding
        assert finding is not None, "the change was not found"
        return finding.position

    def found_when(self, table: str, column: str, position: int, value: Any) -> int | None:
        """The position named while a value is changed."""
        before = self.value(table, column, position)
        assert before != value, "that is not a change"
        self.change(table, column, position, value)
        found = self.found()
        moved = value if column == "position" else position
        self.change(table, column, moved, before)
        return found

    def forge(self, position: int, **changed: Any) -> None:
        """Change an event and hash everything from it on anew, the head as well."""
        for column, value in changed.items():
            self.change("event", column, position, value)
        with self.engine.connect() as connection:
            entries = list(read(connection))
        self._hash_anew(entries)

    def _hash_anew(self, entries: Sequence[Entry]) -> None:
        before = GENESIS
        hashed: list[dict[str, Any]] = []
        for entry in entries:
            sealed = envelope(
                type=entry.type,
                schema=entry.schema,
                id=entry.id,
                data=entry.payload,
                source=entry.source,
                recorded_by=entry.recorded_by,
            )
            own = entry_hash(entry.position, entry.recorded_at, sha256(sealed).digest())
            before = chain_hash(before, own)
            hashed.append({"position": entry.position, "own": own, "chain": before})
        event = (
            "UPDATE event SET entry_hash = :own, chain_hash = :chain WHERE position = :position"
        )
        with self.engine.begin() as connection:
            connection.execute(text(event), hashed)
            connection.execute(text("UPDATE log_head SET chain_hash = :chain"), {"chain": before})


FULL = len(season()) + len(every_event())


def full_log(database: str) -> None:
    """Hand in one event of every type; the last one, at position FULL, is a correction."""
    engine = connect(database)
    office = Office(engine)
    assert office.hand_in_everything() == FULL
    assert office.verdict().ok
    engine.dispose()


def _guards_of(connection: Connection) -> Sequence[str]:
    """The statements that make the guards that there are."""
    if connection.dialect.name == "sqlite":
        query = "SELECT sql FROM sqlite_schema WHERE type = 'trigger'"
        return connection.exec_driver_sql(query).scalars().all()
    return [
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"
        for table, name in connection.exec_driver_sql(
            "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE NOT tgisinternal"
        )
    ]


def _take_guards_away(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        query = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
        for name in connection.exec_driver_sql(query).scalars().all():
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
    else:
        for table in ("event", "log_head"):
            connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")


def _in_haste(connection: Any, _: object) -> None:
    lite = isinstance(connection, sqlite3.Connection)
    connection.execute("PRAGMA synchronous=OFF" if lite else "SET synchronous_commit=off")


def other_texts(text: str) -> Iterator[str]:
    """Texts that look much like it."""
    yield text + " "
    yield " " + text
    yield text[:-1]
    yield text.swapcase()
    yield text.replace("1", "2", 1)
    yield ""


def other_values(column: str, value: Any) -> list[Any]:
    """Return an attacker's values for a column, without the value itself."""
    if column in ("entry_hash", "chain_hash"):
        return [GENESIS, value[::-1], value[:-1], value + b"\0", b""]
    if column in ("recorded_at", "schema"):
        return [value + 1, value - 1, 0, -value]
    if column == "position":
        return [value + 100]
    if value is None:
        return ["x", ""]
    return sorted({*other_texts(value), "x"} - {value})
