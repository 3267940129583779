"""Rows of the read model carry digests, and each generation one over all of them.

Existing rows have none; they are derived, so they are deleted and rebuilt from the log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ADDED = {"generation": ("digest", "seal"), "occasion": ("digest",), "card": ("digest",)}


def upgrade() -> None:
    for table in ("card_dependency", *ADDED):
        op.execute(sa.delete(sa.table(table)))
    for table, columns in ADDED.items():
        for name in columns:
            digest = sa.Column(name, sa.BigInteger, nullable=False, server_default="0")
            op.add_column(table, digest)


def downgrade() -> None:
    for table, columns in ADDED.items():
        for name in columns:
            op.drop_column(table, name)
