"""The value of every last card on the last day of a pool, from which lists are made.

Whoever may read or write cards may do the same with their values.  The derived tables have none
yet, so they are emptied and rebuilt from the log.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

Key = sa.String(collation="C").with_variant(sa.String(), "sqlite")
RIGHTS = """
SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
       string_agg(privilege_type, ', ')
FROM pg_class, aclexplode(relacl)
WHERE oid = 'card'::regclass AND grantee <> relowner
GROUP BY grantee
"""
OWNER = "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = 'card'::regclass"


def upgrade() -> None:
    connection = op.get_bind()
    for table in ("card_dependency", "card", "occasion", "generation"):
        op.execute(sa.delete(sa.table(table)))
    op.create_table(
        "standing",
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", Key, primary_key=True),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("unchanged_until", Key),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.BigInteger, nullable=False),
    )
    op.create_index("standing_changed", "standing", ["generation", "changed_at"])
    op.create_index("standing_until", "standing", ["generation", "unchanged_until"])
    if connection.dialect.name == "postgresql":
        owner = connection.exec_driver_sql(OWNER).scalar_one()
        op.execute(f"ALTER TABLE standing OWNER TO {owner}")
        for role, rights in connection.exec_driver_sql(RIGHTS).all():
            op.execute(f"GRANT {rights} ON standing TO {role}")


def downgrade() -> None:
    op.drop_table("standing")
    for table in ("card_dependency", "card", "occasion", "generation"):
        op.execute(sa.delete(sa.table(table)))  # their digests count the values
