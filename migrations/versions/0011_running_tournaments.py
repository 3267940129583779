"""Running tournaments in a table of their own; the table of hand-ins is called submission.

Everybody who reads the log reads live ratings, and whoever writes it may end a running tournament:
their roles get the rights to the new table.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
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
PERSONAL = ("file", "events")

# As revision 0009 has it, for other tables; the owner of the function and its grants stay.
WIPE = """
CREATE OR REPLACE FUNCTION {schema}.rating_ledger_wipe() RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM {schema}.erasure) THEN RETURN true; END IF;
  LOCK TABLE {locked} IN ACCESS EXCLUSIVE MODE;
  SELECT pg_current_xact_id()::text::bigint - max(server_transaction) INTO since
  FROM {schema}.erasure;
  -- Below zero: the mark came with a dump of another server, and so did no deleted row.
  IF since >= 0 AND (
    EXISTS (SELECT FROM pg_stat_activity WHERE age(backend_xid) >= since
      OR (age(backend_xmin) >= since
          AND (datname = current_database() OR datname IS NULL)))
    OR EXISTS (SELECT FROM pg_prepared_xacts WHERE age(transaction) >= since)
    OR EXISTS (SELECT FROM pg_replication_slots WHERE age(xmin) >= since)
  ) THEN
    RETURN false;
  END IF;
  {rewritten}
  DELETE FROM {schema}.erasure;
  RETURN true;
END $$;
"""


def upgrade() -> None:
    connection = op.get_bind()
    running = op.create_table(
        "running_tournament",
        sa.Column("pool", Key, primary_key=True),
        sa.Column("tournament", Key, primary_key=True),
        sa.Column("account", Key, nullable=False),
        sa.Column("file", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Text, nullable=False),
        sa.Column("submitted_at", sa.BigInteger, nullable=False),
    )
    query = "SELECT account, file, options, content, handed_in_at FROM hand_in WHERE state = "
    found = connection.exec_driver_sql(f"{query}'running'").mappings().all()
    op.bulk_insert(running, [_moved(each) for each in found])
    op.execute("DELETE FROM hand_in WHERE state = 'running'")
    _rename("hand_in", "submission", "handed_in_at", "submitted_at")
    if connection.dialect.name == "postgresql":
        _give_rights(connection)
        _let_wipe(connection, "person", "paper", "submission", "running_tournament")


def _moved(row: sa.RowMapping) -> dict[str, object]:
    """A running tournament of the table of hand-ins; no officer has confirmed a name of it."""
    options = json.loads(row["options"])
    return {
        "pool": options["pool"],
        "tournament": options["tournament"],
        "account": row["account"],
        "file": row["file"],
        "position": options["position"],
        "events": bytes(row["content"]).decode(),
        "confirmed": "[]",
        "submitted_at": row["handed_in_at"],
    }


def _rename(table: str, to: str, column: str, to_column: str) -> None:
    op.drop_index(f"{table}_account", table)
    op.rename_table(table, to)
    op.execute(f"ALTER TABLE {to} RENAME COLUMN {column} TO {to_column}")
    op.create_index(f"{to}_account", to, ["account", to_column])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {table}_pkey RENAME TO {to}_pkey")


def _give_rights(connection: sa.Connection) -> None:
    owner = connection.exec_driver_sql(OWNER).scalar_one()
    op.execute(f"ALTER TABLE running_tournament OWNER TO {owner}")
    for role, may_write in connection.exec_driver_sql(ROLES).all():
        rights = "SELECT, INSERT, DELETE" if may_write else "SELECT"
        op.execute(f"GRANT {rights} ON running_tournament TO {role}")
    for column in PERSONAL:
        op.execute(f"ALTER TABLE running_tournament ALTER {column} SET STATISTICS 0")


def _let_wipe(connection: sa.Connection, *tables: str) -> None:
    schema = connection.exec_driver_sql("SELECT quote_ident(current_schema())").scalar_one()
    named = [f"{schema}.{table}" for table in tables]
    rewritten = [
        f"CLUSTER {name} USING {table}_pkey;" for name, table in zip(named, tables, strict=True)
    ]
    text = WIPE.format(schema=schema, locked=", ".join(named), rewritten="\n  ".join(rewritten))
    connection.exec_driver_sql(text)


def downgrade() -> None:
    connection = op.get_bind()
    _rename("submission", "hand_in", "submitted_at", "handed_in_at")
    if connection.dialect.name == "postgresql":
        _let_wipe(connection, "person", "paper", "hand_in")
    op.drop_table("running_tournament")
