"""The tables of the log.  Migrations create them; their triggers refuse any change.

``event`` is the log.  ``stream`` names the group of an event (``tournament/bam95``,
``player/p1``, ``pool/dwz``, ``merges``; a correction is in the stream of its target),
``subject`` the thing it introduces into the ledger (``game/bam95-r1-b1``), once only.
``log_head`` is the one row that writers lock (decision 0002).  ``person`` and ``paper`` hold the
erasable data: personal data, and the submitted files, which are full of names.  ``erasure`` has a
row for each transaction that erased something, until it is wiped out of the database's files.
``tree_tile`` and ``checkpoint`` belong to the Merkle tree over the log (:mod:`ledger.log.tree`).
"""

import sqlalchemy as sa

metadata = sa.MetaData()

# Text is compared by code point on both engines, whatever the server's locale. The collation is
# set only for PostgreSQL, so that SQLite does not load its dialect.
Key = sa.String(collation="C").with_variant(sa.String(), "sqlite")

# SQLite uses a primary key as the row id only if its type is spelt INTEGER.
Position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

event = sa.Table(
    "event",
    metadata,
    sa.Column("position", Position, primary_key=True, autoincrement=False),
    sa.Column("id", Key, nullable=False),
    sa.Column("type", Key, nullable=False),
    sa.Column("schema", sa.SmallInteger, nullable=False),
    sa.Column("stream", Key, nullable=False),
    sa.Column("subject", Key),
    sa.Column("recorded_at", sa.BigInteger, nullable=False),
    sa.Column("recorded_by", sa.Text, nullable=False),
    sa.Column("source", sa.Text),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("entry_hash", sa.LargeBinary, nullable=False),
    sa.Column("chain_hash", sa.LargeBinary, nullable=False),
    sa.CheckConstraint("position > 0", name="event_position_counts_from_one"),
)
sa.Index("event_id", event.c.id, unique=True)
sa.Index("event_subject", event.c.subject, unique=True)
sa.Index("event_stream", event.c.stream, event.c.position)
NOT_A_GAME = event.c.type != sa.literal_column("'game.submitted'")
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
        sa.Index(name, *columns, sqlite_where=NOT_A_GAME, postgresql_where=NOT_A_GAME)


log_head = sa.Table(
    "log_head",
    metadata,
    sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("chain_hash", sa.LargeBinary, nullable=False),
    sa.Column("recorded_at", sa.BigInteger, nullable=False),
    sa.CheckConstraint("id = 1", name="log_head_is_one_row"),
)

person = sa.Table(
    "person",
    metadata,
    sa.Column("position", Position, primary_key=True, autoincrement=False),
    sa.Column("player", Key, nullable=False),
    sa.Column("salt", sa.LargeBinary, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
sa.Index("person_player", person.c.player)

paper = sa.Table(
    "paper",
    metadata,
    sa.Column("digest", Key, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

erasure = sa.Table(
    "erasure",
    metadata,
    sa.Column("position", Position, primary_key=True, autoincrement=False),
    sa.Column("server_transaction", sa.BigInteger, nullable=False),
)

tree_tile = sa.Table(
    "tree_tile",
    metadata,
    sa.Column("tile", Position, primary_key=True, autoincrement=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
)

checkpoint = sa.Table(
    "checkpoint",
    metadata,
    sa.Column("size", Position, primary_key=True, autoincrement=False),
    sa.Column("note", sa.Text, nullable=False),
)
