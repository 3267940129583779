"""The database comes to its present form from nothing and from every earlier form."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import DBAPIError

from ledger.events.problems import Refused
from ledger.log import erasure, guards
from ledger.log.database import connect
from ledger.log.revisions import (
    NEWEST_REVISION,
    must_be_current,
    revision_of,
    steps_after,
    upgrade,
)
from ledger.log.schema import metadata as log_metadata
from projections.accounts.schema import metadata as accounts_metadata
from projections.engine.read_model.schema import metadata as read_model_metadata
from projections.queries.site_settings import metadata as settings_metadata
from projections.submissions.schema import metadata as submissions_metadata
from projections.submissions.schema import running_tournament, submission
from tests.databases.server import Server
from tests.ledger.lines import forgotten, player, season
from tests.ledger.log.database_files import files_with
from tests.ledger.office import Office
from tests.migrations.conftest import Alembic
from tests.tables import some_at_once

ROOT = Path(__file__).parents[2]
SCRIPTS = ScriptDirectory(str(ROOT / "migrations"))
REVISIONS = [script.revision for script in SCRIPTS.walk_revisions()][::-1]


def test_the_revisions_are_one_line_and_the_program_knows_the_newest() -> None:
    assert SCRIPTS.get_heads() == [NEWEST_REVISION] == REVISIONS[-1:]
    assert SCRIPTS.get_bases() == REVISIONS[:1]


def test_a_database_is_created_once_and_upgraded_as_often_as_one_likes(bare: Engine) -> None:
    assert revision_of(bare) is None
    assert upgrade(bare) is True
    assert revision_of(bare) == NEWEST_REVISION
    must_be_current(bare)
    assert upgrade(bare) is False
    assert revision_of(bare) == NEWEST_REVISION


def test_the_steps_after_a_revision_are_told_in_their_order() -> None:
    steps = steps_after(REVISIONS[-3])
    assert [step.partition(":")[0] for step in steps] == REVISIONS[-2:]
    assert all(step.partition(": ")[2] for step in steps)
    assert steps_after(NEWEST_REVISION) == []


def test_the_tables_are_those_that_the_program_knows(bare: Engine, alembic: Alembic) -> None:
    """Alembic compares tables, columns, types and indexes of log, read model and accounts."""
    upgrade(bare)
    alembic.run(command.check)


def test_the_comparison_notices_a_missing_index(bare: Engine, alembic: Alembic) -> None:
    upgrade(bare)
    with bare.begin() as connection:
        connection.exec_driver_sql("DROP INDEX event_stream")
    with pytest.raises(Exception, match="event_stream"):
        alembic.run(command.check)


def test_keys_are_compared_by_code_point(bare: Engine) -> None:
    """Whatever the server's locale: SQLite always does, PostgreSQL where it is told to."""
    upgrade(bare)
    beside = (accounts_metadata, settings_metadata, submissions_metadata)
    known = (log_metadata, read_model_metadata, *beside)
    for table in (table for metadata in known for table in metadata.tables.values()):
        there = {
            column["name"]: column["type"] for column in inspect(bare).get_columns(table.name)
        }
        for column in table.columns:
            meant = getattr(column.type.dialect_impl(bare.dialect), "collation", None)
            assert getattr(there[column.name], "collation", None) == meant, column
    told = {column["name"]: column["type"] for column in inspect(bare).get_columns("event")}
    expected = "C" if bare.dialect.name == "postgresql" else None
    assert {told[key].collation for key in ("id", "type", "stream", "subject")} == {expected}


@pytest.mark.parametrize("revision", some_at_once(REVISIONS, [*REVISIONS[:1], *REVISIONS[-2:]]))
def test_a_log_written_in_an_earlier_form_survives_the_upgrade(
    bare: Engine, alembic: Alembic, revision: str
) -> None:
    """Every form has the log of the newest one, without the tables that came later."""
    upgrade(bare)
    office = Office(bare)
    office.hand_in_everything()
    alembic.run(command.downgrade, revision)
    before = office.contents()
    assert upgrade(bare) is False
    assert office.contents() == before
    assert office.verdict().ok
    assert office.append(*season()).duplicates == 6
    with pytest.raises(DBAPIError), bare.begin() as connection:
        connection.exec_driver_sql("DELETE FROM event")


def test_a_forgetting_marked_before_the_upgrade_is_still_to_be_wiped_after_it(
    bare: Engine, alembic: Alembic
) -> None:
    """On PostgreSQL any forgetting is: whoever did not own the tables could leave no mark."""
    upgrade(bare)
    office = Office(bare)
    office.append(player("emil"), forgotten("emil"))
    alembic.run(command.downgrade, "0008")
    if bare.dialect.name == "sqlite":
        with bare.begin() as connection:
            connection.exec_driver_sql("PRAGMA user_version = 1")
    upgrade(bare)
    with bare.connect() as connection:
        assert erasure.is_due(connection)
    assert erasure.wipe_where_due(bare)
    with bare.connect() as connection:
        assert not erasure.is_due(connection)


def test_nothing_is_to_be_wiped_after_the_upgrade_if_nobody_was_forgotten(
    bare: Engine, alembic: Alembic
) -> None:
    alembic.run(command.upgrade, "0008")
    upgrade(bare)
    with bare.connect() as connection:
        assert not erasure.is_due(connection)


def test_samples_of_personal_data_from_before_are_removed(
    postgresql_server: Server,
) -> None:
    postgresql_server.create("sampled")
    engine = connect(postgresql_server.url("sampled"))
    Alembic(engine).run(command.upgrade, "0008")
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO person SELECT n, n::text, '', 'Zzybrzycka ' || n"
            " FROM generate_series(1, 9) n"
        )
        connection.exec_driver_sql("ANALYZE person")
        connection.exec_driver_sql("TRUNCATE person")
    assert files_with(engine, "Zzybrzycka")
    upgrade(engine)
    assert files_with(engine, "Zzybrzycka") == []
    engine.dispose()
    postgresql_server.drop("sampled")


