"""Statements about many rows: look-ups by many keys, and insertions."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from ledger.log.sqlite_files import raise_damage

ROWS_IN_A_STATEMENT = 50
"""SQLite's optimum: it opens a journal before each statement on a table with triggers."""
ROWS_WITHOUT_COPY = 10
"""PostgreSQL: up to so many rows a plain statement is as fast and needs fewer round trips."""
_SENT_AS_THEY_ARE = frozenset({17, 20, 21, 23, 25, 1043})
"""PostgreSQL's OIDs of the types bytea, bigint, smallint, integer, text and varchar."""
_LISTED = sa.text("SELECT value FROM json_each(:listed)")


def among(
    connection: sa.Connection, column: sa.ColumnElement[Any], values: Iterable[str]
) -> sa.ColumnElement[bool]:
    """Compare ``column`` with many ``values``, sent as a single parameter (decision 0010)."""
    given = as_parameter(connection, values)
    if connection.dialect.name == "sqlite":  # as text, which is built in a fifth of the time
        return column.in_(_LISTED.bindparams(sa.bindparam("listed", given, unique=True)))
    return _one_of(connection.dialect.name, column, sa.bindparam(None, given))


def mentions(
    connection: sa.Connection, column: sa.ColumnElement[str], id_: str
) -> sa.ColumnElement[bool]:
    """True where canonical JSON contains an id as a value, or as the name of a field."""
    find = sa.func.instr if connection.dialect.name == "sqlite" else sa.func.strpos
    found: sa.ColumnElement[bool] = find(column, orjson.dumps(id_).decode()) > 0
    return found


def one_of(dialect: str, column: sa.ColumnElement[Any], parameter: str) -> sa.ColumnElement[bool]:
    """The same for a statement that is built once; :func:`as_parameter` gives the values."""
    return _one_of(dialect, column, sa.bindparam(parameter))


def rows_of(dialect: str, parameter: str) -> sa.TableValuedAlias:
    """The values of such a parameter as a table with the column ``value``."""
    names: sa.BindParameter[Any] = sa.bindparam(parameter)
    if dialect == "sqlite":
        return sa.func.json_each(names, type_=sa.Text).table_valued("value")
    return (
        sa.func.unnest(sa.type_coerce(names, sa.ARRAY(sa.Text)))
        .table_valued("value")
        .render_derived()
    )


def as_parameter(connection: sa.Connection, values: Iterable[str]) -> Any:
    """Return many values as the single parameter in which they are sent."""
    wanted = list(values)
    return orjson.dumps(wanted).decode() if connection.dialect.name == "sqlite" else wanted


def _one_of(
    dialect: str, column: sa.ColumnElement[Any], names: sa.BindParameter[Any]
) -> sa.ColumnElement[bool]:
    if dialect == "sqlite":
        listed = sa.func.json_each(names, type_=sa.Text).table_valued("value")
        return column.in_(sa.select(listed.c.value))
    return column == sa.func.any(sa.type_coerce(names, sa.ARRAY(sa.Text)))


def containing(dialect: str, column: sa.ColumnElement[Any], text: str) -> sa.ColumnElement[bool]:
    """Return the condition that ``column`` contains ``text`` literally."""
    found = sa.func.instr(column, text) if dialect == "sqlite" else sa.func.strpos(column, text)
    return found > 0


def plain_rows(result: sa.CursorResult[Any]) -> list[Any]:
    """All rows as the driver gives them, in half the time: for columns of text and integers."""
    cursor: Any = result.cursor
    dbapi: Any = result.dialect.loaded_dbapi
    try:
        rows: list[Any] = cursor.fetchall()
    except dbapi.Error as error:
        raise_damage(cursor.connection, error)
        raise DBAPIError("SELECT", None, error) from error
    result.close()
    return rows


def insert_rows(
    connection: sa.Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert many rows in the driver's fastest way: some in each statement, or COPY.

    COPY also fires a statement trigger once; executemany would fire it for every row.
    """
    if not rows:
        return
    names = ", ".join(columns)
    cursor: Any = connection.connection.cursor()
    dbapi: Any = connection.dialect.loaded_dbapi
    try:
        if connection.dialect.name == "sqlite":
            _insert_some_at_once(cursor, f"{table} ({names})", rows)
        elif len(rows) <= ROWS_WITHOUT_COPY:
            marks = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * len(rows))
            insert = f"INSERT INTO {table} ({names}) VALUES {marks}"  # noqa: S608 - names of our own
            cursor.execute(insert, list(chain.from_iterable(rows)))
        else:
            _copy(cursor, table, names, rows)
    except dbapi.Error as error:
        raise DBAPIError(f"INSERT INTO {table}", None, error) from error
    finally:
        cursor.close()


def _copy(cursor: Any, table: str, names: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert with COPY, in binary form if every column's type has a unique representation."""
    cursor.execute(f"SELECT {names} FROM {table} LIMIT 0")  # noqa: S608 - names of our own
    types = [column.type_code for column in cursor.description]
    is_binary = _SENT_AS_THEY_ARE.issuperset(types)
    form = " (FORMAT BINARY)" if is_binary else ""
    with cursor.copy(f"COPY {table} ({names}) FROM STDIN{form}") as copy:
        if is_binary:
            copy.set_types(types)
        for row in rows:
            copy.write_row(row)


def _insert_some_at_once(cursor: Any, target: str, rows: Sequence[tuple[Any, ...]]) -> None:
    marks = f"({', '.join('?' * len(rows[0]))})"
    insert = f"INSERT INTO {target} VALUES "  # noqa: S608 - names of our own
    single = len(rows) % ROWS_IN_A_STATEMENT
    starts = range(single, len(rows), ROWS_IN_A_STATEMENT)
    cursor.executemany(insert + marks, rows[:single])
    cursor.executemany(
        insert + ", ".join([marks] * ROWS_IN_A_STATEMENT),
        (tuple(chain.from_iterable(rows[at : at + ROWS_IN_A_STATEMENT])) for at in starts),
    )
