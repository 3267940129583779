"""A separate program that reads tables of an SQLite database, and ends when it reaches a limit.

A database can act like a program: it has views, triggers, and computed columns and indexes.
So it is opened in memory, in a process whose memory and time are limited.  Its schema is
not trusted, and only the requested columns are read, from real tables.

The bytes come on standard input, the tables with their columns as an argument, in JSON.  To
standard output goes a JSON object of rows by table, in which every value is a text or null.  A
table that the database lacks is left out; a column that it lacks is null.  It ends with
:data:`~ledger.importing.formats.workbook_process.DAMAGED` if the bytes are not a database, with
:data:`~ledger.importing.formats.workbook_process.TOO_LARGE` if there is too much in it.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parents[4]))
from ledger.importing.formats.workbook_process import (
    DAMAGED,
    TOO_LARGE,
    WorkbookTooLarge,
    limit_process,
)

MOST_TEXT = 20_000_000
LONGEST_VALUE = 1_000_000
Row = Sequence[str | None]
_PRAGMAS = ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON")
_VERSION_BYTES, _LEGACY = slice(18, 20), b"\x01\x01"
"""The bytes that mark a database as journaled by WAL, which is impossible in memory."""


def main(requested: str) -> int:
    """Read a database as described above; return the exit status."""
    limit_process()
    content = bytearray(sys.stdin.buffer.read())
    content[_VERSION_BYTES] = _LEGACY
    try:
        written = json.dumps(_tables(bytes(content), json.loads(requested))).encode()
    except (WorkbookTooLarge, MemoryError):
        return TOO_LARGE
    except (sqlite3.Error, ValueError, OverflowError):
        return DAMAGED
    sys.stdout.buffer.write(written)
    sys.stdout.buffer.flush()
    return 0


def _tables(content: bytes, requested: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[Row]]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    connection.text_factory = lambda text: text.decode("utf-8", errors="replace")
    connection.deserialize(content)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    schema = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0"
    real = {name for (name,) in connection.execute(schema)} & requested.keys()
    query = "SELECT name FROM pragma_table_info(?)"  # columns that are stored and not computed
    columns = {it: [name for (name,) in connection.execute(query, (it,))] for it in real}

    def allow(action: int, table: str | None, *_: str | None) -> int:
        reads = action == sqlite3.SQLITE_READ and table in real
        return (
            sqlite3.SQLITE_OK if reads or action == sqlite3.SQLITE_SELECT else sqlite3.SQLITE_DENY
        )

    connection.set_authorizer(allow)
    left = MOST_TEXT
    found: dict[str, list[Row]] = {}
    for table in sorted(real):
        rows = found[table] = []
        for row in _rows(connection, table, requested[table], columns[table]):
            left -= sum(8 + len(value or "") for value in row)
            if left < 0:
                raise WorkbookTooLarge(TOO_LARGE)
            rows.append(row)
    return found


def _rows(
    connection: sqlite3.Connection, table: str, requested: Sequence[str], there: Sequence[str]
) -> Iterator[Row]:
    """Yield the rows of a table; the names are ours, so they are safe in the statement."""
    expressions = (f'"{name}"' if name in there else "NULL" for name in requested)
    query = f'SELECT {", ".join(expressions)} FROM "{table}"'  # noqa: S608 - names of our own
    for row in connection.execute(query):
        yield [None if value is None or isinstance(value, bytes) else str(value) for value in row]


if __name__ == "__main__":
    os._exit(main(sys.argv[1]))
