"""A disk in memory that loses power: a file system for SQLite, written with apsw.

The running system sees every write at once.  Only a sync makes writes durable; when the power
goes, of all writes since then some are dropped, some are torn at sectors, in any order.  A file
whose making or deletion was not synced may be missing, or be there again.
"""

import random
from collections.abc import Iterator
from itertools import count

import apsw
import attrs

SECTOR = 512
_numbers = count(1)


class PowerCut(Exception):
    """The power has gone; nothing can be written any more."""


@attrs.define
class Write:
    """Bytes written at an offset, or (``data`` None) the file cut off there."""

    offset: int
    data: bytes | None

    def apply(self, content: bytearray) -> None:
        end = self.offset + len(self.data or b"")
        content.extend(bytes(max(0, end - len(content))))
        if self.data is None:
            del content[self.offset :]
        else:
            content[self.offset : end] = self.data

    def torn(self) -> Iterator["Write"]:
        """The same write sector by sector."""
        if self.data is None:
            yield self
            return
        for start in range(0, len(self.data), SECTOR):
            yield Write(self.offset + start, self.data[start : start + SECTOR])


@attrs.define
class File:
    """A file: as the system sees it, as it is on the platters, and what lies between."""

    seen: bytearray = attrs.field(factory=bytearray)
    durable: bytearray = attrs.field(factory=bytearray)
    unsynced: list[Write] = attrs.field(factory=list)
    entered: bool = False
    deleted: bool = False

    def change(self, write: Write) -> None:
        write.apply(self.seen)
        self.unsynced.append(write)

    def sync(self) -> None:
        self.durable = bytearray(self.seen)
        self.unsynced.clear()
        self.entered = True

    def after_power_cut(self, dice: random.Random) -> "File | None":
        """Return the remaining file; None if it cannot be found any more."""
        if (self.deleted or not self.entered) and dice.random() < 0.5:
            return None
        writes = [piece for write in self.unsynced for piece in write.torn()]
        if dice.random() < 0.5:
            dice.shuffle(writes)
        kept = dice.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        content = bytearray(self.durable)
        for write in writes:
            if dice.random() < kept:
                write.apply(content)
        return File(bytearray(content), content, entered=True)


class Disk:
    """Files, and how many more writes there will be before the power goes."""

    def __init__(self, files: dict[str, File]) -> None:
        self.files = files
        self.remaining: int | None = None
        self._deleted: dict[str, File] = {}
        self._vfs = _FileSystem(self, f"disk{next(_numbers)}")

    @classmethod
    def holding(cls, name: str, content: bytes) -> "Disk":
        """A disk with one file on it."""
        return cls({name: File(bytearray(content), bytearray(content), entered=True)})

    def connect(self, name: str) -> apsw.Connection:
        """Open a database; exclusively, because there is no memory to share among processes."""
        connection = apsw.Connection(name, vfs=self._vfs.name)
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        return connection

    def step(self) -> None:
        """Something is about to be written; or it was the last time."""
        if self.remaining is not None:
            self.remaining -= 1
            if self.remaining <= 0:
                raise PowerCut

    @property
    def dead(self) -> bool:
        """True if the power has failed."""
        return self.remaining is not None and self.remaining <= 0

    def file(self, name: str) -> File:
        """The file of that name, made if there is none."""
        if name not in self.files:
            self.step()
            self.files[name] = File()
        return self.files[name]

    def delete(self, name: str, *, synced: bool) -> None:
        self.step()
        file = self.files.pop(name)
        self._deleted.pop(name, None)
        if not synced:
            file.deleted = True
            self._deleted[name] = file

    def after_power_cut(self, dice: random.Random) -> "Disk":
        """The disk as the next start of the machine finds it."""
        survivors = {
            name: left
            for name, file in {**self._deleted, **self.files}.items()
            if (left := file.after_power_cut(dice)) is not None
        }
        return Disk(survivors)


class _FileSystem(apsw.VFS):
    """SQLite's operations on the disk as a whole."""

    def __init__(self, disk: Disk, name: str) -> None:
        self.name = name
        self._disk = disk
        super().__init__(name, "")

    def xOpen(self, name: "apsw.URIFilename | str | None", flags: list[int]) -> "_OpenFile":
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        flags[1] = flags[0]
        if path is None:  # a temporary file: nobody will miss it
            return _OpenFile(self._disk, File())
        return _OpenFile(self._disk, self._disk.file(path))

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._disk.delete(filename, synced=syncdir)

    def xAccess(self, pathname: str, _flags: int) -> bool:
        return pathname in self._disk.files

    def xFullPathname(self, name: str) -> str:
        return name

    def xRandomness(self, numbytes: int) -> bytes:
        return random.randbytes(numbytes)  # noqa: S311

    def xSleep(self, microseconds: int) -> int:
        return microseconds

    def xCurrentTime(self) -> float:
        return 2_460_000.5

    def xGetLastError(self) -> tuple[int, str]:
        return 0, ""


class _OpenFile:
    """SQLite's operations on a file; there is one process only, so locks are always granted."""

    def __init__(self, disk: Disk, file: File) -> None:
        self._disk = disk
        self._file = file

    def xRead(self, amount: int, offset: int) -> bytes:
        return bytes(self._file.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.step()
        self._file.change(Write(offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        self._disk.step()
        self._file.change(Write(newsize, None))

    def xSync(self, _flags: int) -> None:
        self._disk.step()
        self._file.sync()

    def xFileSize(self) -> int:
        return len(self._file.seen)

    def xLock(self, _level: int) -> None: ...

    def xUnlock(self, _level: int) -> None: ...

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, _op: int, _ptr: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return SECTOR

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self) -> None: ...
