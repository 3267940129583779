"""Statements that one update asks hundreds of times, handed to the driver as they were compiled.

For each execution the toolkit finds its compiled form again and prepares a context and a result,
which takes longer than many of the answers.  What it does besides is for questions: it begins the
transaction, and looks at a file that nobody can write.  So only a transaction that writes and is
under way asks the driver itself.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import attrs
from sqlalchemy import Connection, Dialect, Select
from sqlalchemy.exc import DBAPIError

from ledger.log.database import plain_rows
from ledger.log.unreadable_text import raise_damage


@attrs.frozen
class _Compiled:
    """A statement in the driver's words; ``places``: its parameters in order, None: by name."""

    text: str
    places: Sequence[str] | None
    constants: Mapping[str, Any]

    def parameters(self, given: Mapping[str, Any]) -> Any:
        """What the driver is given: the statement's own constants, and what is ``given``."""
        values = {**self.constants, **given}
        return values if self.places is None else [values[place] for place in self.places]


def repeated_rows(
    connection: Connection, statement: Select[Any], given: Mapping[str, Any]
) -> list[Any]:
    """All rows of a statement that was built once, as the driver gives them.

    For parameters and columns of text and integers, and lists of them.
    """
    if not (connection.in_transaction() and connection.get_execution_options().get("writing")):
        return plain_rows(connection.execute(statement, given))
    compiled = _compiled(statement, connection.dialect)
    cursor: Any = connection.connection.cursor()
    dbapi: Any = connection.dialect.loaded_dbapi
    try:
        cursor.execute(compiled.text, compiled.parameters(given))
        rows: list[Any] = cursor.fetchall()
    except dbapi.Error as error:
        raise_damage(connection.connection.driver_connection, error)
        raise DBAPIError(compiled.text, None, error) from error
    finally:
        cursor.close()
    return rows


@lru_cache(maxsize=64)
def _compiled(statement: Select[Any], dialect: Dialect) -> _Compiled:
    compiled: Any = statement.compile(dialect=dialect)
    return _Compiled(compiled.string, compiled.positiontup, compiled.params)
