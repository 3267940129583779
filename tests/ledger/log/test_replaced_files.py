"""A SQLite ledger that is replaced or deleted while it is open, or put beside another's log."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ledger.events.problems import Refused
from ledger.log.clock import now
from ledger.log.database import connect
from ledger.log.event_log import writing
from ledger.log.replaced_file import reject_foreign_wal
from tests.ledger.lines import player, season
from tests.ledger.office import Office


@pytest.fixture
def path(sqlite_database: str) -> Path:
    return Path(sqlite_database.removeprefix("sqlite:///"))


@pytest.fixture
def office(sqlite_database: str) -> Iterator[Office]:
    found = Office(connect(sqlite_database))
    found.append(*season())
    yield found
    found.engine.dispose()


def backup_of(path: Path) -> Path:
    """A copy as ``sqlite3 ledger.db ".backup copy.db"`` makes it."""
    copy = path.with_name("copy.db")
    with closing(sqlite3.connect(path)) as here, closing(sqlite3.connect(copy)) as there:
        here.backup(there)
    return copy


def replace(path: Path) -> None:
    backup_of(path).replace(path)


def delete(path: Path) -> None:
    path.unlink()


def move_away(path: Path) -> None:
    path.rename(path.with_name("before.db"))


def delete_the_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def codes(refused: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {each.code for each in refused.value.problems}


GONE = pytest.mark.parametrize("become", [replace, delete, move_away])


@GONE
def test_nothing_is_written_into_a_file_that_has_lost_its_name(
    office: Office, path: Path, become: Callable[[Path], None]
) -> None:
    become(path)
    with pytest.raises(Refused, match=r"ledger\.db was replaced or deleted") as refused:
        office.append(player("emil"))
    assert codes(refused) == {"database-replaced"}


@GONE
def test_nothing_is_read_from_it_either(
    office: Office, path: Path, become: Callable[[Path], None]
) -> None:
    become(path)
    with pytest.raises(Refused, match="stop the program") as refused:
        office.entries()
    assert codes(refused) == {"database-replaced"}


def test_the_file_in_its_place_is_left_as_it_is(office: Office, path: Path) -> None:
    replace(path)
    before = path.read_bytes()
    for _ in range(3):
        with pytest.raises(Refused):
            office.append(player("emil"))
    office.engine.dispose()
    assert path.read_bytes() == before


@pytest.mark.parametrize("become", [replace, delete, move_away, delete_the_log])
def test_what_was_begun_before_is_not_acknowledged(
    office: Office, path: Path, become: Callable[[Path], None]
) -> None:
    with pytest.raises(Refused) as refused, writing(office.engine, now):
        become(path)
    assert codes(refused) == {"database-replaced"}


def test_a_deleted_write_ahead_log_is_noticed_as_well(office: Office, path: Path) -> None:
    """Its last events would be gone with the next start."""
    delete_the_log(path)
    with pytest.raises(Refused) as refused:
        office.append(player("emil"))
    assert codes(refused) == {"database-replaced"}


def test_a_checkpoint_and_a_vacuum_by_others_are_no_replacement(
    office: Office, path: Path
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        other.execute("VACUUM")
    office.append(player("emil"))
    assert len(office.entries()) == 7


def test_a_write_ahead_log_that_begins_while_the_ledger_is_open_is_no_replacement(
    path: Path,
) -> None:
    """As with the first `init` of a file that was restored in another mode."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = DELETE")
    office = Office(connect(f"sqlite:///{path}"))
    office.append(*season())
    with closing(office.engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA journal_mode = WAL")
    office.append(player("emil"))
    assert len(office.entries()) == 7
    office.engine.dispose()


def test_an_engine_that_was_left_and_entered_again_goes_on(office: Office) -> None:
    office.engine.dispose()
    office.append(player("emil"))
    assert len(office.entries()) == 7


def test_a_program_may_go_to_another_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    office = Office(connect(f"sqlite:///{path.name}"))
    office.append(*season())
    monkeypatch.chdir("/")
    office.append(player("emil"))
    assert len(office.entries()) == 7
    path.unlink()
    with pytest.raises(Refused):
        office.append(player("fritz"))
    office.engine.dispose()


def test_a_ledger_behind_a_link_is_watched_as_well(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    office = Office(connect(f"sqlite:///{link}"))
    office.append(*season())
    delete_the_log(path)
    with pytest.raises(Refused, match=r"link\.db was replaced or deleted"):
        office.append(player("emil"))
    office.engine.dispose()


# A backup put in place of a ledger whose server was killed.


def killed(office: Office, path: Path, folder: Path) -> Path:
    """The files of a ledger as a killed server leaves them: written on after a checkpoint."""
    with office.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    office.append(*map(player, ("last", "of", "all")))
    folder.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        shutil.copy(each, folder)
    return folder / path.name


@pytest.fixture
def restored_beside_the_old_log(office: Office, path: Path, tmp_path: Path) -> Path:
    """A backup of before, put in place of a ledger with 200 events more by ``mv`` alone."""
    copy = backup_of(path)
    office.append(*(player(f"p{number}") for number in range(200)))
    left = killed(office, path, tmp_path / "left")
    assert left.with_name("ledger.db-wal").stat().st_size
    copy.replace(left)
    return left


def test_a_backup_beside_an_old_write_ahead_log_is_refused_and_left_as_it_is(
    restored_beside_the_old_log: Path,
) -> None:
    path = restored_beside_the_old_log
    before = path.read_bytes()
    with pytest.raises(Refused, match=r"move ledger\.db-wal and ledger\.db-shm") as refused:
        Office(connect(f"sqlite:///{path}")).entries()
    assert codes(refused) == {"foreign-log"}
    assert path.read_bytes() == before


def test_it_is_whole_once_the_old_log_was_moved_away(restored_beside_the_old_log: Path) -> None:
    path = restored_beside_the_old_log
    for each in ("ledger.db-wal", "ledger.db-shm"):
        path.with_name(each).unlink()
    restored = Office(connect(f"sqlite:///{path}"))
    assert len(restored.entries()) == 6
    restored.append(player("emil"))
    restored.engine.dispose()


def test_a_killed_server_leaves_files_that_belong_together(
    office: Office, path: Path, tmp_path: Path
) -> None:
    left = killed(office, path, tmp_path / "left")
    found = Office(connect(f"sqlite:///{left}"))
    assert len(found.entries()) == 9
    found.engine.dispose()


def test_no_state_of_a_ledger_that_grows_is_taken_for_another_ones(
    office: Office, path: Path
) -> None:
    """Each append is looked at, with its log begun anew again and again by checkpoints."""
    for number in range(60):
        office.append(*(player(f"{number}-{each}") for each in range(20)))
        reject_foreign_wal(path)
        if number % 7 == 0:
            with office.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            reject_foreign_wal(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("VACUUM")
    reject_foreign_wal(path)


@pytest.mark.parametrize("content", [b"", b"short", bytes(64), bytes(range(256)) * 16])
def test_what_is_no_write_ahead_log_is_left_to_sqlite(path: Path, content: bytes) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(content)
    reject_foreign_wal(path)
