"""The rating lists that accounts are limited to, and who has set their passwords and tokens.

An account without a list has every one.  Whoever reads and writes the accounts reads and writes
both.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

Key = sa.String(collation="C").with_variant(sa.String(), "sqlite")
ROLES = """
SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
       bool_or(privilege_type = 'INSERT')
FROM pg_class, aclexplode(relacl)
WHERE oid = 'account'::regclass AND grantee <> relowner
  AND privilege_type IN ('SELECT', 'INSERT')
GROUP BY grantee
"""
OWNER = (
    "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = 'account'::regclass"
)


def upgrade() -> None:
    op.create_table(
        "account_list",
        sa.Column("account", Key, primary_key=True),
        sa.Column("pool", Key, primary_key=True),
    )
    op.create_table(
        "account_maker",
        sa.Column("account", Key, primary_key=True),
        sa.Column("maker", Key, primary_key=True),
    )
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    owner = connection.exec_driver_sql(OWNER).scalar_one()
    roles = connection.exec_driver_sql(ROLES).all()
    for table in ("account_list", "account_maker"):
        op.execute(f"ALTER TABLE {table} OWNER TO {owner}")
        for role, may_write in roles:
            rights = "SELECT, INSERT, DELETE" if may_write else "SELECT"
            op.execute(f"GRANT {rights} ON {table} TO {role}")


def downgrade() -> None:
    op.drop_table("account_maker")
    op.drop_table("account_list")
