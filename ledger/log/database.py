"""Engines for the two databases, and migration of a database to its current form.

SQLite for a club or a region, PostgreSQL for a federation.  No module above needs to
know which of the two it uses.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import orjson
from sqlalchemy import (
    ARRAY,
    URL,
    BindParameter,
    ColumnElement,
    Connection,
    CursorResult,
    Engine,
    TableValuedAlias,
    Text,
    bindparam,
    create_engine,
    event,
    func,
    inspect,
    make_url,
    select,
    type_coerce,
)
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from ledger.diagnostics import Diagnostics
from ledger.events.problems import (
    LedgerDamaged,
    Problem,
    ReadOnlyDatabase,
    damaged_event,
    damaged_ledger,
    damaged_tables,
    refusal,
)
from ledger.log.connections import multi_host_url
from ledger.log.erasure import wipe_samples
from ledger.log.replaced_file import WatchedFile
from ledger.log.write_ahead_log import header_number, stamp
from ledger.log.write_queue import queue_connections, wait_in_queue

if TYPE_CHECKING:
    from alembic.config import Config


# --- finding the event to which undecodable text in a SQLite file belongs ------------------------


_NO_TEXT = "Could not decode to UTF-8"
_TEXTS = {
    "event": "type, id, stream, subject, recorded_by, source, payload",
    "person": "player, data",
}


def name_damage(context: ExceptionContext) -> None:
    """Report damage of a SQLite database as such, by listening to its errors."""
    if context.connection is not None:
        raise_damage(context.connection.connection.driver_connection, context.original_exception)


def raise_damage(connection: Any, error: BaseException) -> None:
    """Raise :class:`~ledger.events.problems.LedgerDamaged` if an error comes from damage."""
    if str(error).startswith(_NO_TEXT):
        raise _damaged_row(connection) from None
    if str(getattr(error, "sqlite_errorname", "")).startswith("SQLITE_CORRUPT"):
        raise damaged_ledger(str(error)) from None


def _damaged_row(connection: Any) -> LedgerDamaged:
    before, connection.text_factory = connection.text_factory, bytes
    try:
        for table, columns in _TEXTS.items():
            rows = connection.execute(f"SELECT position, {columns} FROM {table} ORDER BY position")  # noqa: S608
            for position, *texts in rows:
                if not all(map(_is_text, texts)):
                    why = "a text of it is not UTF-8"
                    return damaged_event(
                        position, why if table == "event" else f"{why}, in its personal data"
                    )
    finally:
        connection.text_factory = before
    return damaged_tables("a text in them is not UTF-8")


def _is_text(value: object) -> bool:
    if isinstance(value, bytes):
        try:
            value.decode()
        except UnicodeDecodeError:
            return False
    return True


# --- checking the file of a SQLite ledger before SQLite opens it ---------------------------------


APPLICATION_ID = int.from_bytes(b"RLgr")
_HEADER = b"SQLite format 3\0"


def path_of(url: URL) -> Path | None:
    """The file that a URL names; None for a database in memory or a URI, which has more parts."""
    name = url.database or ""
    return None if name in ("", ":memory:") or name.startswith("file:") else Path(name)


def require_ledger(path: Path) -> None:
    """Refuse a missing file, which SQLite would create, or one of another program.

    Raises :class:`~ledger.events.problems.Refused`; unreadable files are left for SQLite to
    report.
    """
    if not path.exists() and path.absolute().parent.is_dir():
        raise refusal("no-ledger", "there is no ledger in this database: run `rating-ledger init`")
    require_application_id(path)


def require_application_id(path: Path) -> None:
    """Refuse a file with the application id of another program.

    Raises :class:`~ledger.events.problems.Refused`; unreadable files are left for SQLite to
    report.
    """
    number = header_number(path, "application_id")
    if number not in (None, 0, APPLICATION_ID):
        raise foreign(f"its application_id is {number:#010x}")


def is_database(path: Path) -> bool:
    """True if a file is a SQLite database, even a damaged one.

    Only a file that SQLite cannot read is opened directly.
    """
    if header_number(path, "application_id") is not None:
        return True
    with path.open("rb") as file:
        return file.read(len(_HEADER)) == _HEADER


def foreign(why: str) -> Exception:
    """Return the error for a database that belongs to another program."""
    message = f"this database belongs to another program ({why}): name another database"
    return refusal("foreign-database", message)


# --- opening a SQLite ledger that cannot be written ----------------------------------------------


_OPENED = "state of the file when it was opened"


def _read_from_read_only_folder(engine: Engine, path: Path) -> None:
    """Let an engine open a file for reading in a read-only folder."""

    def open_immutable(_: Any, record: Any, arguments: list[Any], options: Any) -> None:
        record.info.pop(_OPENED, None)
        if _is_immutable(path):
            arguments[:] = [f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"]
            options["uri"] = True
            record.info[_OPENED] = _state(path)

    def must_be_the_same(connection: Connection, *_: object) -> None:
        opened = connection.info.get(_OPENED)
        if opened is not None and _state(path) != opened:
            del connection.info[_OPENED]
            connection.connection.invalidate(soft=True)  # the next query opens it again
            message = (
                "the ledger was written while it was read without locks, because its folder "
                "cannot be written here: ask again"
            )
            raise refusal("written-meanwhile", message)

    event.listen(engine, "do_connect", open_immutable)
    event.listen(engine, "after_cursor_execute", must_be_the_same)
    event.listen(engine, "rollback", must_be_the_same)  # at the end of a query


def _is_immutable(path: Path) -> bool:
    """True if a file can only be read as one that nobody writes (decision 0068).

    Raises :class:`~ledger.events.problems.Refused` if a part of the ledger is in its
    write-ahead log.
    """
    if not path.exists() or os.access(path.absolute().parent, os.W_OK):
        return False
    log, shared = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    if log.exists() and shared.exists():
        return False  # another process has it open, so SQLite needs its shared files
    if _size(log):
        message = (
            f"the last events lie in {log.name}, which cannot be read in a folder that cannot be "
            f"written: copy {path.name} and {log.name} together to one that can"
        )
        raise refusal("unmerged-log", message)
    return True


def _state(path: Path) -> tuple[int, int, int]:
    stat = path.stat()
    return stat.st_mtime_ns, stat.st_size, _size(path.with_name(path.name + "-wal"))


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


NEWEST_REVISION = "0011"
_WITHOUT_SAMPLES = "0009"
BUSY_SECONDS = 60
WRITING = {"writing": True}
ROWS_IN_A_STATEMENT = 50
"""SQLite's optimum: it opens a journal before each statement on a table with triggers."""
ROWS_WITHOUT_COPY = 10
"""PostgreSQL: up to so many rows a plain statement is as fast and needs fewer round trips."""
CACHE_OF_WRITER, CACHE_OF_READER = 65_536, 8_192
"""Kibibytes of its file that a connection to SQLite caches: a server has many readers."""
_SENT_AS_THEY_ARE = frozenset({17, 20, 21, 23, 25, 1043})
"""PostgreSQL's OIDs of the types bytea, bigint, smallint, integer, text and varchar."""
_LOG_TABLES = ("event", "log_head")
_CHANGES = "changes before the transaction"
_UPGRADE_LOCK = APPLICATION_ID

