"""The read model: generations of replayed pools, their occasions and cards."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "generation",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pool", KEY, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("horizon", sa.Date, nullable=False),
        sa.Column("summaries", sa.Integer, nullable=False),
        sa.Column("chain_hash", sa.LargeBinary, nullable=False),
        sa.Column("program", sa.Text, nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
    )
    op.create_table(
        "occasion",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", KEY, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", KEY, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
    )
    op.create_index("occasion_subject", "occasion", ["generation", "subject"])
    op.create_table(
        "card",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", KEY, primary_key=True),
        sa.Column("key", KEY, primary_key=True),
        sa.Column("card", sa.Text, nullable=False),
    )
    op.create_table(
        "reading",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", KEY, primary_key=True),
        sa.Column("key", KEY, primary_key=True),
    )


def downgrade() -> None:
    for table in ("reading", "card", "occasion", "generation"):
        op.drop_table(table)
