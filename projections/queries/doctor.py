"""An examination of a ledger: everything that its administrator would look at, a line each.

No check writes, and none raises: what cannot be looked at is a note.  The limits are in
docs/how-to/examine-a-ledger.md.
"""

import sqlite3
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from shlex import quote
from shutil import disk_usage

import attrs
from sqlalchemy import Connection, Engine, select

from ledger.events.problems import Refused
from ledger.log import erasure, guards, side_data
from ledger.log.backup import Backup, first_of, found_in, read
from ledger.log.database import snapshot
from ledger.log.event_log import head_of, moment
from ledger.log.full_disk import is_full
from ledger.log.pace import SLACK, server_clock
from ledger.log.revisions import NEWEST_REVISION, revision_of
from ledger.log.sqlite_files import path_of
from ledger.log.verification import Note, has_head
from ledger.log.write_ahead_log import log_of
from projections.queries.answer_types import Examined
from projections.queries.positions import positions

OLD = timedelta(days=2)
"""The age of a backup from which events that are not in it are a fault."""
OFF = timedelta(minutes=5)
OF_A_REBUILD = 2.5
"""New tables beside the old ones, and a write-ahead log of one and a half times their size."""
LARGE_LOG = 64_000_000
_INIT = "run `rating-ledger init`"


@attrs.frozen
class Subject:
    """A ledger to examine, the time, the folder of its backups and a head that was noted."""

    engine: Engine
    now: datetime
    folder: Path | None = None
    against: Note | None = None

    @property
    def file(self) -> Path | None:
        """The file of a ledger on SQLite."""
        return path_of(self.engine.url) if self.engine.dialect.name == "sqlite" else None

    def backups(self, connection: Connection) -> Sequence[Backup]:
        """The backups of this ledger, oldest first; a note that cannot be read is left out."""
        first = first_of(connection)
        found = [] if self.folder is None else map(read, found_in(self.folder))
        return [each for each in found if isinstance(each, Backup) and each.first == first]


Finding = tuple[str, str, str | None]
"""ok, note or fault; what was found; the remedy."""


def _ok(found: str) -> Finding:
    return "ok", found, None


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def examine(subject: Subject) -> list[Examined]:
    """Return the finding of each check, in their order."""
    return [examined(name, partial(check, subject)) for name, check in CHECKS.items()]


def examined(name: str, check: Callable[[], Finding]) -> Examined:
    """Return the finding of a check as a row; a note if it cannot look."""
    try:
        status, found, remedy = check()
    except Exception as error:  # whatever is wrong with the ledger must not hide the other lines
        why = " ".join(str(getattr(error, "orig", None) or error).split())
        status, found, remedy = "note", f"could not be looked at: {why}", "see the other lines"
    return {"check": name, "status": status, "found": found, "remedy": remedy}


# --- the database --------------------------------------------------------------------------------


def _revision(at: Subject) -> Finding:
    try:
        revision = revision_of(at.engine)
    except Refused as refused:
        return "fault", "there is no ledger that can be read", str(refused)
    if revision == NEWEST_REVISION:
        return _ok(revision)
    if revision is not None and revision > NEWEST_REVISION:
        return "fault", f"{revision}, newer than {NEWEST_REVISION}", "install the newer program"
    return "fault", f"{revision or 'no ledger'}, and not {NEWEST_REVISION}", _INIT


_ROLES = ("ledger_reader", "ledger_server", "ledger_writer")
_ACCOUNTS = ("account", "account_list", "account_maker", "session", "token", "failed_login")
_HIDDEN = (*_ACCOUNTS, "submission")
_OF_SERVER = (*_HIDDEN, "last_verification", "site_setting")
_KEPT = ("person", "paper", "running_tournament", "signal_answer")
_DERIVED = ("generation", "occasion", "card", "card_dependency", "standing")
_TREE = ("tree_tile", "checkpoint")
_OF_WRITER = {
    "INSERT": ("event", "erasure", *_KEPT, *_DERIVED, *_TREE),
    "UPDATE": ("log_head", *_DERIVED, *_TREE),
    "DELETE": (*_KEPT, *_DERIVED, *_TREE),
}
_GRANTED = """
SELECT rolname, privilege, relname,
  has_table_privilege(pg_roles.oid, pg_class.oid, privilege) AS is_granted
FROM pg_roles, pg_class,
  unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT rolsuper
  AND NOT pg_has_role(pg_roles.oid, relowner, 'MEMBER') AND left(rolname, 3) <> 'pg_'
ORDER BY rolname, relname, privilege
"""


