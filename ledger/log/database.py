"""Engines for the two databases, and what their errors mean.

SQLite for a club or a region, PostgreSQL for a federation.  No module above needs to
know which of the two it uses.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from ledger.events.problems import Problem, ReadOnlyDatabase, refusal
from ledger.log.connections import multi_host_url, without_password
from ledger.log.replaced_file import WatchedFile
from ledger.log.sqlite_files import (
    name_damage,
    path_of,
    raise_damage,
    reading_from_read_only_folder,
    require_application_id,
    require_ledger,
)
from ledger.log.write_ahead_log import stamp
from ledger.log.write_queue import PLACE, Waiting, WriteQueue, leave_queue, wait_in_queue

BUSY_SECONDS = 60
WRITING = {"writing": True}
CACHE_OF_WRITER, CACHE_OF_READER = 65_536, 8_192
"""Kibibytes of its file that a connection to SQLite caches: a server has many readers."""
_CHANGES = "changes before the transaction"


def connect(url: str | URL, *, create: bool = False, **options: Any) -> Engine:
    """Return an engine for ``url`` with the pragmas and settings that the log relies on.

    Without ``create``, connecting to a missing SQLite file is refused.

    Raises :class:`~ledger.events.problems.Refused` if the URL names no supported database.
    """
    try:
        parsed = make_url(multi_host_url(url) if isinstance(url, str) else url)
    except (ArgumentError, ValueError):  # a port that is not a number
        raise _no_database(f"{without_password(str(url))!r} is not a database URL") from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise _no_database(f"{parsed.get_backend_name()} is not supported")
    try:
        engine = create_engine(parsed, **_options(parsed), **options)
    except (NoSuchModuleError, ImportError):
        raise _no_database(f"no driver for {parsed.drivername}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        if "creator" not in options and (path := path_of(parsed)) is not None:
            _watch_file(engine, path, create=create)
        event.listen(engine, "handle_error", name_damage)
    return engine


def _watch_file(engine: Engine, path: Path, *, create: bool) -> None:
    """Watch a file before and while it is open, and queue its writers.

    One listener for each event, because adding one takes as long as a query.
    """
    watched, waiting = WatchedFile(path), Waiting()
    look = require_application_id if create else require_ledger
    open_for_reading = reading_from_read_only_folder(engine, path)

    def about_to_open(_: object, *given: Any) -> None:
        watched.before_opening()
        look(path)
        open_for_reading(*given)

    def opened(connection: Any, record: Any) -> None:
        watched.record_opened(connection)
        record.info[PLACE] = WriteQueue(path, waiting)

    def begun(connection: Connection) -> None:
        watched.must_be_there()
        connection.info[_CHANGES] = _driver_of(connection).total_changes

    def commit(connection: Connection) -> None:
        watched.before_commit(connection)
        _stamp_changes(connection)

    event.listen(engine, "do_connect", about_to_open)
    event.listen(engine, "connect", opened)
    event.listen(engine, "begin", begun)
    event.listen(engine, "commit", commit)
    event.listen(engine, "close", watched.record_closed)
    event.listen(engine, "checkin", leave_queue)
    event.listen(engine, "engine_disposed", watched.stop_reading)


def _no_database(why: str) -> Exception:
    return refusal("no-database", f"{why}: use sqlite:///FILE.db or postgresql://USER@HOST/NAME")


def _options(url: URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {"connect_args": {"timeout": BUSY_SECONDS}}
    return {
        # A statement that psycopg prepares while the log is empty keeps the plan for an empty
        # table.
        "connect_args": {"prepare_threshold": None},
        # After a failover, connections to the former server are detected before use.
        "pool_pre_ping": True,
    }


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Set up a connection: acknowledged means on disk, erased means overwritten.

    The persistent setting, the write-ahead log, is made by :func:`upgrade`: a query on the wrong
    file must not change it.
    """
    connection.isolation_level = None  # this module sends BEGIN itself, see below
    cursor = connection.cursor()
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once, in turn: taking it later could fail half-way."""
    writing = connection.get_execution_options().get("writing", False)
    if writing:
        wait_in_queue(connection, BUSY_SECONDS)
    if connection.info.get("writing") != writing:
        # Keeps statement journals in memory; larger sorts of queries still use files.
        _run_directly(connection, f"PRAGMA temp_store = {'MEMORY' if writing else 'DEFAULT'}")
        size = CACHE_OF_WRITER if writing else CACHE_OF_READER
        _run_directly(connection, f"PRAGMA cache_size = -{size}")
        connection.info["writing"] = writing
    _run_directly(connection, "BEGIN IMMEDIATE" if writing else "BEGIN")


def _driver_of(connection: Connection) -> Any:
    return connection.connection.driver_connection


def _stamp_changes(connection: Connection) -> None:
    """Stamp the file if this transaction has changed it."""
    if _driver_of(connection).total_changes != connection.info[_CHANGES]:
        with _reporting_damage(connection, "PRAGMA user_version"):
            stamp(_driver_of(connection))


def _run_directly(connection: Connection, statement: str) -> None:
    """Execute a statement without result through SQLite's driver, in a tenth of the time."""
    with (
        _reporting_damage(connection, statement),
        closing(_driver_of(connection).cursor()) as cursor,
    ):
        cursor.execute(statement)


@contextmanager
def _reporting_damage(connection: Connection, statement: str) -> Iterator[None]:
    """Replace an error of SQLite's driver as SQLAlchemy does."""
    dbapi: Any = connection.dialect.loaded_dbapi
    try:
        yield
    except dbapi.Error as error:
        raise_damage(connection.connection.driver_connection, error)
        raise DBAPIError(statement, None, error) from error


def snapshot(engine: Engine) -> Connection:
    """Return a connection that sees one state of the ledger, whatever is written meanwhile."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":  # SQLite's transactions are serializable anyway
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


_NOT_PERMITTED = "42501"
_ONLY_READABLE = {
    "SQLITE_READONLY": "its file or folder cannot be written here: do it where it can",
    "25006": "this is a standby server or a session that only reads: do it at the primary server",
    _NOT_PERMITTED: "this role may only read it: do it in a role that may write",
}


@contextmanager
def reporting_read_only() -> Iterator[None]:
    """Replace a database's own error when it is read-only.

    Raises :class:`~ledger.events.problems.ReadOnlyDatabase`.
    """
    try:
        yield
    except DBAPIError as error:
        if (why := only_readable(error)) is None:
            raise
        raise ReadOnlyDatabase(_not_written(why)) from error


def _not_written(why: str) -> str:
    return f"nothing can be written into this ledger: {why} (docs/how-to/operate-a-ledger.md)"


def only_readable(error: DBAPIError) -> str | None:
    """Return the reason that a database is read-only; None for any other error."""
    codes = [getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate")]
    return next(
        (
            why
            for start, why in _ONLY_READABLE.items()
            for code in codes
            if str(code).startswith(start)
        ),
        None,
    )


def database_problem(error: Exception) -> Problem | None:
    """Return the problem that a database's own error stands for; None for any other error."""
    if not isinstance(error, DBAPIError):
        return None
    message = f"the database reported: {' '.join(str(error.orig).split())}"
    if getattr(error.orig, "sqlstate", None) == _NOT_PERMITTED:
        message += (
            ": use a role that may, or grant this one its rights (docs/how-to/"
            "operate-a-ledger.md, Roles on PostgreSQL)"
        )
    elif (why := only_readable(error)) is not None:
        return Problem(None, None, "only-readable", _not_written(why))
    return Problem(None, None, "database", message)
