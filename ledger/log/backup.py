"""Backups of a ledger in a folder: written, verified, checked, restored.

A backup is a folder of its own with the copy and a note, ``backup.json``, which has the head that
the copy must have (docs/how-to/recover-from-a-backup.md).  It is made under another name, opened
and verified, and then renamed: a folder with a backup's name is always whole.  What a killed run
leaves has the other name, and the next run deletes it.
"""

import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from secrets import token_hex
from typing import Any
from urllib.parse import quote

import attrs
import orjson
from sqlalchemy import Connection, Engine, select

from ledger import __version__
from ledger.events.json_lines import lines_of
from ledger.events.problems import refusal
from ledger.log import export, postgresql_dump
from ledger.log import restore as exported
from ledger.log.database import connect, snapshot
from ledger.log.decoding import stored_bytes
from ledger.log.event_log import head_of
from ledger.log.revisions import NEWEST_REVISION, revision_of, upgrade
from ledger.log.schema import event
from ledger.log.sqlite_files import path_of
from ledger.log.verification import Note, Verdict, has_head, verify

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_NOTE = "backup.json"
_NAME = re.compile(r"backup-\d{8}T\d{6}\.\d{6}Z-\d+")
_UNFINISHED, _LOCK = ".rating-ledger-unfinished-", ".rating-ledger-lock"
_LACKING = (
    "an export has no source files, accounts, submissions, running tournaments, answers to "
    "signals, checkpoints and settings of the site"
)
_ERASE_AGAIN = "append later events again, and every later erasure: the names are back"

# --- the kinds of copies -------------------------------------------------------------------------


def _copy_file(engine: Engine, path: Path) -> None:
    with snapshot(engine) as connection, closing(sqlite3.connect(path)) as copy:
        head_of(connection)  # a transaction, so that the copy is of one state
        driver: Any = connection.connection.driver_connection
        driver.backup(copy)


def _verify_file(path: Path, against: Note) -> Verdict:
    """Verify a file as it is: nothing is written beside it."""
    place = quote(str(path.absolute()))
    engine = connect(f"sqlite:///file:{place}?mode=ro&immutable=1&uri=true")
    try:
        return verify(engine, against=against)
    finally:
        engine.dispose()


def _restore_file(engine: Engine, copy: Path) -> None:
    path = Path(engine.url.database or "")
    part = path.with_name(f"{path.name}-restoring")
    try:
        shutil.copyfile(copy, part)
        _sync(part)
        part.replace(path)
        _sync(path.absolute().parent)
    finally:
        part.unlink(missing_ok=True)


def _export(engine: Engine, path: Path) -> None:
    with snapshot(engine) as connection, path.open("wb") as file:
        for document in export.events_with_persons(connection):
            file.write(orjson.dumps(document) + b"\n")


def _verify_export(path: Path, against: Note) -> Verdict:
    with path.open("rb") as file:
        return exported.verify_export(lines_of(file), against)


def _restore_export(engine: Engine, copy: Path) -> None:
    upgrade(engine)
    with copy.open("rb") as file:
        exported.restore(engine, lines_of(file))


@attrs.frozen
class _Kind:
    """A kind of copy: its file, the database it can be restored into, and what is done with it."""

    file: str
    database: str
    write: Callable[[Engine, Path], None]
    verify: Callable[[Path, Note], Verdict]
    restore: Callable[[Engine, Path], None]


_DUMP = postgresql_dump
_KINDS = {
    "sqlite": _Kind("ledger.db", "sqlite", _copy_file, _verify_file, _restore_file),
    "pg_dump": _Kind("ledger.dump", "postgresql", _DUMP.dump, _DUMP.verify_dump, _DUMP.restore),
    "export": _Kind("ledger.jsonl", "", _export, _verify_export, _restore_export),
}


@attrs.frozen(kw_only=True)
class Backup:
    """A backup: its folder, and its note.

    ``kind`` is sqlite, pg_dump or export; ``first`` is the chain hash of the first event, which
    tells ledgers apart ("": there is none).
    """

    place: Path
    kind: str
    head: Note
    first: str
    taken_at: datetime
    revision: str
    version: str
    bytes: int
    sha256: str

    @property
    def copy(self) -> Path:
        """The file with the copy."""
        return self.place / _KINDS[self.kind].file

    def note(self) -> dict[str, Any]:
        """Return the note as it is written."""
        found = {**attrs.asdict(self, recurse=False), "head": str(self.head)}
        del found["place"]
        return {**found, "taken_at": self.taken_at.isoformat(timespec="seconds")}

    def fault(self, *, opening: bool = True) -> str | None:
        """Return what is wrong: the copy was changed, or its log is not the noted one.

        Without ``opening``, and if it has another revision, only size and digest are compared.
        """
        name = self.copy.name
        if (size := self.copy.stat().st_size) != self.bytes:
            return f"{name} has {size} bytes, not {self.bytes}: it was cut off or changed"
        if _digest(self.copy) != self.sha256:
            return f"{name} has another digest than noted: it was changed"
        if not opening or self.revision != NEWEST_REVISION:
            return None
        try:
            finding = _KINDS[self.kind].verify(self.copy, self.head).finding
        except Exception as error:  # a damaged copy may make anything fail
            return f"{name} cannot be read: {' '.join(str(error).split())}"
        return None if finding is None else finding.message