def _rights(at: Subject) -> Finding:
    if at.engine.dialect.name == "sqlite":
        return _rights_of_file(at.file)
    with snapshot(at.engine) as connection:
        rows = connection.exec_driver_sql(_GRANTED).all()
    used = {role for role, _, _, is_granted in rows if is_granted}  # others are of other ledgers
    wrong = [
        f"{role} {'may' if is_granted else 'may not'} {privilege} {table}"
        for role, privilege, table, is_granted in rows
        if role in used and is_granted != _is_documented(role, privilege, table, is_granted)
    ]
    if wrong:
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        remedy = "grant and revoke as in docs/how-to/operate-a-ledger.md, Roles on PostgreSQL"
        return "fault", "; ".join(wrong[:3]) + more, remedy
    return _ok("as documented, and nobody but the owner changes events")


def _is_documented(role: str, privilege: str, table: str, is_granted: bool) -> bool:
    """True if a role has this right by the documentation; of others only events matter."""
    if role not in _ROLES:
        is_change = table == "event" and privilege in ("UPDATE", "DELETE", "TRUNCATE")
        return is_granted and not is_change
    if role == "ledger_server" and table in _OF_SERVER:
        return privilege != "TRUNCATE"
    if privilege == "SELECT":
        return table not in _HIDDEN
    return role != "ledger_reader" and table in _OF_WRITER.get(privilege, ())


def _rights_of_file(file: Path | None) -> Finding:
    if file is None:
        return _ok("there is no file")
    mode, remedy = file.stat().st_mode & 0o777, f"chmod 600 {quote(str(file.absolute()))}"
    if mode & 0o002:
        return "fault", f"everybody may write the file ({mode:o})", remedy
    if mode & 0o004:
        return "note", f"everybody may read the file ({mode:o})", remedy
    return _ok(f"the file is {mode:o}")


def _triggers(at: Subject) -> Finding:
    with snapshot(at.engine) as connection:
        missing = guards.faulty(connection)
    if missing:
        what = f"missing, switched off or altered: {', '.join(missing)}"
        return "fault", what, f"{_INIT}, then `rating-ledger verify`: was the log changed?"
    return _ok("the log refuses changes")


def _head(at: Subject) -> Finding:
    with snapshot(at.engine) as connection:
        head = head_of(connection)
        noted = [each.head for each in at.backups(connection)[-1:]]
        noted += [at.against] if at.against is not None else []
        is_last = has_head(connection, Note(head.size, head.chain_hash))
        wrong = [each.position for each in noted if not has_head(connection, each)]
    if wrong or not is_last:
        what = f"the head noted at {wrong[0]} is not in the log" if wrong else "not the last event"
        return "fault", what, "run `rating-ledger verify`; if it was cut off, restore a backup"
    if not noted:
        return (
            "note",
            f"{_many(head.size, 'event')}, compared with no head",
            "name one: `--against`, or `--backups FOLDER`",
        )
    places = " and ".join(str(each.position) for each in noted)
    return _ok(f"{_many(head.size, 'event')}, with the head noted at {places}")


def _derived_tables(at: Subject) -> Finding:
    with snapshot(at.engine) as connection:
        found = positions(connection)
    behind = {pool: found["head"] - (last or 0) for pool, last in found["pools"].items()}
    late = [f"{pool} by {_many(count, 'event')}" for pool, count in behind.items() if count > 0]
    if late:
        return "note", f"behind: {', '.join(late)}", "wait for a query, or `rating-ledger rebuild`"
    return _ok(f"{_many(len(behind), 'list')} as of the head")


def _erasures(at: Subject) -> Finding:
    with snapshot(at.engine) as connection:
        erased = side_data.erasures(connection)
        if erasure.is_due(connection):
            return "fault", "erased data can still be read in the files", f"{_INIT} as the owner"
        back = next(side_data.restored_personal_data(connection, erased), None)
        last = max((each.position for each in erased), default=0)
        old = [each for each in at.backups(connection) if each.head.position < last]
    if back is not None:
        return "fault", f"position {back.position}: {back.message}", "append the erasure again"
    if old:
        found = f"from before the last erasure: {_many(len(old), 'backup')}"
        return "note", found, "delete what is older than the erasure"
    return _ok(f"none is due, done: {len(erased)}")


def _write_ahead_log(at: Subject) -> Finding:
    if at.file is not None:
        log = log_of(at.file.resolve())
        large = {log.name: log.stat().st_size if log.exists() else 0}
    else:
        query = (
            "SELECT slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint AS size "
            "FROM pg_replication_slots WHERE NOT active AND restart_lsn IS NOT NULL"
        )
        with snapshot(at.engine) as connection:
            large = {row.slot_name: row.size for row in connection.exec_driver_sql(query)}
    for name, size in large.items():
        if size > LARGE_LOG:
            remedy = "end what reads for hours; drop slots that nobody uses"
            return "note", f"{name} keeps {_megabytes(size)}", remedy
    return _ok(_megabytes(sum(large.values())))


