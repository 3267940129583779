"""The guards of the log: triggers that refuse to change it.

They live in the database, so they hold against every program that opens it.  The migrations, which
are frozen, create them; its owner can remove them, though, and a copy made by some tools has none.
What is here says what they are today, and puts them back.
"""

import re
from collections.abc import Iterator

from sqlalchemy import Connection

_SQLITE = """
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

_POSTGRESQL = """
CREATE OR REPLACE FUNCTION rating_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log is append-only: % on % is refused', TG_OP, TG_TABLE_NAME;
END $$;

-- A plan made while the log was empty would walk through all of it ever after.
CREATE OR REPLACE FUNCTION rating_ledger_follow_the_last() RETURNS trigger LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION rating_ledger_head() RETURNS trigger LANGUAGE plpgsql
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

_TRIGGERS = re.compile(r"(CREATE TRIGGER (\w+) .*? ON (\w+)\b.*?(?:END|\(\)));", re.DOTALL)
_FUNCTIONS = re.compile(r"CREATE OR REPLACE FUNCTION (\w+).*?\$\$(.*?)\$\$", re.DOTALL)
_STORED = """
SELECT tgname, tgenabled, pg_get_triggerdef(pg_trigger.oid, true), proname, prosrc
FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE NOT tgisinternal AND tgrelid IN ('event'::regclass, 'log_head'::regclass)
"""


def put_up(connection: Connection) -> None:
    """Create the guards, in place of those that there are."""
    is_sqlite = connection.dialect.name == "sqlite"
    script = _SQLITE if is_sqlite else _POSTGRESQL
    for _, name, table in _TRIGGERS.findall(script):
        on = "" if is_sqlite else f" ON {table}"
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}{on}")
    for statement in script.strip().split("\n\n") if is_sqlite else [script.replace("%", "%%")]:
        connection.exec_driver_sql(statement)


def faulty(connection: Connection) -> list[str]:
    """Return the names of the guards that are missing, switched off or not as created."""
    is_sqlite = connection.dialect.name == "sqlite"
    stored = dict(_in_sqlite(connection) if is_sqlite else _in_postgresql(connection))
    script = _SQLITE if is_sqlite else _POSTGRESQL
    return sorted(
        name
        for statement, name, _ in _TRIGGERS.findall(script)
        if stored.get(name) != _words(statement)
    )


def _words(statement: str) -> list[str]:
    """The words of a statement in an order of their own: PostgreSQL gives them in another."""
    return sorted(statement.split())


def _in_sqlite(connection: Connection) -> Iterator[tuple[str, list[str]]]:
    query = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    for name, statement in connection.exec_driver_sql(query):
        yield name, _words(statement)


def _in_postgresql(connection: Connection) -> Iterator[tuple[str, list[str]]]:
    """Yield the triggers that hold in every session, with the functions as created."""
    functions = dict(_FUNCTIONS.findall(_POSTGRESQL))
    for name, enabled, statement, function, body in connection.exec_driver_sql(_STORED):
        if enabled == "A" and functions.get(function) == body:
            yield name, _words(statement.replace("public.", ""))
