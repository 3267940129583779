"""Dumps of a PostgreSQL database, by its own programs.

A dump is verified without a server: its log is read into a temporary SQLite database.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Engine, Integer, LargeBinary, StaticPool, Table

from ledger.events.problems import refusal
from ledger.log.database import connect
from ledger.log.paging import pages
from ledger.log.schema import metadata
from ledger.log.verification import Note, Verdict, verify

_ROWS_AT_ONCE = 100  # a source file may have megabytes
_VERSION = re.compile(r"\) (\d+)")
_COPY = re.compile(rb"COPY \S*?(\w+) \((.*)\) FROM stdin;\n")
_END = b"\\.\n"
_ESCAPE = re.compile(r"\\(.)")
_CONTROL = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def why_not(engine: Engine) -> str | None:
    """Return the reason that this machine cannot dump the database; None: it can."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        server = driver.info.server_version // 10_000
    for name in ("pg_dump", "pg_restore"):
        if shutil.which(name) is None:
            return f"{name} is not installed"
        with _running(name, "--version") as output:
            said = output.read().decode().strip()
        version = _VERSION.search(said)
        if version is None or int(version[1]) < server:
            return f"{said} is older than the server's {server}"
    return None


def dump(engine: Engine, path: Path) -> None:
    """Write a dump of the database into a file; refused with what `pg_dump` reported."""
    with _running("pg_dump", "--format=custom", "--encoding=UTF8", f"--file={path}", to=engine):
        pass


def restore(engine: Engine, path: Path) -> None:
    """Restore a dump into an empty database, whole or not at all."""
    options = ("--single-transaction", "--exit-on-error", str(path))
    with _running("pg_restore", *options, to=engine):
        pass


def verify_dump(path: Path, against: Note) -> Verdict:
    """Verify the log in a dump."""
    # SQLite keeps a database without a name in a file that nobody else sees, and deletes it.
    engine = connect("sqlite://", creator=lambda: sqlite3.connect(""), poolclass=StaticPool)
    try:
        metadata.create_all(engine)
        with engine.begin() as connection:
            for table, rows in _tables(path):
                connection.execute(table.insert(), rows)
        return verify(engine, against=against)
    finally:
        engine.dispose()


@contextmanager
def _running(program: str, *arguments: str, to: Engine | None = None) -> Iterator[IO[bytes]]:
    """The output of a program, which must end well; ``to`` has the database that it is about."""
    if shutil.which(program) is None:
        message = f"{program} is not installed: install the programs of PostgreSQL's clients"
        raise refusal("not-installed", message)
    given, environment = [program, *arguments], dict(os.environ)
    if to is not None:
        from psycopg.conninfo import make_conninfo  # noqa: PLC0415 - a ledger on SQLite needs none

        # What the URL says, and not what the driver makes of it: programs that are older than the
        # driver's library refuse its newer options.
        named = to.url.translate_connect_args(username="user", database="dbname")
        options: dict[str, Any] = {**named, **to.url.query}
        if (password := options.pop("password", None)) is not None:
            environment["PGPASSWORD"] = password
        given.append(f"--dbname={make_conninfo(**options)}")
        # Bytes are read back as hexadecimal digits, whatever the server's setting.
        environment["PGOPTIONS"] = f"{environment.get('PGOPTIONS', '')} -c bytea_output=hex"
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(given, env=environment, stdout=subprocess.PIPE, stderr=said) as process,  # noqa: S603
    ):
        output: Any = process.stdout
        try:
            yield output
        except BaseException:
            process.kill()
            raise
        if process.wait() != 0:
            said.seek(0)
            why = " ".join(said.read().decode(errors="replace").split())
            why = why or f"nothing, and ended with {process.returncode}"
            message = (
                f"{program} reported: {why}: see that the disk has room, and that this role has "
                "the rights (docs/how-to/operate-a-ledger.md, Roles on PostgreSQL)"
            )
            raise refusal("not-dumped", message)


def _tables(path: Path) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield the rows of the log's tables in a dump, some at a time; all of it is read."""
    with _running("pg_restore", "--data-only", "--file=-", str(path)) as output:
        for line in output:
            if (begins := _COPY.match(line)) is None:
                continue
            table = metadata.tables.get(begins[1].decode())
            columns = begins[2].decode().replace('"', "").split(", ")
            for page in pages(takewhile(_END.__ne__, output), _ROWS_AT_ONCE):
                if table is not None:
                    yield table, [_row(table, columns, each) for each in page]


def _row(table: Table, columns: list[str], line: bytes) -> dict[str, Any]:
    cells = line.decode().removesuffix("\n").split("\t")
    return {
        name: _value(table.c[name].type, cell) for name, cell in zip(columns, cells, strict=True)
    }


def _value(kind: object, cell: str) -> object:
    if cell == r"\N":
        return None
    if isinstance(kind, LargeBinary):
        return bytes.fromhex(cell.removeprefix(r"\\x"))
    if isinstance(kind, Integer):
        return int(cell)
    return _ESCAPE.sub(lambda found: _CONTROL.get(found[1], found[1]), cell)