# --- backups, machine, program -------------------------------------------------------------------


def _backup(at: Subject) -> Finding:
    remedy = "`rating-ledger backup FOLDER` every night"
    if at.folder is None:
        return "note", "no folder of backups is named", remedy
    if not at.folder.is_dir():
        return "fault", f"there is no folder {at.folder}", "make it, or mount its disk"
    with snapshot(at.engine) as connection:
        found, head = at.backups(connection), head_of(connection)
    for broken in (each for each in map(read, found_in(at.folder)) if isinstance(each, str)):
        return "fault", broken, "make a new one, and delete this one"
    if not found:
        if not head.size and found_in(at.folder):
            remedy = "begun by mistake? Move its file away, `rating-ledger backup restore FOLDER`"
        return "fault", f"there is none of this ledger in {at.folder}", remedy
    newest = found[-1]
    if (why := newest.fault(opening=False)) is not None:
        return "fault", f"{newest.place.name}: {why}", "make a new one, and delete this one"
    age, missing = at.now - newest.taken_at, head.size - newest.head.position
    lacks = _many(max(0, missing), "event")
    said = f"{newest.place.name}, {_many(age.days, 'day')} old, lacks {lacks}"
    return ("fault", said, remedy) if age > OLD and missing > 0 else _ok(said)


def _disk(at: Subject) -> Finding:
    if at.file is None:
        with snapshot(at.engine) as connection:
            size = connection.exec_driver_sql("SELECT pg_database_size(current_database())")
            needed = OF_A_REBUILD * int(size.scalar_one())
        remedy = f"keep {_megabytes(needed)} for a rebuild"
        return "note", "could not be looked at: it is the server's", remedy
    free = disk_usage(at.file.resolve().parent).free
    needed = OF_A_REBUILD * at.file.stat().st_size
    said = f"{_megabytes(free)} are free, a rebuild may need {_megabytes(needed)}"
    if is_full(at.engine):
        return "fault", said, "free space at once: nothing can be written"
    return ("note", said, "free space before the next upgrade") if free < needed else _ok(said)


def _clock(at: Subject) -> Finding:
    remedy = "set the clock (docs/how-to/operate-a-ledger.md, The clock)"
    with snapshot(at.engine) as connection:
        ahead = moment(head_of(connection).recorded_at) - at.now
        server = connection.execute(select(server_clock(at.engine.dialect.name))).scalar()
    off = abs(at.now - moment(server)) if server is not None else timedelta(0)
    if ahead > OFF:
        return "fault", f"the last event is recorded {ahead} ahead of this machine's clock", remedy
    if off > OFF:
        said = f"this machine and the database differ by {off}"
        return "fault" if off > SLACK else "note", said, remedy
    return _ok("no event is ahead of it")


def _interpreter(_: Subject) -> Finding:
    built = sysconfig.get_config_var("CONFIG_ARGS")
    if built is not None and "--enable-optimizations" not in built:
        return "note", "built without optimisation: a tenth slower", "install an optimised Python"
    return _ok("optimised" if built is not None else "it does not say how it was built")


def _program(at: Subject) -> Finding:
    """The database program; SQLite before 3.51.3 has a fault (sqlite.org/wal.html#walresetbug)."""
    if at.engine.dialect.name != "sqlite":
        with snapshot(at.engine) as connection:
            return _ok(f"PostgreSQL {connection.exec_driver_sql('SHOW server_version').scalar()}")
    version = sqlite3.sqlite_version_info
    mended = {(3, 44): 6, (3, 50): 7, (3, 51): 3}.get(version[:2], 0 if version > (3, 52) else 99)
    said = f"SQLite {sqlite3.sqlite_version}"
    if version[2] < mended:
        fault = "it can damage a file if two programs write at the same instant (WAL-reset)"
        return "note", f"{said}: {fault}", "install a Python with SQLite 3.51.3 or later"
    return _ok(said)


def _megabytes(size: float) -> str:
    return f"{size / 1e6:,.1f} MB"


CHECKS: Mapping[str, Callable[[Subject], Finding]] = {
    "revision": _revision,
    "rights": _rights,
    "triggers": _triggers,
    "head": _head,
    "lists": _derived_tables,
    "erasures": _erasures,
    "write-ahead log": _write_ahead_log,
    "backup": _backup,
    "disk": _disk,
    "clock": _clock,
    "interpreter": _interpreter,
    "database": _program,
}
