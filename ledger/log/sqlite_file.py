"""The file of a SQLite ledger, looked at before SQLite opens it: whether it is there, and whose.

The header of a SQLite file has a number for the program it belongs to.  A ledger has one of its
own; a file with another program's number is refused without being opened.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from ledger.events.problems import refusal

APPLICATION_ID = int.from_bytes(b"RLgr")
_HEADER = b"SQLite format 3\0"
_SMALLEST = 512  # one page


def path_of(url: URL) -> Path | None:
    """The file that a URL names; None for a database in memory or a URI, which says more."""
    name = url.database or ""
    return None if name in ("", ":memory:") or name.startswith("file:") else Path(name)


def must_be_there(path: Path) -> None:
    """Refuse a file that is not there, which SQLite would create, or is somebody else's.

    Raises :class:`~ledger.events.problems.Refused`; what cannot be read is left for SQLite to say.
    """
    if not path.exists() and path.absolute().parent.is_dir():
        raise refusal("no-ledger", "there is no ledger in this database: run `rating-ledger init`")
    must_be_ours(path)


def must_be_ours(path: Path) -> None:
    """Refuse a file with the number of another program.

    Raises :class:`~ledger.events.problems.Refused`; what cannot be read is left for SQLite to say.
    """
    number = application_id(path)
    if number not in (None, 0, APPLICATION_ID):
        raise foreign(f"its application_id is {number:#010x}")


def application_id(path: Path) -> int | None:
    """The number in the header of a SQLite file; None where it is none, or cannot be read.

    SQLite itself is asked, which locks and changes nothing this way: on POSIX, to open and close
    the file past SQLite would take all locks on it from the connections of this process.
    """
    if not path.is_file() or path.stat().st_size < _SMALLEST:
        return None
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)) as look:
            (number,) = look.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        return None
    return int(number) % 2**32  # SQLite counts it as signed


def is_database(path: Path) -> bool:
    """Whether there is a SQLite database in a file, even a damaged one.

    Only what SQLite cannot read is opened past it.
    """
    if application_id(path) is not None:
        return True
    with path.open("rb") as file:
        return file.read(len(_HEADER)) == _HEADER


def foreign(why: str) -> Exception:
    """The refusal of a database in which something else lies."""
    message = f"this database belongs to another program ({why}): name another database"
    return refusal("foreign-database", message)
