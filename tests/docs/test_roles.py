"""The roles of docs/how-to/operate-a-ledger.md, created and granted as written there."""

import json
import os

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import ProgrammingError

from ledger.log import erasure
from ledger.log.database import connect
from tests.console.shell import Outcome, Shell, lines
from tests.console.spring import SPRING
from tests.databases.server import programs
from tests.docs.conftest import Copied, as_role, execute
from tests.ledger.log.database_files import files_with
from tests.projections.submissions import player

SURNAME = "Zzybrzycka"
OTHERS = ("ledger_writer", "ledger_reader", "ledger_server")
MAY_ERASE = ("ledger_owner", "ledger_writer", "ledger_server")
WIPING = "FUNCTION rating_ledger_wipe()"


@pytest.fixture
def roles(copied: Copied) -> dict[str, Shell]:
    """The spring, as each of the roles sees it."""
    return copied(SPRING)


def forgotten(shell: Shell, name: str) -> Outcome:
    """Somebody is forgotten by a role."""
    reason = ("--reason", "he asked for it", "--yes")
    return shell.run("--format", "json", "players", "forget", name, *reason)


def where_found(url: str) -> list[str]:
    """The files of a database that have the surname in them, looked at by a superuser."""
    engine = connect(as_role(url, "ledger"))
    try:
        return files_with(engine, SURNAME)
    finally:
        engine.dispose()


class TestAsGranted:
    def test_a_writer_appends_asks_and_rebuilds(self, roles):
        writer = roles["ledger_writer"]
        writer.append(player("ivan"))
        assert len(writer.json("ratings", "dwz")) == 3
        assert writer.json("rebuild", "dwz")["differences"] == []
        assert writer.json("verify")["ok"]
        assert json.dumps(roles["ledger_owner"].json("log")[-1]).count("ivan")

    def test_only_the_server_knows_the_accounts(self, roles):
        server = roles["ledger_server"]
        server.append(player("ivan"))
        server.json("account", "add", "anna", "--role", "officer", "--no-password")
        assert server.json("token", "add", "anna")["token"]
        for role in ("ledger_writer", "ledger_reader"):
            assert roles[role].refused("account", "list")

    @pytest.mark.parametrize("role", ["ledger_owner", *OTHERS])
    def test_each_of_them_sees_that_the_rights_are_as_documented(self, roles, role):
        found = {row["check"]: row for row in roles[role].json("doctor")}
        assert found["rights"]["status"] == "ok"

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ("GRANT UPDATE ON event TO ledger_writer", "ledger_server may UPDATE event"),
            ("GRANT SELECT ON account TO ledger_reader", "ledger_reader may SELECT account"),
            ("GRANT DELETE ON person TO ledger_reader", "ledger_reader may DELETE person"),
            ("REVOKE SELECT ON person FROM ledger_reader", "ledger_reader may not SELECT person"),
            ("REVOKE INSERT ON event FROM ledger_writer", "ledger_server may not INSERT event"),
            ("REVOKE SELECT ON token FROM ledger_server", "ledger_server may not SELECT token"),
            ("GRANT TRUNCATE ON person TO PUBLIC", "ledger_reader may TRUNCATE person"),
        ],
    )
    def test_another_right_than_documented_is_a_fault_of_that_line(self, roles, change, said):
        owner = roles["ledger_owner"]
        before = owner.json("doctor")
        execute(owner.database, change)
        outcome = owner.run("--format", "json", "doctor")
        assert outcome.status == 1
        changed = [row for row in json.loads(outcome.out) if row not in before]
        assert [row["check"] for row in changed if row["status"] == "fault"] == ["rights"]
        assert said in changed[0]["found"]
        assert "Roles on PostgreSQL" in changed[0]["remedy"]

    @pytest.mark.usefixtures("roles")
    def test_roles_that_another_ledger_of_the_server_uses_are_left_out(
        self, postgresql_database, tmp_path
    ):
        found = Shell(postgresql_database, tmp_path).json("doctor")
        assert {row["check"]: row["status"] for row in found}["rights"] == "ok"

    def test_a_role_of_another_name_must_not_change_events(self, roles, postgresql_server):
        owner = roles["ledger_owner"]
        execute(postgresql_server.url("postgres"), "CREATE ROLE clerk")
        try:
            assert {row["check"]: row for row in owner.json("doctor")}["rights"]["status"] == "ok"
            execute(owner.database, "GRANT SELECT ON account TO clerk")
            assert {row["check"]: row for row in owner.json("doctor")}["rights"]["status"] == "ok"
            execute(owner.database, "GRANT DELETE ON event TO clerk")
            assert "clerk may DELETE event" in owner.run("doctor").out
        finally:
            of_all = as_role(owner.database, "ledger")
            execute(of_all, "DROP OWNED BY clerk", "DROP ROLE clerk")

    def test_the_owner_backs_up_and_restores_what_the_others_use(
        self, roles, postgresql_server, tmp_path, monkeypatch
    ):
        monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
        owner, folder = roles["ledger_owner"], tmp_path / "backups"
        folder.mkdir()
        for role in OTHERS:
            (problem,) = roles[role].refused("backup", str(folder))
            assert "docs/how-to/operate-a-ledger.md" in problem["message"]
        before = owner.json("log")
        assert owner.json("backup", str(folder))["kind"] == "pg_dump"
        name = make_url(owner.database).database
        postgresql_server.drop(name)
        postgresql_server.create(name)
        execute(postgresql_server.url("postgres"), f"ALTER DATABASE {name} OWNER TO ledger_owner")
        assert owner.json("backup", "restore", str(folder))["kind"] == "pg_dump"
        assert owner.json("log") == before
        roles["ledger_writer"].append(player("ivan"))
        assert len(roles["ledger_reader"].json("ratings", "dwz")) == 3
        assert roles["ledger_reader"].refused("append", "-", stdin=lines(player("jan")))
        assert roles["ledger_server"].json("account", "list") == []

    def test_a_reader_asks_whether_or_not_the_lists_are_up_to_date(self, roles):
        reader = roles["ledger_reader"]
        assert len(reader.json("ratings", "dwz")) == 3
        roles["ledger_writer"].append(player("ivan"))
        assert len(reader.json("ratings", "dwz")) == 3
        assert reader.json("verify")["ok"]

    @pytest.mark.parametrize("role", OTHERS)
    def test_none_of_them_can_change_the_log(self, roles, role):
        """Nor if a reader has taken off what is only his setting."""
        engine = connect(roles[role].database)
        for statement in (
            "UPDATE event SET recorded_by = 'x'",
            "DELETE FROM event",
            "TRUNCATE event CASCADE",
            "DROP TABLE person",
            "ALTER TABLE event DISABLE TRIGGER ALL",
            "DELETE FROM erasure",
        ):
            with engine.connect() as connection:
                connection.exec_driver_sql("SET TRANSACTION READ WRITE")
                with pytest.raises(ProgrammingError, match=r"permission denied|must be owner"):
                    connection.exec_driver_sql(statement)
        engine.dispose()

    def test_a_reader_appends_nothing(self, roles):
        owner = roles["ledger_owner"]
        before = owner.json("log")
        assert roles["ledger_reader"].refused("append", owner.file("ivan", player("ivan")))
        assert owner.json("log") == before