def read(place: Path) -> Backup | str:
    """Return the backup in a folder, or what is wrong with its note."""
    try:
        note = json.loads((place / _NOTE).read_text("utf-8"))
        note["head"] = Note.read(note["head"])
        note["taken_at"] = datetime.fromisoformat(note["taken_at"])
        found = Backup(place=place, **note)
        found.copy.stat()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        why = getattr(error, "strerror", None) or error
        return f"{place.name}/{_NOTE} or the copy is not usable: {why}"
    return found


# --- writing -------------------------------------------------------------------------------------


@attrs.frozen
class Taken:
    """A new backup, the names of older ones that were deleted, and notes on what is unusual."""

    backup: Backup
    deleted: Sequence[str]
    notes: Sequence[str]


def take(engine: Engine, folder: Path, at: datetime, keep: int | None = None) -> Taken:
    """Write a backup into a folder and verify it; then delete all but the newest ``keep``.

    An older backup is deleted only if its whole log is in the ledger and no other file in it.

    Raises :class:`~ledger.events.problems.Refused` if the backup cannot be written or is not
    sound; then nothing of it is left.
    """
    if not folder.is_dir():
        raise refusal("no-folder", f"there is no folder {folder}: make it, or mount its disk")
    with _reporting_disk(folder), _only_one(folder):
        for each in folder.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(each)
        found = [each for each in map(read, found_in(folder)) if isinstance(each, Backup)]
        with snapshot(engine) as connection:
            others = [each for each in found if not has_head(connection, each.head)]
        part = folder / f"{_UNFINISHED}{token_hex(8)}"
        part.mkdir(mode=0o700)
        try:
            backup, notes = _written(engine, part, at)
            part.rename(backup.place)
            _sync(folder)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        older = [each for each in found if each not in others]
        too_many = older[: max(0, len(older) + 1 - keep)] if keep else []
        deleted = [each.place.name for each in too_many if _deleted(each)]
    if others:
        names = ", ".join(each.place.name for each in others)
        notes.append(f"not of this log, and therefore not deleted: {names}")
    return Taken(backup, deleted, notes)


def _written(engine: Engine, part: Path, at: datetime) -> tuple[Backup, list[str]]:
    """Write and verify a copy and its note; return the backup with its final place."""
    why = None if engine.dialect.name == "sqlite" else postgresql_dump.why_not(engine)
    name = "export" if why else "sqlite" if engine.dialect.name == "sqlite" else "pg_dump"
    kind = _KINDS[name]
    with snapshot(engine) as connection:
        head = head_of(connection)
        first = first_of(connection)
    copy = part / kind.file
    kind.write(engine, copy)
    _sync(copy)
    verdict = kind.verify(copy, Note(head.size, head.chain_hash))
    if verdict.finding is not None:
        message = f"the copy is not sound ({verdict.finding.message}): run `rating-ledger verify`"
        raise refusal("not-verified", message)
    moment = at.astimezone(UTC)
    backup = Backup(
        place=part.with_name(f"backup-{moment:%Y%m%dT%H%M%S.%f}Z-{verdict.events}"),
        kind=name,
        head=Note(verdict.events, verdict.head_hash),
        first=first,
        taken_at=moment,
        revision=NEWEST_REVISION,
        version=__version__,
        bytes=copy.stat().st_size,
        sha256=_digest(copy),
    )
    (part / _NOTE).write_text(json.dumps(backup.note(), indent=2) + "\n", "utf-8")
    _sync(part / _NOTE)
    _sync(part)
    return backup, [f"{why}, so this is an export: {_LACKING}"] if why else []


def first_of(connection: Connection) -> str:
    """Return the chain hash of the first event in hexadecimal digits; "": there is none."""
    query = select(event.c.chain_hash).where(event.c.position == 1)
    return stored_bytes(connection.execute(query).scalar() or b"").hex()


