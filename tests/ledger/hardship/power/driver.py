"""apsw's connections in the shape of Python's sqlite3, as far as SQLAlchemy asks for it.

So the ledger's own code runs on a simulated disk, its own statements and settings included.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import apsw

from tests.ledger.hardship.power.disk import PowerCut


class Connection:
    """A connection as SQLAlchemy's dialect for sqlite3 knows it."""

    isolation_level: str | None = None

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def cursor(self) -> "Cursor":
        return Cursor(self._connection)

    def commit(self) -> None:
        self._end("COMMIT")

    def rollback(self) -> None:
        self._end("ROLLBACK")

    def _end(self, statement: str) -> None:
        with _as_sqlite3():
            if self._connection.in_transaction:
                self._connection.execute(statement)

    def close(self) -> None:
        with _as_sqlite3():
            self._connection.close(force=True)

    def create_function(
        self, name: str, arity: int, function: Callable[..., Any], **_: Any
    ) -> None:
        self._connection.create_scalar_function(name, function, arity)


class Cursor:
    """A cursor that fetches everything at once."""

    arraysize = 1
    lastrowid = None

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.description: Any = None
        self.rowcount = -1
        self._rows: Iterator[Any] = iter(())

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> "Cursor":
        cursor = self._connection.cursor()
        cursor.exec_trace = self._note_columns
        with _as_sqlite3():
            self._rows = iter(cursor.execute(statement, parameters).fetchall())
        self.rowcount = self._connection.changes()
        return self

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> "Cursor":
        with _as_sqlite3():
            self._connection.cursor().executemany(statement, rows)
        return self

    def _note_columns(self, cursor: apsw.Cursor, _statement: str, _bindings: object) -> bool:
        columns = cursor.get_description()
        self.description = [(name, *[None] * 6) for name, _ in columns] or None
        return True

    def fetchone(self) -> Any:
        return next(self._rows, None)

    def fetchmany(self, size: int = 1) -> list[Any]:
        return list(islice(self._rows, size))

    def fetchall(self) -> list[Any]:
        return list(self._rows)

    def close(self) -> None:
        self._rows = iter(())


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    """Errors as sqlite3 raises them."""
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(*error.args) from error
    except (apsw.Error, PowerCut) as error:
        raise sqlite3.OperationalError(*error.args) from error
