"""A SQLite ledger's file that is replaced or deleted while a program has it open.

SQLite continues with the open file, even if it has no name any more: events appended
then are acknowledged and lost.  So the file is checked before each transaction and each commit.
A write-ahead log of an earlier file, left beside the new one, is detected on opening.
"""

import os
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import attrs
from sqlalchemy import Connection

from ledger.events.messages import Message
from ledger.events.problems import Refused, refusal

Identity = tuple[int, int]
_LOG = "write-ahead log"
_HEADER = struct.Struct(">IIII8s8s")
"""Magic number, version, page size, number of the checkpoint, salts, checksum."""
_FRAME = struct.Struct(">II8s8s")
"""Page number, pages of the database after a commit (0: none), salts, checksum."""
_MAGIC = (0x377F0682, 0x377F0683)
_PENDING_BYTE = 2**30  # SQLite itself stores nothing on this page


def identity(path: Path) -> Identity | None:
    """Return device and inode of a file; None if it is missing."""
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def log_of(path: Path) -> Path:
    """Return the path of the write-ahead log of a database."""
    return path.with_name(f"{path.name}-wal")


@attrs.define
class WatchedFile:
    """The file of an engine: the one that its first connection opened, and no other."""

    path: Path
    log: Path = attrs.field(init=False)
    opened: Identity | None = None

    def before_opening(self, *_: object) -> None:
        """Record the file that is about to be opened, or refuse another one than before."""
        if self.opened is not None:
            self.must_be_the_same()
            return
        reject_foreign_wal(self.path)
        # Absolute and resolved: the program may change its folder, and the log is beside the
        # linked file.
        self.path, self.log = self.path.absolute(), log_of(self.path.resolve())
        self.opened = identity(self.path)

    def record_created(self, *_: object) -> None:
        """Record the file that was created by opening it."""
        self.opened = self.opened or identity(self.path)

    def must_be_there(self, connection: Connection) -> None:
        """Refuse to begin or to commit a transaction if the file was replaced or deleted.

        While a connection is open SQLite keeps its write-ahead log, so that is the same, too.
        """
        self.must_be_the_same()
        if connection.get_execution_options().get("writing", False):
            known, log = connection.info.get(_LOG), identity(self.log)
            if known not in (None, log):  # None: nothing was written yet, or there is no log
                raise _replaced(self.path)
            connection.info[_LOG] = log

    def must_be_the_same(self) -> None:
        """Refuse if the file was replaced or deleted.

        In a read-only folder nothing can be lost: its files are opened again.
        """
        if identity(self.path) != self.opened and not _is_only_readable(self.path.parent):
            raise _replaced(self.path)


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


def reject_foreign_wal(path: Path) -> None:
    """Refuse a database beside a write-ahead log that was written for another file.

    SQLite would join the two.  A database page that is in neither of them proves it: a file
    that replaced a longer one is shorter than the log assumes.

    Raises :class:`~ledger.events.problems.Refused`.
    """
    log = log_of(path.resolve())
    try:
        begun = _header_of(log)
        if begun is None:
            return
        page_size, _ = begun
        last, written = _written(log, *begun)
        there = path.stat().st_size // page_size  # after the log: a checkpoint only adds to it
        if _header_of(log) != begun:  # it starts again: another process has checkpointed all of it
            return
    except FileNotFoundError:
        return
    lacking = set(range(there + 1, last + 1)) - written - {_PENDING_BYTE // page_size + 1}
    if lacking:
        message = Message(
            "%(log)s was not written for this %(file)s: if %(file)s comes from a backup, move "
            "%(log)s and %(shared)s to another folder and try again",
            file=path.name,
            log=log.name,
            shared=f"{path.name}-shm",
        )
        raise refusal("foreign-log", message)


def _header_of(log: Path) -> tuple[int, bytes] | None:
    """Return page size and salts of a write-ahead log; None if it is empty."""
    with log.open("rb") as file:
        head = file.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return None
    magic, _, page_size, _, salts, _ = _HEADER.unpack(head)
    return (page_size, salts) if magic in _MAGIC and page_size else None


def _written(log: Path, page_size: int, salts: bytes) -> tuple[int, set[int]]:
    """Return the number of pages of the database by its log, and the pages that the log has."""
    last, committed, pending = 0, set[int](), set[int]()
    for page, pages in _frames(log, page_size, salts):
        pending.add(page)
        if pages:
            last = pages
            committed |= pending
            pending.clear()
    return last, committed


def _frames(log: Path, page_size: int, salts: bytes) -> Iterator[tuple[int, int]]:
    """Page and pages of each frame; older ones behind them have other salts."""
    with log.open("rb", buffering=0) as file:  # a frame's header is a small part of it
        file.seek(_HEADER.size)
        while len(head := file.read(_FRAME.size)) == _FRAME.size:
            page, pages, of, _ = _FRAME.unpack(head)
            if of != salts:
                return
            yield page, pages
            file.seek(page_size, 1)