def _deleted(backup: Backup) -> bool:
    """Delete a backup, unless it must not be deleted or there are other files in its folder."""
    unfinished = backup.place.with_name(f"{_UNFINISHED}{token_hex(8)}")
    try:
        if {each.name for each in backup.place.iterdir()} != {_NOTE, backup.copy.name}:
            return False
        backup.place.rename(unfinished)
    except OSError:
        return False
    shutil.rmtree(unfinished, ignore_errors=True)  # the next run deletes the rest
    return True


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Refuse to write into a folder while another process does."""
    with (folder / _LOCK).open("ab") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = f"another backup is being written into {folder}: wait for its end"
                raise refusal("backup-under-way", message) from None
        yield


@contextmanager
def _reporting_disk(folder: Path) -> Iterator[None]:
    """Report a full disk, and a folder that cannot be written, with the remedy."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        message = f"nothing is left of what was begun in {folder} ({why})"
        remedy = "free space on its disk, see that you may write there, or name another folder"
        raise refusal("not-written", f"{message}: {remedy}") from error


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    """See that a file or a folder is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- checking and restoring ----------------------------------------------------------------------


def found_in(folder: Path) -> list[Path]:
    """Return the backups in a folder, oldest first; other files and folders are left out."""
    inside = folder.iterdir() if folder.is_dir() else ()
    return sorted(each for each in inside if _NAME.fullmatch(each.name) and each.is_dir())


def named(place: Path) -> Sequence[Path]:
    """Return the backups that a path names, oldest first: all in a folder, or one by itself.

    Raises :class:`~ledger.events.problems.Refused` if there is none.
    """
    found = [each for each in (place, place.parent) if (each / _NOTE).is_file()][:1]
    if not found and place.is_dir():
        found = found_in(place)
    if not found:
        raise refusal("no-backup", f"there is no backup in {place}: name its folder")
    return found


@attrs.frozen
class Checked:
    """A backup by its name, what is wrong with it, and a note; None: nothing."""

    backup: str
    fault: str | None
    note: str | None = None


def checked(places: Sequence[Path]) -> Iterator[Checked]:
    """Open and verify backups, newest first."""
    newest = ""
    for backup in map(read, reversed(places)):
        if isinstance(backup, str):
            yield Checked(backup.partition("/")[0], backup)
            continue
        newest = newest or backup.first
        note = None if backup.first == newest else "of another ledger than the newest"
        if backup.revision != NEWEST_REVISION:
            note = f"not opened, since it is at revision {backup.revision}"
        yield Checked(backup.place.name, backup.fault(), note)


def restore(places: Sequence[Path], database: str) -> tuple[Backup, Sequence[str]]:
    """Restore the last of some backups into an empty place; return it, and what is left to do.

    Raises :class:`~ledger.events.problems.Refused` if the place is not empty, the backups are of
    several ledgers, or the last one is not sound or for another kind of database.
    """
    found = [*map(read, places)]
    backup, to_do = found[-1], [_ERASE_AGAIN]
    fault = backup if isinstance(backup, str) else backup.fault(opening=False)
    if len({each.first for each in found if isinstance(each, Backup)}) > 1:
        fault = "there are backups of several ledgers"
    if fault is not None or isinstance(backup, str):
        raise refusal("no-sound-backup", f"{fault}: name another backup")
    engine = connect(database, create=True)
    try:
        _must_be_empty(engine, backup)
        with _reporting_disk(Path(engine.url.database or "").parent):
            _KINDS[backup.kind].restore(engine, backup.copy)
        if backup.revision != NEWEST_REVISION:
            to_do.insert(0, f"run `rating-ledger init`: it is at revision {backup.revision}")
        elif finding := verify(engine, against=backup.head).finding:
            message = f"what was restored is not sound ({finding.message}): remove it"
            raise refusal("not-verified", f"{message}, and restore another backup")
    finally:
        engine.dispose()
    return backup, [*to_do, *([_LACKING] if backup.kind == "export" else [])]


def _must_be_empty(engine: Engine, backup: Backup) -> None:
    kind = engine.dialect.name
    if _KINDS[backup.kind].database not in (kind, ""):
        message = f"a backup of the kind {backup.kind} cannot be restored into {kind}"
        raise refusal("other-database", f"{message}: name an empty database of its own kind")
    path = path_of(engine.url)
    if kind == "postgresql":
        is_empty = revision_of(engine) is None
    else:
        files = [Path(f"{path}{end}") for end in ("", "-wal", "-shm")]
        is_empty = path is not None and not any(it.exists() and it.stat().st_size for it in files)
    if not is_empty:
        message = (
            "there is a ledger already: create an empty database, or move the file of SQLite away "
            "with its -wal and -shm"
        )
        raise refusal("not-empty", message)
