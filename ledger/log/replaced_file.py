"""A SQLite ledger whose files are replaced or deleted while a program has them open.

SQLite continues with the open files, even if they have no name any more: events appended
then are acknowledged and lost (decision 0138).  So the files are checked before each transaction
and each commit.
A write-ahead log that was there before is left as it is, unless the program writes.
"""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
from sqlalchemy import Connection

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal
from ledger.log.write_ahead_log import log_of, reject_foreign_log

Identity = tuple[int, int]
_ENDINGS = ("-wal", "-shm")
_NO_LOG = (None, None)


def identity(path: str) -> Identity | None:
    """Return device and inode of a file; None if it is missing."""
    try:
        found = os.stat(path)  # noqa: PTH116 - in half the time, before each transaction
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


@attrs.define
class WatchedFile:
    """The files of an engine: those that its first connection opened, and no others.

    While one of its connections is open, SQLite keeps the write-ahead log and the log's index.
    """

    path: Path
    _files: Sequence[str] = ()
    _opened: Sequence[Identity | None] = ()
    _connections: set[int] = attrs.field(factory=set)
    _reader: sqlite3.Connection | None = None

    def before_opening(self) -> None:
        """Record the file that is about to be opened, or refuse another one than before."""
        if not self._files:
            # Absolute and resolved: the program may change its folder, and the log is beside the
            # linked file.
            self.path, linked = self.path.absolute(), self.path.resolve()
            self._files = [str(self.path), *(f"{linked}{ending}" for ending in _ENDINGS)]
            self._opened = [identity(self._files[0]), *_NO_LOG]
        self.must_be_there()
        if not self._connections and self._reader is None:
            reject_foreign_log(self.path)
            self._reader = _reader_of_log(self.path)

    def record_opened(self, connection: Any) -> None:
        """Record the files that were created by opening it."""
        with suppress(sqlite3.Error):  # the first query reports it
            connection.execute("PRAGMA schema_version").fetchone()  # this opens the log
        self._record()
        self._connections.add(id(connection))

    def record_closed(self, connection: object, _: object) -> None:
        """Forget the log with the last connection, because SQLite deletes it."""
        self._connections.discard(id(connection))
        if not self._connections:
            self._opened = [self._opened[0], *_NO_LOG]

    def before_commit(self, connection: Connection) -> None:
        """Refuse to commit if a file was replaced or deleted; from now on the log is its own."""
        self.must_be_there()
        if None in self._opened:  # the file was in another mode
            self._record()
        if self._reader is not None and connection.get_execution_options().get("writing", False):
            self.stop_reading()

    def must_be_there(self) -> None:
        """Refuse if a file was replaced or deleted.

        In a read-only folder nothing can be lost: its files are opened again.
        """
        found = [identity(each) for each in self._files]
        if found == self._opened:
            return
        pairs = zip(self._opened, found, strict=True)
        replaced = any(before not in (None, now) for before, now in pairs)
        if replaced and not _is_only_readable(self.path.parent):
            raise _replaced(self.path)

    def _record(self) -> None:
        found = map(identity, self._files)
        self._opened = [before or now for before, now in zip(self._opened, found, strict=True)]

    def stop_reading(self, *_: object) -> None:
        """Let the last connection copy the log into the file and delete it."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None


def _reader_of_log(path: Path) -> sqlite3.Connection | None:
    """Return a connection that keeps a write-ahead log as it is while it is open.

    The last connection to close copies the log into the file, unless it can only read.
    """
    log = log_of(path.resolve())
    if not log.exists() or not log.stat().st_size:
        return None
    if not path.exists():  # SQLite would delete the log, and the last events with it
        message = (
            f"{path} is missing, but its log {log.name} is there: a ledger was lost. Move the log "
            "to a safe place, then run `rating-ledger backup restore FOLDER`"
        )
        raise refusal("lost-ledger", message)
    found = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, check_same_thread=False)
    try:
        found.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error:  # the first query reports it
        found.close()
        return None
    return found


def _is_only_readable(folder: Path) -> bool:
    return folder.is_dir() and not os.access(folder, os.W_OK)


def _replaced(path: Path) -> Refused:
    message = Message(
        "%(file)s was replaced or deleted while it was in use, so nothing more is read or "
        'written: stop the program, then follow "Restore under a running service" in '
        "docs/how-to/operate-a-ledger.md",
        file=path.name,
    )
    return refusal("database-replaced", message)
