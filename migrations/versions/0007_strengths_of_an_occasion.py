"""Occasions keep everyone's strength for opponents.

Existing rows have none; they are derived, so they are deleted and rebuilt from the log.
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
