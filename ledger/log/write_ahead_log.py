"""The write-ahead log beside a SQLite file, checked before SQLite opens the two.

SQLite joins any log with any file: one left by an earlier file would destroy a backup put in its
place.  Each transaction that writes therefore stamps the first page of the file with the next
number.  The number in the file and those in the log tell if the log continues the file
(decision 0149).
"""

import secrets
import sqlite3
import struct
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import attrs

from ledger.events.messages import Message
from ledger.events.problems import refusal

_HEADER = struct.Struct(">IIII8s")
"""Magic number, version, page size, number of the checkpoint, salts; their checksum follows."""
_FRAME = struct.Struct(">II8s8s")
"""Page number, pages of the database after a commit (0: none), salts, checksum."""
_CHECKSUM = struct.Struct(">II")
_WORDS_OF_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
_PENDING_BYTE = 2**30  # SQLite itself stores nothing on this page
_SMALLEST = 512  # one page
_STAMPS = 2**31 - 1
_ON_FIRST_PAGE = struct.Struct(">40xI16xI")


@attrs.frozen
class Stamp:
    """The number of the last transaction on a first page, and that of its last schema change."""

    number: int
    schema: int

    def may_precede(self, other: "Stamp") -> bool:
        """True if the other may be the next; numbers of copies that SQLite rewrote may not."""
        return other.number in (self.number, _following(self.number)) and (
            other.schema >= self.schema
        )


def stamp(connection: Any) -> None:
    """Give the file of a driver's connection its next number, within the transaction."""
    cursor = connection.cursor()
    (number,) = cursor.execute("PRAGMA user_version").fetchone()
    cursor.execute(f"PRAGMA user_version = {_following(number)}")
    cursor.close()


def _following(number: int) -> int:
    """Return the next number; the first is random, so that two ledgers have different ones."""
    return number % _STAMPS + 1 if number else secrets.randbelow(_STAMPS) + 1


def log_of(path: Path) -> Path:
    """Return the path of the write-ahead log of a database."""
    return path.with_name(f"{path.name}-wal")


def header_number(path: Path, name: str) -> int | None:
    """Return a number in the header of a SQLite file itself, without its write-ahead log.

    None if it is not such a file, or unreadable.  SQLite itself is asked, which locks and changes
    nothing this way.  On POSIX, opening and closing the file directly would release all locks of
    this process on it.
    """
    if not path.is_file() or path.stat().st_size < _SMALLEST:
        return None
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as look:
            (number,) = look.execute(f"PRAGMA {name}").fetchone()
    except sqlite3.Error:
        return None
    return int(number) % 2**32  # SQLite stores it as a signed integer


def reject_foreign_log(path: Path) -> None:
    """Refuse a database beside a write-ahead log that was written for another file.

    Either proves it: a stamp in the file that does not precede those in the log, or a page that
    is in neither of the two.

    Raises :class:`~ledger.events.problems.Refused`.
    """
    log = log_of(path.resolve())
    try:
        begun = _Begun.read(log)
        if begun is None:
            return
        in_file = Stamp(
            header_number(path, "user_version") or 0, header_number(path, "schema_version") or 0
        )
        logged = _logged(log, begun)
        there = path.stat().st_size // begun.page_size  # after the log: a checkpoint only adds
        if _Begun.read(log) != begun:  # it starts again: another process checkpointed all of it
            return
        foreign = logged.lacks_pages(there, begun.page_size) or (
            in_file.number
            and logged.stamps
            and not logged.continues(in_file)
            and begun.is_whole(log, logged.frames_to_stamp)
        )
    except FileNotFoundError:
        return
    if foreign:
        message = Message(
            "%(log)s was not written for this %(file)s: if %(file)s comes from a backup, move "
            "%(log)s and %(shared)s to another folder and try again",
            {"file": path.name, "log": log.name, "shared": f"{path.name}-shm"},
        )
        raise refusal("foreign-log", message)


@attrs.frozen
class _Begun:
    """The beginning of a write-ahead log, which changes if it starts again."""

    head: bytes
    page_size: int
    salts: bytes

    @classmethod
    def read(cls, log: Path) -> "_Begun | None":
        """Return that of a log; None if it is empty."""
        with log.open("rb") as file:
            head = file.read(_HEADER.size + _CHECKSUM.size)
        if len(head) < _HEADER.size + _CHECKSUM.size:
            return None
        magic, _, page_size, _, salts = _HEADER.unpack_from(head)
        return cls(head, page_size, salts) if magic in _WORDS_OF_MAGIC and page_size else None

    def is_whole(self, log: Path, frames: int) -> bool:
        """True if the first frames have their checksums, so that SQLite would join them.

        After a loss of power they may not.
        """
        with log.open("rb") as file:
            content = file.read(len(self.head) + frames * (_FRAME.size + self.page_size))
        order = _WORDS_OF_MAGIC[int.from_bytes(self.head[:4])]
        sums = _checksum(content[: _HEADER.size], order, (0, 0))
        if sums != _CHECKSUM.unpack_from(content, _HEADER.size):
            return False
        for at in range(len(self.head), len(content), _FRAME.size + self.page_size):
            page = at + _FRAME.size
            sums = _checksum(content[at : at + 8], order, sums)
            sums = _checksum(content[page : page + self.page_size], order, sums)
            if sums != _CHECKSUM.unpack_from(content, page - _CHECKSUM.size):
                return False
        return True


def _checksum(content: bytes, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """Continue the checksum of a write-ahead log (sqlite.org/fileformat2.html, 4.2)."""
    one, two = sums
    for first, second in struct.iter_unpack(f"{order}II", content):
        one = (one + first + two) % 2**32
        two = (two + second + one) % 2**32
    return one, two


@attrs.frozen
class _Logged:
    """A write-ahead log's size of the database, committed pages, and stamps in their order.

    ``frames_to_stamp`` counts the frames to the first stamp.
    """

    size: int
    pages: set[int]
    stamps: Sequence[Stamp]
    frames_to_stamp: int

    def lacks_pages(self, there: int, page_size: int) -> bool:
        """True if a page is neither here nor among the first ones that are in the file."""
        lacking = set(range(there + 1, self.size + 1)) - self.pages
        return bool(lacking - {_PENDING_BYTE // page_size + 1})

    def continues(self, in_file: Stamp) -> bool:
        """True if the file has the state before this log, or one of those in it."""
        return in_file in self.stamps or in_file.may_precede(self.stamps[0])


def _logged(log: Path, begun: _Begun) -> _Logged:
    size, committed, pending = 0, set[int](), set[int]()
    stamps: list[Stamp] = []
    before = 0
    for count, (page, pages, content) in enumerate(_frames(log, begun), 1):
        pending.add(page)
        if page == 1:
            schema, number = _ON_FIRST_PAGE.unpack(content)
            before = before or count
            stamps.append(Stamp(number, schema))
        if pages:
            size = pages
            committed |= pending
            pending.clear()
    return _Logged(size, committed, stamps, before)


def _frames(log: Path, begun: _Begun) -> Iterator[tuple[int, int, bytes]]:
    """Page, pages and beginning of each frame; older ones behind them have other salts."""
    with log.open("rb", buffering=0) as file:  # that is a small part of the frame
        file.seek(len(begun.head))
        length = _FRAME.size + _ON_FIRST_PAGE.size
        while len(head := file.read(length)) == length:
            page, pages, of, _ = _FRAME.unpack_from(head)
            if of != begun.salts:
                return
            yield page, pages, head[_FRAME.size :]
            file.seek(begun.page_size - _ON_FIRST_PAGE.size, 1)
