"""The answers of officers to signals of irregularities, beside the log.

Everybody who reads the log reads them, and whoever writes it answers.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

Key = sa.String(collation="C").with_variant(sa.String(), "sqlite")
ROLES = """
SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
       bool_or(privilege_type = 'INSERT')
FROM pg_class, aclexplode(relacl)
WHERE oid = 'event'::regclass AND grantee <> relowner AND privilege_type IN ('SELECT', 'INSERT')
GROUP BY grantee
"""
OWNER = "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = 'event'::regclass"


def upgrade() -> None:
    op.create_table(
        "signal_answer",
        sa.Column("signal", Key, primary_key=True),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("answered_at", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        owner = connection.exec_driver_sql(OWNER).scalar_one()
        op.execute(f"ALTER TABLE signal_answer OWNER TO {owner}")
        for role, may_write in connection.exec_driver_sql(ROLES).all():
            rights = "SELECT, INSERT, DELETE" if may_write else "SELECT"
            op.execute(f"GRANT {rights} ON signal_answer TO {role}")


def downgrade() -> None:
    op.drop_table("signal_answer")