log = Diagnostics(__name__)


def connect(url: str | URL, *, create: bool = False, **options: Any) -> Engine:
    """Return an engine for ``url`` with the pragmas and settings that the log relies on.

    Without ``create``, connecting to a missing SQLite file is refused.

    Raises :class:`~ledger.events.problems.Refused` if the URL names no supported database.
    """
    try:
        parsed = make_url(multi_host_url(url) if isinstance(url, str) else url)
    except (ArgumentError, ValueError):  # a port that is not a number
        raise _no_database(f"{url!r} is not a database URL") from None
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
    """Watch a file before and while it is open, and queue its writers."""
    watched = WatchedFile(path)
    look = require_application_id if create else require_ledger
    event.listen(engine, "do_connect", watched.before_opening)
    event.listen(engine, "do_connect", lambda *_: look(path))
    event.listen(engine, "connect", watched.record_opened)
    event.listen(engine, "close", watched.record_closed)
    event.listen(engine, "begin", watched.must_be_there)
    event.listen(engine, "commit", watched.before_commit)
    event.listen(engine, "begin", _count_changes)
    event.listen(engine, "commit", _stamp_changes)
    event.listen(engine, "engine_disposed", watched.stop_reading)
    queue_connections(engine, path)
    _read_from_read_only_folder(engine, path)


def _no_database(why: str) -> Exception:
    return refusal(
        "no-database",
        f"{why}: use sqlite:///FILE.db or postgresql://USER@HOST/NAME",
    )


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
    if writing:
        _run_directly(connection, "BEGIN IMMEDIATE")
    else:  # the file may be read-only, which is checked after statements
        connection.exec_driver_sql("BEGIN")


def _count_changes(connection: Connection) -> None:
    """Record the changes that the connection has made before this transaction."""
    driver: Any = connection.connection.driver_connection
    connection.info[_CHANGES] = driver.total_changes


def _stamp_changes(connection: Connection) -> None:
    """Stamp the file if this transaction has changed it."""
    driver: Any = connection.connection.driver_connection
    if driver.total_changes != connection.info[_CHANGES]:
        with _reporting_damage(connection, "PRAGMA user_version"):
            stamp(driver)


def _run_directly(connection: Connection, statement: str) -> None:
    """Execute a statement without result through SQLite's driver, in a tenth of the time."""
    driver: Any = connection.connection.driver_connection
    cursor = driver.cursor()
    with _reporting_damage(connection, statement), closing(cursor):
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