def test_roles_keep_their_rights_after_the_upgrade(postgresql_server: Server) -> None:
    """A writer erases, wipes and submits running tournaments, a reader reads them."""
    postgresql_server.create("granted")
    engine = connect(postgresql_server.url("granted"))
    Alembic(engine).run(command.upgrade, "0008")
    rights = {
        "of_before_writer": ("SELECT, INSERT", "SELECT, DELETE"),
        "of_before_reader": ("SELECT", "SELECT"),
    }
    with engine.begin() as connection:
        for role, (of_event, of_person) in rights.items():
            connection.exec_driver_sql(f"CREATE ROLE {role}")
            connection.exec_driver_sql(f"GRANT {of_event} ON event TO {role}")
            connection.exec_driver_sql(f"GRANT {of_person} ON person TO {role}")
    upgrade(engine)
    of_role = (
        "SELECT has_function_privilege('{0}', 'rating_ledger_wipe()', 'EXECUTE'),"
        " has_table_privilege('{0}', 'erasure', 'INSERT'),"
        " has_table_privilege('{0}', 'erasure', 'SELECT'),"
        " has_table_privilege('{0}', 'running_tournament', 'INSERT'),"
        " has_table_privilege('{0}', 'running_tournament', 'DELETE'),"
        " has_table_privilege('{0}', 'running_tournament', 'SELECT'),"
        " has_table_privilege('{0}', 'submission', 'SELECT')"
    )
    with engine.begin() as connection:
        found = [tuple(connection.exec_driver_sql(of_role.format(role)).one()) for role in rights]
        for role in rights:
            connection.exec_driver_sql(f"DROP OWNED BY {role}")
            connection.exec_driver_sql(f"DROP ROLE {role}")
    assert found == [
        (True, True, True, True, True, True, False),
        (False, False, True, False, False, True, False),
    ]
    engine.dispose()
    postgresql_server.drop("granted")


def test_a_running_tournament_moves_to_its_own_table_and_what_waits_stays(
    bare: Engine, alembic: Alembic
) -> None:
    alembic.run(command.upgrade, "0010")
    events = [{"type": "tournament.submitted", "data": {"tournament": "cup", "name": "Pokal Ü"}}]
    options = {"pool": "club", "format": "", "tournament": "cup", "position": 7}
    rows = [("a", "running", json.dumps(events).encode()), ("b", "waiting", b"001")]
    with bare.begin() as connection:
        for id_, state, content in rows:
            connection.execute(
                text(
                    "INSERT INTO hand_in"
                    " (id, account, state, file, options, content, handed_in_at)"
                    " VALUES (:id, 'anton', :state, 'cup.trf', :options, :content, 5)"
                ),
                {"id": id_, "state": state, "options": json.dumps(options), "content": content},
            )
    upgrade(bare)
    with bare.connect() as connection:
        (running,) = connection.execute(select(running_tournament)).mappings()
        (waits,) = connection.execute(select(submission)).mappings()
    assert json.loads(running["events"]) == events
    assert {name: running[name] for name in ("pool", "tournament", "account", "file")} == {
        "pool": "club",
        "tournament": "cup",
        "account": "anton",
        "file": "cup.trf",
    }
    assert (running["position"], running["confirmed"], running["submitted_at"]) == (7, "[]", 5)
    assert (waits["id"], waits["state"], bytes(waits["content"])) == ("b", "waiting", b"001")


def test_the_read_model_can_be_taken_away_but_never_the_log(
    bare: Engine, alembic: Alembic
) -> None:
    upgrade(bare)
    office = Office(bare)
    office.append(*season())
    before = office.contents()
    alembic.run(command.downgrade, REVISIONS[0])
    assert office.contents() == before
    with pytest.raises(NotImplementedError, match="restore a backup"):
        alembic.run(command.downgrade, "base")
    upgrade(bare)
    assert office.contents() == before


def test_an_upgrade_that_fails_leaves_nothing_behind(bare: Engine, alembic: Alembic) -> None:
    alembic.run(command.upgrade, REVISIONS[0])
    with bare.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE generation (name text)")
    before = inspect(bare).get_table_names()
    with pytest.raises(DBAPIError):
        upgrade(bare)
    assert inspect(bare).get_table_names() == before
    assert revision_of(bare) == REVISIONS[0]


@pytest.mark.parametrize(("revision", "code"), [(None, "no-ledger"), (REVISIONS[0], "old-ledger")])
def test_a_missing_or_old_ledger_is_refused_with_the_remedy(
    bare: Engine, alembic: Alembic, revision: str | None, code: str
) -> None:
    if revision is not None:
        alembic.run(command.upgrade, revision)
    with pytest.raises(Refused) as refused:
        must_be_current(bare)
    (problem,) = refused.value.problems
    assert problem.code == code
    assert "rating-ledger init" in problem.message


def test_a_ledger_of_a_newer_program_is_refused(bare: Engine) -> None:
    upgrade(bare)
    with bare.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refused, match="install the newer program"):
        must_be_current(bare)


def test_alembic_itself_works_from_a_checkout(bare: Engine, bare_database: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "alembic", "upgrade", "head"],
        cwd=ROOT,
        env={**os.environ, "RATING_LEDGER_DATABASE": bare_database},
        check=True,
        capture_output=True,
    )
    assert revision_of(bare) == NEWEST_REVISION
    with bare.connect() as connection:
        assert guards.faulty(connection) == []
    assert Office(bare).append(*season()).appended == 6
