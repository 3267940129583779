"""Frequent statements of appends and updates, passed to the driver in compiled form.

For each execution SQLAlchemy looks up the compiled form and prepares a context and a result,
which takes longer than many of the answers.  Its other services are for readers: it begins the
transaction, and handles a read-only file.  So only a transaction that writes and is
in progress calls the driver itself (decision 0109).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import attrs
from sqlalchemy import Connection, Dialect, Select, Update
from sqlalchemy.exc import DBAPIError

from ledger.log.sqlite_files import raise_damage
from ledger.log.statements import plain_rows


@attrs.frozen
class _Compiled:
    """A statement in the driver's form; ``places``: its parameters in order, None: by name."""

    text: str
    places: Sequence[str] | None
    constants: Mapping[str, Any]

    def parameters(self, given: Mapping[str, Any]) -> Any:
        """Return the driver's parameters: the statement's own constants, and those ``given``."""
        values = {**self.constants, **given}
        return values if self.places is None else [values[place] for place in self.places]


def repeated_rows(
    connection: Connection, statement: Select[Any], given: Mapping[str, Any]
) -> list[Any]:
    """All rows of a statement that was built once, as the driver gives them.

    For parameters and columns of text, integers and bytes, and lists of them.
    """
    if not (connection.in_transaction() and connection.get_execution_options().get("writing")):
        return plain_rows(connection.execute(statement, given))
    with _executed(connection, statement, given) as cursor:
        rows: list[Any] = cursor.fetchall()
    return rows


def repeated_change(connection: Connection, statement: Update, given: Mapping[str, Any]) -> int:
    """Return the number of rows that an UPDATE that was built once has changed."""
    with _executed(connection, statement, given) as cursor:
        return int(cursor.rowcount)


@contextmanager
def _executed(
    connection: Connection, statement: Select[Any] | Update, given: Mapping[str, Any]
) -> Iterator[Any]:
    """Yield the driver's cursor after a statement; its errors become SQLAlchemy's."""
    compiled = _compiled(statement, connection.dialect)
    cursor: Any = connection.connection.cursor()
    dbapi: Any = connection.dialect.loaded_dbapi
    try:
        cursor.execute(compiled.text, compiled.parameters(given))
        yield cursor
    except dbapi.Error as error:
        raise_damage(connection.connection.driver_connection, error)
        raise DBAPIError(compiled.text, None, error) from error
    finally:
        cursor.close()


@lru_cache(maxsize=64)
def _compiled(statement: Select[Any] | Update, dialect: Dialect) -> _Compiled:
    compiled: Any = statement.compile(dialect=dialect)
    return _Compiled(compiled.string, compiled.positiontup, compiled.params)
