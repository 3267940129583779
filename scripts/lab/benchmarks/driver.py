"""The bare drivers, sqlite3 and psycopg: the machine's speed without a ledger.

They get the same rows, tables, indexes and pragmas; they check nothing, hash nothing and
fire no triggers.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self

import attrs
from sqlalchemy import Engine, make_url

from ledger.log.database import connect
from ledger.log.schema import declare_partial_indexes, event, metadata

PAGE = 5_000
COLUMNS = ", ".join(column.name for column in event.columns)
Row = tuple[Any, ...]


@attrs.frozen
class Query:
    """A query, in which {0} stands for the driver's parameter mark, and its values."""

    text: str
    values: tuple[str, ...]


def last_cards(pool: str) -> Query:
    """The last card of every player of a pool."""
    active = "(SELECT id FROM generation WHERE pool = {0} AND active)"
    last = f"SELECT player, max(key) AS key FROM card WHERE generation = {active} GROUP BY player"  # noqa: S608
    return Query(
        f"SELECT card.player, card.card FROM card JOIN ({last}) AS last "  # noqa: S608
        f"ON card.player = last.player AND card.key = last.key WHERE card.generation = {active}",
        (pool, pool),
    )


def games_around(pool: str, player: str) -> Query:
    """Every game of the tournaments that a player was rated for."""
    return Query(
        "SELECT event.payload FROM generation "
        "JOIN card ON card.generation = generation.id "
        "JOIN occasion ON occasion.generation = generation.id AND occasion.key = card.key "
        "JOIN event ON event.stream = 'tournament/' || occasion.subject "
        "WHERE generation.pool = {0} AND generation.active AND card.player = {0}",
        (pool, player),
    )


def events_of(stream: str) -> Query:
    """Every event of a stream."""
    return Query("SELECT payload FROM event WHERE stream = {0}", (stream,))


class Driver:
    """A connection of the bare driver, with the pragmas and settings of the ledger's own."""

    def __init__(self, engine: Engine, connection: Any) -> None:
        self._engine = engine
        self._connection = connection
        self._is_sqlite = engine.dialect.name == "sqlite"
        if not self._is_sqlite:
            connection.autocommit = True  # as with SQLite: this module begins transactions itself

    @classmethod
    @contextmanager
    def of(cls, url: str) -> Iterator[Self]:
        """The driver of a database, connected."""
        engine = connect(url, create=True)
        borrowed = engine.raw_connection()
        yield cls(engine, borrowed.driver_connection)
        borrowed.close()
        engine.dispose()

    def make_tables(self) -> None:
        """Create the tables of the log with their indexes, without the triggers."""
        declare_partial_indexes()
        metadata.create_all(self._engine)

    def begin(self) -> None:
        """Begin a transaction."""
        self._connection.execute("BEGIN")

    def commit(self) -> None:
        """Commit it, durably."""
        self._connection.execute("COMMIT")

    def insert_many(self, rows: Sequence[Row]) -> None:
        """Insert events the fast way, by executemany or COPY."""
        if self._is_sqlite:
            self._connection.executemany(self._insert, rows)
            return
        with self._connection.cursor().copy(f"COPY event ({COLUMNS}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def insert_durably(self, row: Row) -> None:
        """Insert one event in a transaction of its own, which takes the lock at once."""
        self._connection.execute("BEGIN IMMEDIATE" if self._is_sqlite else "BEGIN")
        self._connection.execute(self._insert, row)
        self.commit()

    def fetch(self, query: Query) -> list[Row]:
        """All rows that a query gives."""
        return self._all(query.text, query.values)

    def read_pages(self, columns: str) -> Iterator[list[Row]]:
        """Columns of all events, some thousand rows at a time."""
        after = 0
        query = (
            f"SELECT {columns} FROM event "  # noqa: S608
            "WHERE position > {0} AND position <= {0} ORDER BY position"
        )
        while page := self._all(query, (after, after + PAGE)):
            yield page
            after += PAGE

    def _all(self, text: str, values: Sequence[Any]) -> list[Row]:
        rows: list[Row] = self._connection.execute(self._marked(text), values).fetchall()
        return rows

    @property
    def _insert(self) -> str:
        marks = ", ".join(["{0}"] * len(event.columns))
        return self._marked(f"INSERT INTO event ({COLUMNS}) VALUES ({marks})")  # noqa: S608

    def _marked(self, text: str) -> str:
        return text.format("?" if self._is_sqlite else "%s")


def as_program(url: str, query: Query) -> list[str]:
    """Return arguments of Python for a program that only fetches the result of a query."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        module, mark, where = "sqlite3", "?", str(parsed.database)
    else:
        module, mark = "psycopg", "%s"
        where = parsed.set(drivername="postgresql").render_as_string(hide_password=False)
    program = (
        f"import sys, {module}\n"
        f"{module}.connect(sys.argv[1]).execute(sys.argv[2], sys.argv[3:]).fetchall()"
    )
    return ["-c", program, where, query.text.format(mark), *query.values]
