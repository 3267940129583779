"""The file of a SQLite ledger, looked at before SQLite opens it: whether it is there, and whose.

The header of a SQLite file has a number for the program it belongs to.  A ledger has one of its
own; a file with another program's number is refused without being opened.
"""

from pathlib import Path

from sqlalchemy import URL

from ledger.events.problems import refusal

APPLICATION_ID = int.from_bytes(b"RLgr")
_HEADER = b"SQLite format 3\0"
_APPLICATION_ID = slice(68, 72)


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

    Raises :class:`~ledger.events.problems.Refused`.
    """
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return
    number = int.from_bytes(header[_APPLICATION_ID])
    if header.startswith(_HEADER) and number not in (0, APPLICATION_ID):
        raise foreign(f"its application_id is {number:#010x}")


def foreign(why: str) -> Exception:
    """The refusal of a database in which something else lies."""
    message = f"this database belongs to another program ({why}): name another database"
    return refusal("foreign-database", message)
