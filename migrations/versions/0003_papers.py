"""The papers: tournament files as submitted, erasable like personal data."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "paper",
        sa.Column("digest", KEY, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    if op.get_bind().exec_driver_sql("SELECT count(*) FROM paper").scalar():
        raise NotImplementedError("papers are never taken away; restore a backup instead")
    op.drop_table("paper")
