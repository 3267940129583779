"""The Merkle tree over the log, and its signed checkpoints.

The tree is derived: whoever may read or write cards may do the same with it.  A checkpoint is
written by whoever may append events, and read by whoever may read them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
RIGHTS = """
SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
       string_agg(privilege_type, ', ')
FROM pg_class, aclexplode(relacl)
WHERE oid = 'card'::regclass AND grantee <> relowner
GROUP BY grantee
"""
OWNER = "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = 'card'::regclass"


def upgrade() -> None:
    op.create_table(
        "tree_tile",
        sa.Column("tile", POSITION, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "checkpoint",
        sa.Column("size", POSITION, primary_key=True, autoincrement=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        owner = connection.exec_driver_sql(OWNER).scalar_one()
        for table in ("tree_tile", "checkpoint"):
            op.execute(f"ALTER TABLE {table} OWNER TO {owner}")
            for role, rights in connection.exec_driver_sql(RIGHTS).all():
                op.execute(f"GRANT {rights} ON {table} TO {role}")


def downgrade() -> None:
    op.drop_table("checkpoint")
    op.drop_table("tree_tile")