def revision_of(engine: Engine) -> str | None:
    """Return the revision of a database; None if it has no ledger.

    Raises :class:`~ledger.events.problems.Refused` if the database cannot be reached, or
    belongs to another program.
    """
    try:
        with engine.connect() as connection:
            tables = set(inspect(connection).get_table_names())
            if not tables:
                return None
            if "alembic_version" not in tables or tables.isdisjoint(_LOG_TABLES):
                raise foreign(f"it has the table {min(tables)}")
            at = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    except DBAPIError as error:
        why = " ".join(str(error.orig).split())  # a driver's message can have several lines
        raise refusal("no-connection", f"the database cannot be read: {why}") from None
    revision: str | None = at
    return revision


def upgrade(engine: Engine) -> bool:
    """Create the ledger's tables or migrate them to the newest revision; True if created.

    Raises :class:`~ledger.events.problems.Refused` if the database belongs to another program, or
    has a ledger of a newer version of this one.
    """
    # Imported at first use: Alembic loads slower than most queries run.
    from alembic import command  # noqa: PLC0415

    before = revision_of(engine)
    if before is not None and before > NEWEST_REVISION:
        raise _other_revision(before)
    config = _migrations()
    with (
        reporting_read_only(),
        _with_lasting_settings(engine).connect().execution_options(**WRITING) as connection,
        connection.begin(),
    ):
        if engine.dialect.name == "postgresql":  # two that create at once would collide
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    if engine.dialect.name == "postgresql" and before is not None and before < _WITHOUT_SAMPLES:
        wipe_samples(engine)
    log.info("database_upgraded", before=before, revision=NEWEST_REVISION)
    return before is None


def steps_after(revision: str) -> list[str]:
    """Descriptions of the migrations after a revision, in the order of their application."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - slow to load, seldom asked for

    scripts = ScriptDirectory.from_config(_migrations()).iterate_revisions("head", revision)
    return [f"{each.revision}: {each.doc}" for each in scripts][::-1]


def _migrations() -> "Config":
    """Return Alembic's configuration with the migrations in the installed package."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", "migrations:")
    return config


def _with_lasting_settings(engine: Engine) -> Engine:
    """Set the persistent settings of a SQLite file: application id and write-ahead log."""
    if engine.dialect.name != "sqlite":
        return engine
    connection: Any = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        cursor.execute("PRAGMA journal_mode = WAL")
    except engine.dialect.loaded_dbapi.Error as error:
        raise DBAPIError("PRAGMA application_id", None, error) from error
    finally:
        connection.close()
    return engine


def snapshot(engine: Engine) -> Connection:
    """Return a connection that sees one state of the ledger, whatever is written meanwhile."""
    connection = engine.connect()
    if engine.dialect.name == "postgresql":  # SQLite's transactions are serializable anyway
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def must_be_current(engine: Engine) -> None:
    """Refuse a database that is missing, old, or newer than this program."""
    revision = revision_of(engine)
    if revision is None:
        raise refusal("no-ledger", "there is no ledger in this database: run `rating-ledger init`")
    if revision != NEWEST_REVISION:
        raise _other_revision(revision)


def _other_revision(revision: str) -> Exception:
    message = (
        f"the database is at revision {revision}, this program works with "
        f"{NEWEST_REVISION}: run `rating-ledger init`, or install the newer program"
    )
    return refusal("old-ledger", message)


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


def among(
    connection: Connection, column: ColumnElement[Any], values: Iterable[str]
) -> ColumnElement[bool]:
    """Compare ``column`` with many ``values``, sent as a single parameter (decision 0010)."""
    given: BindParameter[Any] = bindparam(None, as_parameter(connection, values))
    return _one_of(connection.dialect.name, column, given)


def one_of(dialect: str, column: ColumnElement[Any], parameter: str) -> ColumnElement[bool]:
    """The same for a statement that is built once; :func:`as_parameter` gives the values."""
    return _one_of(dialect, column, bindparam(parameter))


def rows_of(dialect: str, parameter: str) -> TableValuedAlias:
    """The values of such a parameter as a table with the column ``value``."""
    names: BindParameter[Any] = bindparam(parameter)
    if dialect == "sqlite":
        return func.json_each(names, type_=Text).table_valued("value")
    return func.unnest(type_coerce(names, ARRAY(Text))).table_valued("value").render_derived()


def as_parameter(connection: Connection, values: Iterable[str]) -> Any:
    """Return many values as the single parameter in which they are sent."""
    wanted = list(values)
    return orjson.dumps(wanted).decode() if connection.dialect.name == "sqlite" else wanted


def _one_of(
    dialect: str, column: ColumnElement[Any], names: BindParameter[Any]
) -> ColumnElement[bool]:
    if dialect == "sqlite":
        listed = func.json_each(names, type_=Text).table_valued("value")
        return column.in_(select(listed.c.value))
    return column == func.any(type_coerce(names, ARRAY(Text)))


def containing(dialect: str, column: ColumnElement[Any], text: str) -> ColumnElement[bool]:
    """Return the condition that ``column`` contains ``text`` literally."""
    found = func.instr(column, text) if dialect == "sqlite" else func.strpos(column, text)
    return found > 0


def plain_rows(result: CursorResult[Any]) -> list[Any]:
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
    connection: Connection, table: str, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]
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
