"""Databases of other programs, newer ledgers and misspelt names: looked at, left as they are."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect

from ledger.events.problems import Problem, Refused
from ledger.log.database import connect
from ledger.log.revisions import must_be_current, revision_of, upgrade
from ledger.log.sqlite_files import APPLICATION_ID
from projections.interfaces.cli.output_file import refuse_existing_file
from tests.databases.server import Server


def refused(work: Callable[[Engine], object], engine: Engine) -> Problem:
    with pytest.raises(Refused) as raised:
        work(engine)
    (problem,) = raised.value.problems
    return problem


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A file of another program, as it was before the write-ahead log."""
    path = tmp_path / "tunes.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE tune (name text)")
        connection.commit()
    return path


@pytest.mark.parametrize("number", [0, 4711])
@pytest.mark.parametrize("work", [must_be_current, upgrade])
@pytest.mark.parametrize("create", [False, True])
def test_a_file_of_another_program_stays_as_it_is(
    foreign: Path, number: int, work: Callable[[Engine], object], create: bool
) -> None:
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute(f"PRAGMA application_id = {number}")
    before = foreign.read_bytes()
    engine = connect(f"sqlite:///{foreign}", create=create)
    problem = refused(work, engine)
    engine.dispose()
    assert problem.code == "foreign-database"
    assert foreign.read_bytes() == before
    assert list(foreign.parent.iterdir()) == [foreign]


@pytest.mark.parametrize("table", ["tune", "alembic_version"])
def test_a_database_with_other_tables_is_refused(bare: Engine, table: str) -> None:
    with bare.begin() as connection:
        connection.exec_driver_sql(f"CREATE TABLE {table} (version_num text)")
    for work in (must_be_current, upgrade):
        assert refused(work, bare).code == "foreign-database"
    assert inspect(bare).get_table_names() == [table]


def test_a_ledger_of_a_newer_program_is_not_touched(bare: Engine) -> None:
    upgrade(bare)
    with bare.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    problem = refused(upgrade, bare)
    assert problem.code == "old-ledger"
    assert "install the newer program" in problem.message
    assert revision_of(bare) == "9999"


def test_a_misspelt_name_creates_no_file(tmp_path: Path) -> None:
    path = tmp_path / "legder.db"
    assert refused(must_be_current, connect(f"sqlite:///{path}")).code == "no-ledger"
    assert list(tmp_path.iterdir()) == []


def test_a_new_ledger_says_whose_it_is_and_is_in_wal(tmp_path: Path) -> None:
    engine = connect(f"sqlite:///{tmp_path / 'ledger.db'}", create=True)
    upgrade(engine)
    with engine.connect() as connection:
        pragmas = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("application_id", "journal_mode")
        ]
    engine.dispose()
    assert pragmas == [APPLICATION_ID, "wal"]


def test_several_may_create_one_ledger_at_once(postgresql_server: Server) -> None:
    postgresql_server.create("at_once")
    engines = [connect(postgresql_server.url("at_once")) for _ in range(3)]
    with ThreadPoolExecutor() as pool:
        list(pool.map(upgrade, engines))
    for engine in engines:
        must_be_current(engine)
        engine.dispose()
    postgresql_server.drop("at_once")


def test_a_port_that_is_no_number_is_refused() -> None:
    with pytest.raises(Refused, match="is not a database URL"):
        connect("postgresql://office@host:abc/ledger")


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="locks are listed on Linux only")
def test_a_further_connection_takes_no_lock_from_those_that_are_open(
    sqlite_database: str,
) -> None:
    """Without its lock somebody else, the last to leave, would remove the log under the first."""
    path = Path(sqlite_database.removeprefix("sqlite:///"))

    def locks() -> list[str]:
        of_the_file = f":{path.stat().st_ino} "
        listed = Path("/proc/locks").read_text().splitlines()
        return [line for line in listed if of_the_file in line]

    first, second = connect(sqlite_database), connect(sqlite_database)
    with first.connect() as reading:
        reading.exec_driver_sql("SELECT count(*) FROM event").scalar()
        assert len(locks()) == 1
        with second.connect():
            assert len(locks()) == 1
        second.dispose()
        with pytest.raises(Refused):
            refuse_existing_file(path, "--output", overwrite=True)
        assert len(locks()) == 1
    first.dispose()