class TestForgetting:
    @pytest.mark.parametrize("role", MAY_ERASE)
    def test_whichever_role_forgets_the_name_leaves_the_files(self, roles, role):
        shell = roles[role]
        shell.append(player("zzy", name=f"{SURNAME}, Emil"))
        assert where_found(shell.database)
        assert forgotten(shell, f"{SURNAME}, Emil").status == 0
        assert where_found(shell.database) == []
        assert "notes" not in shell.json("verify")

    def test_what_a_role_may_not_wipe_is_said_until_the_owner_has_done_it(self, roles):
        owner, writer = roles["ledger_owner"], roles["ledger_writer"]
        execute(owner.database, f"REVOKE EXECUTE ON {WIPING} FROM ledger_writer")
        writer.append(player("zzy", name=f"{SURNAME}, Emil"))
        outcome = forgotten(writer, f"{SURNAME}, Emil")
        assert (outcome.status, erasure.REMAIN in outcome.err) == (3, True)
        assert where_found(owner.database)
        verified = writer.run("--format", "json", "verify")
        assert (verified.status, json.loads(verified.out)["ok"]) == (3, True)
        assert json.loads(verified.out)["notes"] == [erasure.REMAIN]
        assert writer.run("append", writer.file("ivan", player("ivan"))).status == 0
        owner.json("init")
        assert where_found(owner.database) == []
        assert "notes" not in writer.json("verify")

    def test_a_reader_of_another_role_is_waited_for(self, roles, monkeypatch):
        """He has looked at the log only: he could still see the deleted row."""
        monkeypatch.setattr(erasure, "PATIENCE_MILLISECONDS", 50)
        writer = roles["ledger_writer"]
        writer.append(player("zzy", name=f"{SURNAME}, Emil"))
        reader = connect(roles["ledger_reader"].database)
        with reader.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            connection.exec_driver_sql("SELECT count(*) FROM event").scalar()
            assert forgotten(writer, f"{SURNAME}, Emil").status == 3
        reader.dispose()
        writer.append(player("ivan"))
        assert where_found(writer.database) == []

    def test_the_function_takes_no_object_of_the_caller(self, roles):
        """A table of that name in the caller's own temporary schema is not looked at."""
        engine = connect(roles["ledger_writer"].database)
        with engine.begin() as connection:
            connection.exec_driver_sql("CREATE TEMPORARY TABLE erasure (position bigint)")
            connection.exec_driver_sql("INSERT INTO erasure VALUES (0)")
            connection.exec_driver_sql("SET search_path = pg_temp, public")
            assert connection.exec_driver_sql("SELECT rating_ledger_wipe()").scalar_one() is True
            assert connection.exec_driver_sql("SELECT count(*) FROM erasure").scalar_one() == 1
        engine.dispose()
