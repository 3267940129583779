"""Accounts for writing over the web, and pending work: sessions, tokens, submissions.

None of it is part of the log, and none of it is exported with it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

Key = sa.String(collation="C").with_variant(sa.String(), "sqlite")
Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("name", Key, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
    )
    op.create_table(
        "session",
        sa.Column("digest", Key, primary_key=True),
        sa.Column("account", Key, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
    )
    op.create_index("session_account", "session", ["account"])
    op.create_table(
        "token",
        sa.Column("digest", Key, primary_key=True),
        sa.Column("account", Key, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.Date),
    )
    op.create_index("token_account", "token", ["account"])
    op.create_table(
        "failed_login",
        sa.Column("id", Number, primary_key=True),
        sa.Column("key", Key, nullable=False),
        sa.Column("failed_at", sa.BigInteger, nullable=False),
    )
    op.create_index("failed_login_key", "failed_login", ["key", "failed_at"])
    op.create_table(
        "hand_in",
        sa.Column("id", Key, primary_key=True),
        sa.Column("account", Key, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary),
        sa.Column("handed_in_at", sa.BigInteger, nullable=False),
        sa.Column("decided_at", sa.BigInteger),
        sa.Column("decided_by", sa.Text),
        sa.Column("word", sa.Text),
        sa.Column("position", sa.BigInteger),
    )
    op.create_index("hand_in_account", "hand_in", ["account", "handed_in_at"])
    op.create_table(
        "last_verification",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "last_verification",
        "hand_in",
        "failed_login",
        "token",
        "session",
        "account",
    ):
        op.drop_table(table)
