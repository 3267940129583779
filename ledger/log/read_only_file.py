"""A SQLite ledger where nothing can be written, on a read-only disk or in a folder of others.

SQLite keeps its locks and its write-ahead log in two files beside the ledger, so it cannot open
one where these cannot be made, unless it is told that the file is immutable.  Then it locks
nothing and looks at no write-ahead log.  So this is done only where there is no log to be looked
at, and after every statement it is seen to that the file is still the one that was opened.
"""

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, event

from ledger.events.problems import refusal

_OPENED = "state of the file when it was opened"


def read_where_nothing_can_be_written(engine: Engine, path: Path) -> None:
    """Let an engine open a file for reading where its folder cannot be written."""

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
            connection.connection.invalidate(soft=True)  # the next question opens it again
            message = (
                "the ledger was written while it was read without locks, because its folder "
                "cannot be written here: ask again"
            )
            raise refusal("written-meanwhile", message)

    event.listen(engine, "do_connect", open_immutable)
    event.listen(engine, "after_cursor_execute", must_be_the_same)
    event.listen(engine, "rollback", must_be_the_same)  # where a question ends


def _is_immutable(path: Path) -> bool:
    """Whether a file can be read only as one that nobody writes.

    Raises :class:`~ledger.events.problems.Refused` where a part of the ledger is in its
    write-ahead log.
    """
    if not path.exists() or os.access(path.absolute().parent, os.W_OK):
        return False
    log, shared = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    if log.exists() and shared.exists():
        return False  # somebody has it open: SQLite reads beside him
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
