"""Erased data stay marked until they are wiped out of the files, whichever role erased them.

On PostgreSQL a function of the owner rewrites the tables, so that a role without the right to do
so can call it.  The planner keeps no samples of personal data any more.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
PERSONAL = (
    ("person", "data", "text"),
    ("paper", "name", "text"),
    ("paper", "content", "bytea"),
    ("hand_in", "file", "text"),
    ("hand_in", "options", "text"),
    ("hand_in", "content", "bytea"),
)

# CLUSTER writes a table to a new file as VACUUM FULL does, and may be called in a function.  Both
# carry a deleted row over as long as any transaction may still see it: one of before the deletion.
WIPE = """
CREATE FUNCTION {schema}.rating_ledger_wipe() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  since bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM {schema}.erasure) THEN RETURN true; END IF;
  LOCK TABLE {schema}.person, {schema}.paper, {schema}.hand_in IN ACCESS EXCLUSIVE MODE;
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
  CLUSTER {schema}.person USING person_pkey;
  CLUSTER {schema}.paper USING paper_pkey;
  CLUSTER {schema}.hand_in USING hand_in_pkey;
  DELETE FROM {schema}.erasure;
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION {schema}.rating_ledger_wipe() FROM PUBLIC;
"""

# With the condition of an index that leaves games out.
FORGOTTEN = """
SELECT EXISTS (
  SELECT FROM event WHERE type = 'player.forgotten' AND type <> 'game.submitted'
)
"""

ROLES = """
SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END,
       bool_or(privilege_type = 'DELETE')
FROM pg_class, aclexplode(relacl)
WHERE oid = 'person'::regclass AND grantee <> relowner AND privilege_type IN ('SELECT', 'DELETE')
GROUP BY grantee
"""


def upgrade() -> None:
    erasure = op.create_table(
        "erasure",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("server_transaction", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        # Later programs stamp every change with a random number in its place.
        marked = connection.exec_driver_sql("PRAGMA user_version").scalar() == 1
        connection.exec_driver_sql("PRAGMA user_version = 0")
    else:
        marked = _upgrade_server(connection)
    if marked:
        op.bulk_insert(erasure, [{"position": 0, "server_transaction": 0}])


def _upgrade_server(connection: sa.Connection) -> bool:
    """Create the function; True if a player was forgotten by a role that could leave no mark."""
    schema, owner = connection.exec_driver_sql(
        "SELECT quote_ident(current_schema()), quote_ident(pg_get_userbyid(relowner))"
        " FROM pg_class WHERE oid = 'person'::regclass"
    ).one()
    connection.exec_driver_sql(WIPE.format(schema=schema))
    connection.exec_driver_sql(f"ALTER TABLE erasure OWNER TO {owner}")
    connection.exec_driver_sql(f"ALTER FUNCTION rating_ledger_wipe() OWNER TO {owner}")
    for role, may_erase in connection.exec_driver_sql(ROLES).all():
        connection.exec_driver_sql(f"GRANT SELECT ON erasure TO {role}")
        if may_erase:
            connection.exec_driver_sql(f"GRANT INSERT ON erasure TO {role}")
            connection.exec_driver_sql(f"GRANT EXECUTE ON FUNCTION rating_ledger_wipe() TO {role}")
    for table, column, type_ in PERSONAL:
        # To name the type again removes the samples that there are.
        connection.exec_driver_sql(f"ALTER TABLE {table} ALTER {column} TYPE {type_}")
        connection.exec_driver_sql(f"ALTER TABLE {table} ALTER {column} SET STATISTICS 0")
    connection.exec_driver_sql("COMMENT ON TABLE person IS NULL")
    return bool(connection.exec_driver_sql(FORGOTTEN).scalar())


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION rating_ledger_wipe()")
        for table, column, _ in PERSONAL:
            op.execute(f"ALTER TABLE {table} ALTER {column} SET STATISTICS -1")
    op.drop_table("erasure")
