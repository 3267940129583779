"""The name and style of a site, and the titles of its lists: kept beside the log."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

Key = sa.String(collation="C").with_variant(sa.String(), "sqlite")
READERS = """
SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END
FROM pg_class, aclexplode(relacl)
WHERE oid = 'event'::regclass AND grantee <> relowner AND privilege_type = 'SELECT'
"""


def upgrade() -> None:
    op.create_table(
        "site_setting",
        sa.Column("subject", Key, primary_key=True),
        sa.Column("name", Key, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        # Whoever reads the log makes lists and pages, whose titles are in here.
        for role in connection.exec_driver_sql(READERS).scalars().all():
            connection.exec_driver_sql(f"GRANT SELECT ON site_setting TO {role}")


def downgrade() -> None:
    op.drop_table("site_setting")
