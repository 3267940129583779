"""The tables of the log.  Migrations create them; their triggers refuse any change.

``event`` is the log.  ``stream`` names the group of an event (``tournament/bam95``,
``player/p1``, ``pool/dwz``, ``merges``; a correction is in the stream of its target),
``subject`` the thing it introduces into the ledger (``game/bam95-r1-b1``), once only.
``log_head`` is the one row that writers lock (decision 0002).  ``person`` and ``paper`` hold the
erasable data: personal data, and the submitted files, which are full of names.  ``erasure`` has a
row for each transaction that erased something, until it is wiped out of the database's files.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    literal_column,
)

metadata = MetaData()

# Text is compared by code point on both engines, whatever the server's locale. The collation is
# set only for PostgreSQL, so that SQLite does not load its dialect.
Key = String(collation="C").with_variant(String(), "sqlite")

# SQLite uses a primary key as the row id only if its type is spelt INTEGER.
Position = BigInteger().with_variant(Integer(), "sqlite")

event = Table(
    "event",
    metadata,
    Column("position", Position, primary_key=True, autoincrement=False),
    Column("id", Key, nullable=False),
    Column("type", Key, nullable=False),
    Column("schema", SmallInteger, nullable=False),
    Column("stream", Key, nullable=False),
    Column("subject", Key),
    Column("recorded_at", BigInteger, nullable=False),
    Column("recorded_by", Text, nullable=False),
    Column("source", Text),
    Column("payload", Text, nullable=False),
    Column("entry_hash", LargeBinary, nullable=False),
    Column("chain_hash", LargeBinary, nullable=False),
    CheckConstraint("position > 0", name="event_position_counts_from_one"),
)
Index("event_id", event.c.id, unique=True)
Index("event_subject", event.c.subject, unique=True)
Index("event_stream", event.c.stream, event.c.position)
NOT_A_GAME = event.c.type != literal_column("'game.submitted'")
"""Spelt as in its indexes: SQLite would not recognise a parameter as the same (decision 0115)."""


def declare_partial_indexes() -> None:
    """Add the indexes over all events but games to the table, for Alembic's comparison.

    Naming the condition loads both engines' dialects, which would slow down queries.
    """
    of_all, of_streams = "event_not_a_game", "event_stream_not_a_game"
    if any(index.name == of_all for index in event.indexes):
        return
    for name, *columns in (
        (of_all, event.c.position),
        (of_streams, event.c.stream, event.c.position),
    ):
        Index(name, *columns, sqlite_where=NOT_A_GAME, postgresql_where=NOT_A_GAME)


log_head = Table(
    "log_head",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("size", BigInteger, nullable=False),
    Column("chain_hash", LargeBinary, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    CheckConstraint("id = 1", name="log_head_is_one_row"),
)

person = Table(
    "person",
    metadata,
    Column("position", Position, primary_key=True, autoincrement=False),
    Column("player", Key, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("data", Text, nullable=False),
)
Index("person_player", person.c.player)

paper = Table(
    "paper",
    metadata,
    Column("digest", Key, primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

erasure = Table(
    "erasure",
    metadata,
    Column("position", Position, primary_key=True, autoincrement=False),
    Column("server_transaction", BigInteger, nullable=False),
)
