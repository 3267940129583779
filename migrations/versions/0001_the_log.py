"""The log: events, the head that writers lock, erasable personal data, and the guards.

The guards live in the database, so they hold against every program that opens it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

GENESIS = bytes(32)
NOT_A_GAME = sa.text("type <> 'game.submitted'")
KEY = sa.String().with_variant(sa.String(collation="C"), "postgresql")
POSITION = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

SQLITE_GUARDS = """
CREATE TRIGGER event_is_never_updated BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an event is never updated'); END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an event is never deleted'); END;

CREATE TRIGGER event_follows_the_last BEFORE INSERT ON event
WHEN NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'the log has no gaps: an event follows the last one'); END;

CREATE TRIGGER event_is_never_replaced BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM event WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM event WHERE subject = NEW.subject)
BEGIN SELECT RAISE(ABORT, 'the log is append-only: an event is never replaced'); END;

CREATE TRIGGER head_is_the_last_event BEFORE UPDATE ON log_head
WHEN NEW.id <> 1
  OR NEW.size IS NOT (SELECT max(position) FROM event)
  OR NEW.chain_hash IS NOT (SELECT chain_hash FROM event WHERE position = NEW.size)
  OR NEW.recorded_at IS NOT (SELECT recorded_at FROM event WHERE position = NEW.size)
BEGIN SELECT RAISE(ABORT, 'the head of the log is its last event'); END;

CREATE TRIGGER head_is_never_deleted BEFORE DELETE ON log_head
BEGIN SELECT RAISE(ABORT, 'the head of the log is never deleted'); END;

CREATE TRIGGER head_is_one_row BEFORE INSERT ON log_head
BEGIN SELECT RAISE(ABORT, 'the log has one head'); END;
"""

POSTGRESQL_GUARDS = """
CREATE FUNCTION rating_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only: % on % is refused', TG_OP, TG_TABLE_NAME;
END $$;

-- A plan made while the log was empty would walk through all of it ever after.
CREATE FUNCTION rating_ledger_follow_the_last() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan TO off SET plan_cache_mode TO force_custom_plan AS $$
DECLARE
  low bigint; high bigint; many bigint; before bigint;
BEGIN
  SELECT min(position), max(position), count(*) INTO low, high, many FROM added;
  IF many = 0 THEN RETURN NULL; END IF;
  SELECT coalesce(max(position), 0) INTO before FROM event WHERE position < low;
  IF low <> before + 1 OR high - low + 1 <> many
     OR EXISTS (SELECT 1 FROM event WHERE position > high) THEN
    RAISE EXCEPTION 'the log has no gaps: an event follows the last one';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION rating_ledger_head() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan TO off SET plan_cache_mode TO force_custom_plan AS $$
DECLARE
  last event%ROWTYPE;
BEGIN
  SELECT * INTO last FROM event ORDER BY position DESC LIMIT 1;
  IF NEW.size IS DISTINCT FROM last.position
     OR NEW.chain_hash IS DISTINCT FROM last.chain_hash
     OR NEW.recorded_at IS DISTINCT FROM last.recorded_at THEN
    RAISE EXCEPTION 'the head of the log is its last event';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON event
  FOR EACH STATEMENT EXECUTE FUNCTION rating_ledger_refuse();
CREATE TRIGGER event_follows_the_last AFTER INSERT ON event
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION rating_ledger_follow_the_last();
CREATE TRIGGER head_is_the_last_event BEFORE UPDATE ON log_head
  FOR EACH ROW EXECUTE FUNCTION rating_ledger_head();
CREATE TRIGGER head_is_one_row BEFORE INSERT OR DELETE OR TRUNCATE ON log_head
  FOR EACH STATEMENT EXECUTE FUNCTION rating_ledger_refuse();

ALTER TABLE event ENABLE ALWAYS TRIGGER event_is_never_changed;
ALTER TABLE event ENABLE ALWAYS TRIGGER event_follows_the_last;
ALTER TABLE log_head ENABLE ALWAYS TRIGGER head_is_the_last_event;
ALTER TABLE log_head ENABLE ALWAYS TRIGGER head_is_one_row;
"""


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("id", KEY, nullable=False),
        sa.Column("type", KEY, nullable=False),
        sa.Column("schema", sa.SmallInteger, nullable=False),
        sa.Column("stream", KEY, nullable=False),
        sa.Column("subject", KEY),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.Column("recorded_by", sa.Text, nullable=False),
        sa.Column("source", sa.Text),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("entry_hash", sa.LargeBinary, nullable=False),
        sa.Column("chain_hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("position > 0", name="event_position_counts_from_one"),
    )
    op.create_index("event_id", "event", ["id"], unique=True)
    op.create_index("event_subject", "event", ["subject"], unique=True)
    op.create_index("event_stream", "event", ["stream", "position"])
    op.create_index(
        "event_not_a_game",
        "event",
        ["position"],
        sqlite_where=NOT_A_GAME,
        postgresql_where=NOT_A_GAME,
    )
    head = op.create_table(
        "log_head",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("chain_hash", sa.LargeBinary, nullable=False),
        sa.Column("recorded_at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("id = 1", name="log_head_is_one_row"),
    )
    op.create_table(
        "person",
        sa.Column("position", POSITION, primary_key=True, autoincrement=False),
        sa.Column("player", KEY, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("person_player", "person", ["player"])
    op.bulk_insert(head, [{"id": 1, "size": 0, "chain_hash": GENESIS, "recorded_at": 0}])
    _guard(op.get_bind())


def _guard(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite":
        for trigger in SQLITE_GUARDS.strip().split("\n\n"):
            connection.exec_driver_sql(trigger)
    else:
        connection.exec_driver_sql(POSTGRESQL_GUARDS.replace("%", "%%"))


def downgrade() -> None:
    raise NotImplementedError("the log is never taken away; restore a backup instead")
