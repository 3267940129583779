"""The queue of a SQLite ledger: writers take the lock in the order of arrival.

SQLite has no queue: a writer who finds the file locked sleeps and retries, longer each time, so
a new writer may overtake one who has waited for seconds.  Here each writer draws a ticket
and waits until the one before him has left.  A ticket is a lock on one byte of a file beside the
database, and the system releases it when a process ends, however it ends.  The queue only
orders: SQLite's own lock, taken after it, prevents simultaneous writing.  A missing queue is
therefore harmless, if the system has no such locks or the file cannot be written (decision 0044).

A lock on a byte cannot be waited for with a limit, so a waiting process polls.  Threads of
one engine, which queue in the same order, need not: each is woken by the one before it.
"""

import errno
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock
from typing import Any

import attrs
from sqlalchemy import Connection

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOOK_AGAIN_SECONDS = 0.002
_TICKET_SIZE = 8
_TICKETS = 2**48  # a damaged file may contain anything
_GUARD = 0
_FIRST_TICKET = 1_024
# Locks belong to the open file: locks of a process would not separate its threads.
_LOCK: Any = getattr(fcntl, "F_OFD_SETLK", None)
_RANGE = struct.Struct("hhqqi0q")


@attrs.frozen
class Waiting:
    """The tickets of one engine's connections, each with an event set when its holder leaves."""

    _drawing: Lock = attrs.field(factory=Lock)
    left: dict[int, Event] = attrs.field(factory=dict)

    @contextmanager
    def drawing(self, until: float) -> Iterator[None]:
        """Prevent other threads of the engine from drawing a ticket meanwhile."""
        if not self._drawing.acquire(timeout=max(0.0, until - time.monotonic())):
            raise TimeoutError
        try:
            yield
        finally:
            self._drawing.release()


class WriteQueue:
    """A place in the queue of one database; used by one connection at a time.

    ``waiting`` are those of the same engine.
    """

    def __init__(self, database: Path, waiting: Waiting | None = None) -> None:
        self._database = database.resolve()
        self._waiting = waiting or Waiting()
        self._file: int | None = None
        self._ticket: int | None = None

    def wait(self, seconds: float) -> None:
        """Draw a ticket and wait for its turn, but no longer than ``seconds``.

        A connection that has a place keeps it.
        """
        if self._file is not None or _LOCK is None:
            return
        until = time.monotonic() + seconds
        try:
            self._file = _opened(self._database)
            with self._waiting.drawing(until):
                self._ticket = _draw_ticket(self._file, until)
                self._waiting.left[self._ticket] = Event()
            self._wait_for(self._ticket - 1, until)
        except OSError:  # SQLite reports any fault of the folder
            self.leave()
        except BaseException:  # interrupted
            self.leave()
            raise

    def leave(self) -> None:
        """Let the next one in."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if self._ticket is not None:
            self._waiting.left.pop(self._ticket, Event()).set()
            self._ticket = None

    def _wait_for(self, ticket: int, until: float) -> None:
        before = self._waiting.left.get(ticket)
        if before is None:  # the lock of another process
            _wait_for(self._file or 0, _FIRST_TICKET + ticket, until)
        elif not before.wait(max(0.0, until - time.monotonic())):
            raise TimeoutError  # SQLite's own lock decides


PLACE = "queue"


def leave_queue(_: object, record: Any) -> None:
    """Leave the queue, because the connection is returned."""
    record.info[PLACE].leave()


def wait_in_queue(connection: Connection, seconds: float) -> None:
    """Wait for the connection's turn, if there is a queue."""
    place: WriteQueue | None = connection.info.get(PLACE)
    if place is not None:
        place.wait(seconds)


def _opened(database: Path) -> int:
    """Open the queue's file, created for everyone who may write the database."""
    path = database.with_name(f"{database.name}-queue")
    with suppress(FileNotFoundError):
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)
    mode = database.stat().st_mode & 0o666
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode)
    with suppress(PermissionError):  # another process was faster
        os.fchmod(file, mode)
    return file


def _draw_ticket(file: int, until: float) -> int:
    """Return a number above all drawn before; its byte is locked until the file is closed."""
    _wait_for(file, _GUARD, until, keep=True)
    ticket = int.from_bytes(os.pread(file, _TICKET_SIZE, 0)) % _TICKETS + 1
    while not _take(file, _FIRST_TICKET + ticket):  # another process has emptied the file
        ticket += 1
    os.pwrite(file, ticket.to_bytes(_TICKET_SIZE), 0)
    _give_back(file, _GUARD)
    return ticket


def _wait_for(file: int, byte: int, until: float, *, keep: bool = False) -> None:
    while not _take(file, byte):
        if time.monotonic() >= until:
            raise TimeoutError  # SQLite's own lock decides
        time.sleep(LOOK_AGAIN_SECONDS)
    if not keep:
        _give_back(file, byte)


def _take(file: int, byte: int) -> bool:
    try:
        fcntl.fcntl(file, _LOCK, _RANGE.pack(fcntl.F_WRLCK, os.SEEK_SET, byte, 1, 0))
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def _give_back(file: int, byte: int) -> None:
    fcntl.fcntl(file, _LOCK, _RANGE.pack(fcntl.F_UNLCK, os.SEEK_SET, byte, 1, 0))
