"""The queue before a SQLite ledger: who writes comes to it in the order of arrival.

SQLite has no queue: a writer who finds the file locked sleeps and looks again, longer each time,
so who has just come may pass somebody who has waited for seconds.  Here everybody draws a ticket
and waits until the one before him has left.  A ticket is a lock on one byte of a file beside the
database, and the system takes it back from a process that ends, however it ends.  The queue only
orders: what keeps two from writing at once is SQLite's own lock, taken after it.  So it is no
harm where there is no queue: the system has no such locks, or the file cannot be written.
"""

import errno
import os
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LOOK_AGAIN_SECONDS = 0.002
_TICKET_SIZE = 8
_TICKETS = 2**48  # whatever a damaged file says
_GUARD = 0
_FIRST_TICKET = 1_024
# Locks of an open file: those of a process would not keep its threads apart.
_LOCK: Any = getattr(fcntl, "F_OFD_SETLK", None)
_RANGE = struct.Struct("hhqqi0q")


class WriteQueue:
    """A place in the queue of one database; used by one connection at a time."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: int | None = None

    def wait(self, seconds: float) -> None:
        """Draw a ticket and wait until one's turn has come, but no longer than ``seconds``.

        Whoever has a place keeps it.
        """
        if self._file is not None or _LOCK is None:
            return
        until = time.monotonic() + seconds
        try:
            self._file = _opened(self._database.resolve())
            ticket = _draw_ticket(self._file, until)
            _wait_for(self._file, _FIRST_TICKET + ticket - 1, until)
        except OSError:  # whatever is wrong with the folder, SQLite will say it
            self.leave()
        except BaseException:  # interrupted
            self.leave()
            raise

    def leave(self) -> None:
        """Let the next one in."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _opened(database: Path) -> int:
    """The queue's file, made for everybody who may write the database."""
    path = database.with_name(f"{database.name}-queue")
    with suppress(FileNotFoundError):
        return os.open(path, os.O_RDWR | os.O_CLOEXEC)
    mode = database.stat().st_mode & 0o666
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode)
    with suppress(PermissionError):  # another user was quicker
        os.fchmod(file, mode)
    return file


def _draw_ticket(file: int, until: float) -> int:
    """A number above all that have been drawn; its byte is locked until the file is closed."""
    _wait_for(file, _GUARD, until, keep=True)
    ticket = int.from_bytes(os.pread(file, _TICKET_SIZE, 0)) % _TICKETS + 1
    while not _take(file, _FIRST_TICKET + ticket):  # somebody has emptied the file
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
