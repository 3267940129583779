"""SQLite files: whose they are, damaged text in them, and folders that cannot be written."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.engine import ExceptionContext

from ledger.events.problems import (
    LedgerDamaged,
    damaged_event,
    damaged_ledger,
    damaged_tables,
    refusal,
)
from ledger.log.connections import without_password
from ledger.log.write_ahead_log import header_number

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


APPLICATION_ID = int.from_bytes(b"RLgr")
_HEADER = b"SQLite format 3\0"


def path_of(url: URL) -> Path | None:
    """The file that a URL names; None for a database in memory or a URI, which has more parts."""
    name = url.database or ""
    return None if name in ("", ":memory:") or name.startswith("file:") else Path(name)


def place_of(url: URL) -> str:
    """The file that a URL names, with its folder; else the URL without its password."""
    path = path_of(url) if url.get_backend_name() == "sqlite" else None
    return without_password(str(url)) if path is None else str(path.absolute())


def require_ledger(path: Path) -> None:
    """Refuse a missing file, which SQLite would create, or one of another program.

    Raises :class:`~ledger.events.problems.Refused`; unreadable files are left for SQLite to
    report.
    """
    if not path.exists() and path.absolute().parent.is_dir():
        raise no_ledger(place_of(URL.create("sqlite", database=str(path))))
    require_application_id(path)


def no_ledger(place: str) -> Exception:
    """Return the error for a place without a ledger: it is mistyped, lost or not yet begun."""
    message = (
        f"there is no ledger in {place}: check the database's name; if the ledger was lost, run "
        "`rating-ledger backup restore FOLDER`; to begin a new one, run `rating-ledger init`"
    )
    return refusal("no-ledger", message)


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


_OPENED = "state of the file when it was opened"


def reading_from_read_only_folder(engine: Engine, path: Path) -> Callable[..., None]:
    """Return how an engine is about to open a file: for reading alone in a read-only folder."""

    def open_immutable(record: Any, arguments: list[Any], options: Any) -> None:
        record.info.pop(_OPENED, None)
        if _is_immutable(path):
            arguments[:] = [f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"]
            options["uri"] = True
            record.info[_OPENED] = _state(path)
            for at in ("after_cursor_execute", "rollback"):  # that is at the end of a query
                if not event.contains(engine, at, must_be_the_same):
                    event.listen(engine, at, must_be_the_same)

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

    return open_immutable


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
