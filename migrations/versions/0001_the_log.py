"""The log: events, the head that writers lock, and erasable personal data.

The guards are not here: every upgrade ends with them (`ledger/log/guards.py`).
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

GENESIS = bytes(32)
NOT_A_GAME = sa.text("type <> 'game.submitted'")
KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("type", KEY, nullable=False),
        sa.Column("schema", sa.SmallInteger, nullable=False),
        sa.Column("stream", KEY, nullable=False),
        sa.Column("subject", KEY),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("recorded_by", sa.Text, nullable=False),
        sa.Column("source", sa.Text),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("entry_hash", sa.LargeBinary, nullable=False),
        sa.Column("chain_hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("position > 0", name="event_position_counts_from_one"),
    )
    op.create_index("event_id", "event", ["id"], unique=True)
    op.create_index("event_subject", "event", ["subject"], unique=True)
    op.create_index("event_stream", "event", ["stream", "position"])
    op.create_index(
        "event_not_a_game",
        "event",
        ["position"],
        sqlite_where=NOT_A_GAME,
        postgresql_where=NOT_A_GAME,
    )
    head = op.create_table(
        "log_head",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("chain_hash", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("id = 1", name="log_head_is_one_row"),
    )
    op.create_table(
        "person",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("person_player", "person", ["player"])
    op.bulk_insert(head, [{"id": 1, "size": 0, "chain_hash": GENESIS, "recorded_at": 0}])


def downgrade() -> None:
    raise NotImplementedError("the log is never taken away; restore a backup instead")
