"""What erasing leaves behind in a database's files, and wiping it away.

A deleted row is gone for every question at once, and for a look at the files only later.  SQLite
keeps the old page in its main file until the write-ahead log is copied over it; PostgreSQL keeps
the old row until its table is written anew, and a plain VACUUM leaves the bytes in the page.  So
the transaction that erases leaves a mark, and the mark goes when the files have been wiped: right
after the commit, or, where a reader was in the way, after the next transaction that writes.
"""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Integer,
    Text,
    false,
    func,
    literal,
    literal_column,
    select,
)
from sqlalchemy.exc import DBAPIError

from ledger.diagnostics import Diagnostics

PATIENCE_MILLISECONDS = 2_000
_MARK = "rating-ledger: erased rows may remain in the file until VACUUM FULL"
# The planner's statistics hold samples of every column.
_REWRITTEN = ("person", "paper", "pg_catalog.pg_statistic")

log = Diagnostics(__name__)


def mark(connection: Connection) -> None:
    """Note, in the transaction that erases, that the files are to be wiped after it.

    On PostgreSQL only the owner of the tables can leave the note, as only he can wipe them.
    """
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA user_version = 1")
    elif _is_owner(connection):
        connection.exec_driver_sql(f"COMMENT ON TABLE person IS '{_MARK}'")


def is_due(connection: Connection) -> bool:
    """Whether erased data may still lie in the database's files."""
    return bool(connection.execute(select(due(connection.dialect.name))).scalar())


def due(dialect: str) -> ColumnElement[bool]:
    """The same as a column, for a statement that has to be asked anyway."""
    if dialect == "sqlite":
        return literal_column("(SELECT user_version FROM pragma_user_version)", Integer) == 1
    comment = literal_column("obj_description('person'::regclass, 'pg_class')", Text)
    return func.coalesce(comment == literal(_MARK), false())


def wipe(engine: Engine) -> bool:
    """Wipe what was erased out of the database's files; False where somebody was in the way."""
    try:
        wiped = _truncate_wal(engine) if engine.dialect.name == "sqlite" else _rewrite(engine)
    except (DBAPIError, engine.dialect.loaded_dbapi.Error):
        wiped = False  # it is committed, whatever becomes of the files
    log.info("erased_data_wiped" if wiped else "erased_data_remain")
    return wiped


def _truncate_wal(engine: Engine) -> bool:
    """Copy the whole write-ahead log into the main file and empty it, past no reader."""
    connection: Any = engine.raw_connection()
    try:
        cursor = connection.cursor()
        (before,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MILLISECONDS}")
        try:
            busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                cursor.execute("PRAGMA user_version = 0")
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")
        return not busy
    finally:
        connection.close()


def _rewrite(engine: Engine) -> bool:
    """Write the tables anew, whole; who may not is only warned, so it is looked whether it was."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        before = _file_of_persons(connection)
        connection.exec_driver_sql(f"SET lock_timeout = {PATIENCE_MILLISECONDS}")
        try:
            for table in _REWRITTEN:
                connection.exec_driver_sql(f"VACUUM (FULL, ANALYZE) {table}")
            rewritten = _file_of_persons(connection) != before
            if rewritten and _is_owner(connection):
                connection.exec_driver_sql("COMMENT ON TABLE person IS NULL")
        finally:
            connection.exec_driver_sql("RESET lock_timeout")
        return rewritten


def _file_of_persons(connection: Connection) -> object:
    return connection.exec_driver_sql("SELECT pg_relation_filenode('person')").scalar()


def _is_owner(connection: Connection) -> bool:
    owner = (
        "SELECT pg_has_role(current_user, relowner, 'USAGE')"
        " FROM pg_class WHERE oid = 'person'::regclass"
    )
    return bool(connection.exec_driver_sql(owner).scalar())
