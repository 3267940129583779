"""Occasions keep what everyone counted as for his opponents.

What is there has none; it is derived, so it is thrown away and made again from the log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("card_dependency", "card", "occasion", "generation"):
        op.execute(sa.delete(sa.table(table)))
    strengths = sa.Column("strengths", sa.Text, nullable=False, server_default="null")
    op.add_column("occasion", strengths)


def downgrade() -> None:
    op.drop_column("occasion", "strengths")
