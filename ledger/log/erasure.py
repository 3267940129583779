"""Erased data in a database's files, and wiping them out.

A deleted row is gone for queries at once, but from the files only later.  SQLite keeps the old
page in its main file until the write-ahead log is copied over it.  PostgreSQL keeps the old row
until its table is rewritten; a plain VACUUM leaves the bytes in the page.  So the transaction that
erases leaves a mark, a row of ``erasure``.  The mark is removed when the files have been wiped:
right after the commit, or, if a reader was in the way, with a later attempt.

On PostgreSQL the function ``rating_ledger_wipe`` of migration 0009 does it with the rights of the
tables' owner, so any role can erase (decision 0121).
"""

import time
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from ledger.diagnostics import Diagnostics
from ledger.events.problems import Refused
from ledger.log.schema import erasure

PATIENCE_MILLISECONDS = 2_000
PAUSE_SECONDS = 0.02
REMAIN = (
    "erased data can still be read in the database's files, because others were using the "
    "database or this role may not rewrite its tables. Every command that writes tries again; to "
    "try now, run `rating-ledger init`, on PostgreSQL as the owner of the tables"
)

log = Diagnostics(__name__)


def mark(connection: sa.Connection, position: int) -> None:
    """Mark, in the transaction that erases, that the files must be wiped after it.

    ``position`` is the first that this transaction writes, which makes the mark unique.
    """
    if connection.execute(sa.select(sa.exists().where(erasure.c.position == position))).scalar():
        return  # it erases several players
    is_server = connection.dialect.name == "postgresql"
    of_server = (
        sa.literal_column("pg_current_xact_id()::text::bigint") if is_server else sa.literal(0)
    )
    row = {"position": position, "server_transaction": of_server}
    connection.execute(sa.insert(erasure).values(row))


def is_due(connection: sa.Connection) -> bool:
    """True if erased data may still lie in the database's files."""
    return bool(connection.execute(sa.select(due())).scalar())


def due() -> sa.ColumnElement[bool]:
    """Return the same as a column, for a statement that is sent anyway."""
    return sa.exists(sa.select(erasure.c.position)).label("wipe_is_due")


def wipe(engine: sa.Engine) -> bool:
    """Wipe what was erased out of the database's files.

    False if it was not possible: the database was in use, or the role lacks the right.
    """
    try:
        wiped = _truncate_wal(engine) if engine.dialect.name == "sqlite" else _rewrite(engine)
    except (DBAPIError, Refused, engine.dialect.loaded_dbapi.Error) as error:
        log.info("not_wiped", why=f"{type(error).__name__}: {error}")
        wiped = False  # the erasure is committed even if wiping the files fails
    log.info("erased_data_wiped" if wiped else "erased_data_remain")
    return wiped


def wipe_where_due(engine: sa.Engine) -> bool:
    """Wipe if a mark is left; True if nothing erased remains in the files."""
    with engine.connect() as connection:
        remain = is_due(connection)
    return not remain or wipe(engine)


def _truncate_wal(engine: sa.Engine) -> bool:
    """Copy the whole write-ahead log into the main file and empty it, unless a reader uses it."""
    connection: Any = engine.raw_connection()
    try:
        cursor = connection.cursor()
        (before,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute(f"PRAGMA busy_timeout = {PATIENCE_MILLISECONDS}")
        try:
            # The mark of another process that erases at the same time must stay.
            (last,) = cursor.execute("SELECT max(position) FROM erasure").fetchone()
            busy, *_ = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy:
                cursor.execute("DELETE FROM erasure WHERE position <= ?", (last,))
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {before}")
        return not busy
    finally:
        connection.close()


def _rewrite(engine: sa.Engine) -> bool:
    """Rewrite the tables once no transaction sees the deleted rows any more."""
    until = time.monotonic() + PATIENCE_MILLISECONDS / 1_000
    while True:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PATIENCE_MILLISECONDS}")
            wiped = connection.exec_driver_sql("SELECT rating_ledger_wipe()").scalar_one()
        if wiped or time.monotonic() >= until:
            return bool(wiped)
        time.sleep(PAUSE_SECONDS)


def wipe_samples(engine: sa.Engine) -> None:
    """Remove the samples of personal data that PostgreSQL's planner kept before revision 0009.

    Only the owner of the database or a superuser may; for others the server skips it.
    """
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"SET lock_timeout = {PATIENCE_MILLISECONDS}")
        try:
            connection.exec_driver_sql("VACUUM FULL pg_catalog.pg_statistic")
        except DBAPIError as error:
            log.info("samples_remain", why=str(error.orig))
        finally:
            connection.exec_driver_sql("RESET lock_timeout")
