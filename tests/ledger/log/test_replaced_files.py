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
from ledger.log.revisions import upgrade
from ledger.log.verification import damaged_pages, verify
from ledger.log.write_ahead_log import reject_foreign_log
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


def delete_the_index_of_the_log(path: Path) -> None:
    path.with_name(f"{path.name}-shm").unlink()


def codes(refused: pytest.ExceptionInfo[Refused]) -> set[str]:
    return {each.code for each in refused.value.problems}


GONE = pytest.mark.parametrize(
    "become", [replace, delete, move_away, delete_the_log, delete_the_index_of_the_log]
)


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


@GONE
def test_what_was_begun_before_is_not_acknowledged(
    office: Office, path: Path, become: Callable[[Path], None]
) -> None:
    with pytest.raises(Refused) as refused, writing(office.engine, now):
        become(path)
    assert codes(refused) == {"database-replaced"}


@GONE
def test_it_is_noticed_by_a_program_that_has_only_read(
    office: Office, path: Path, become: Callable[[Path], None]
) -> None:
    office.engine.dispose()
    office.entries()
    become(path)
    with pytest.raises(Refused) as refused:
        office.append(player("emil"))
    assert codes(refused) == {"database-replaced"}


@GONE
def test_a_further_connection_notices_it_before_it_opens_the_file(
    office: Office, path: Path, become: Callable[[Path], None]
) -> None:
    """It would begin a log of its own, whose events the first connection never sees."""
    with office.engine.connect() as first:
        first.exec_driver_sql("SELECT 1 FROM event")
        become(path)
        files = {each.name for each in path.parent.iterdir()}
        with pytest.raises(Refused) as refused:
            office.append(player("emil"))
        assert {each.name for each in path.parent.iterdir()} == files
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
    delete_the_log(path)
    with pytest.raises(Refused):
        office.append(player("fritz"))
    office.engine.dispose()


def test_an_engine_that_was_left_and_entered_again_goes_on(office: Office, path: Path) -> None:
    office.engine.dispose()
    assert not path.with_name(f"{path.name}-wal").exists()
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


def vacuumed(path: Path) -> Path:
    copy = path.with_name("copy.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as here:
        here.execute("VACUUM INTO ?", (str(copy),))
    return copy


def copied_after_the_end(path: Path) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as here:
        here.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Path(shutil.copy(path, path.with_name("copy.db")))


def read(office: Office) -> None:
    office.entries()


def write(office: Office) -> None:
    office.append(player("emil"))


@pytest.fixture(params=[1, 200])
def left(request: pytest.FixtureRequest) -> int:
    """The number of events between the backup and the last that the killed server wrote."""
    count: int = request.param
    return count


@pytest.fixture(params=[backup_of, vacuumed, copied_after_the_end])
def restored_beside_the_old_log(
    office: Office, path: Path, tmp_path: Path, left: int, request: pytest.FixtureRequest
) -> Path:
    """A backup of before, put in place of a ledger with more events by ``mv`` alone."""
    copy = request.param(path)
    for number in range(min(left, 3)):
        office.append(*(player(f"p{number}-{each}") for each in range(left)))
    there = killed(office, path, tmp_path / "left")
    assert there.with_name("ledger.db-wal").stat().st_size
    copy.replace(there)
    return there


@pytest.mark.parametrize("use", [read, write])
def test_a_backup_beside_an_old_write_ahead_log_is_refused_and_both_are_left(
    restored_beside_the_old_log: Path, use: Callable[[Office], None]
) -> None:
    path = restored_beside_the_old_log
    before = content_of(path)
    engine = connect(f"sqlite:///{path}")
    with pytest.raises(Refused, match=r"move ledger\.db-wal and ledger\.db-shm") as refused:
        use(Office(engine))
    engine.dispose()
    assert codes(refused) == {"foreign-log"}
    assert content_of(path) == before


def content_of(path: Path) -> tuple[bytes, bytes]:
    return path.read_bytes(), path.with_name(f"{path.name}-wal").read_bytes()


def must_be_foreign(path: Path) -> None:
    with pytest.raises(Refused) as refused:
        reject_foreign_log(path)
    assert codes(refused) == {"foreign-log"}


def test_the_log_of_a_ledger_is_foreign_to_another_with_as_many_changes(
    office: Office, path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    engine = connect(f"sqlite:///{other}", create=True)
    upgrade(engine)
    for lines in (season(), map(player, ("last", "of", "all"))):
        Office(engine).append(*lines)
    engine.dispose()
    there = killed(office, path, tmp_path / "left")
    other.replace(there)
    must_be_foreign(there)


def test_a_log_of_before_the_stamps_is_foreign_to_a_file_too_short_for_it(tmp_path: Path) -> None:
    path, short = tmp_path / "ledger.db", tmp_path / "short.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as here:
        here.execute("PRAGMA journal_mode = WAL")
        here.execute("CREATE TABLE event (payload)")
        shutil.copy(path, short)
        here.executemany("INSERT INTO event VALUES (?)", [("x" * 3_000,) for _ in range(100)])
        here.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        here.execute("INSERT INTO event VALUES ('last')")
        reject_foreign_log(path)
        path.with_name("ledger.db-wal").rename(tmp_path / "short.db-wal")
    must_be_foreign(short)


@pytest.mark.parametrize("left", [1], indirect=True)
def test_it_is_whole_once_the_old_log_was_moved_away(restored_beside_the_old_log: Path) -> None:
    path = restored_beside_the_old_log
    for each in ("ledger.db-wal", "ledger.db-shm"):
        path.with_name(each).unlink()
    restored = Office(connect(f"sqlite:///{path}"))
    assert len(restored.entries()) == 6
    restored.append(player("emil"))
    restored.engine.dispose()


@pytest.mark.parametrize("copy_of", [backup_of, copied_after_the_end])
def test_a_copy_of_what_the_log_continues_is_taken_with_all_of_it(
    office: Office, path: Path, tmp_path: Path, copy_of: Callable[[Path], Path]
) -> None:
    """Page for page it is the file that the log was written for, so nothing is lost."""
    with office.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    rewritten = vacuumed(path).rename(tmp_path / "rewritten.db")
    copy = copy_of(path)
    there = killed(office, path, tmp_path / "left")
    rewritten.replace(there)
    must_be_foreign(there)  # its pages are others
    copy.replace(there)
    found = Office(connect(f"sqlite:///{there}"))
    assert len(found.entries()) == 9
    found.append(player("emil"))
    with found.engine.connect() as connection:
        assert damaged_pages(connection) is None
    assert verify(found.engine).finding is None
    found.engine.dispose()


def test_a_killed_server_leaves_files_that_belong_together_and_reading_keeps_them(
    office: Office, path: Path, tmp_path: Path
) -> None:
    there = killed(office, path, tmp_path / "left")
    before = content_of(there)
    found = Office(connect(f"sqlite:///{there}"))
    assert len(found.entries()) == 9
    found.engine.dispose()
    assert content_of(there) == before
    found.append(player("emil"))
    found.engine.dispose()
    assert not there.with_name("ledger.db-wal").exists()  # its last events are in the file
    assert len(found.entries()) == 10
    found.engine.dispose()


def test_a_log_that_a_loss_of_power_damaged_is_left_to_sqlite(
    office: Office, path: Path, tmp_path: Path
) -> None:
    """The stamp of its first transaction is there, the rest of that page is not."""
    there = killed(office, path, tmp_path / "left")
    log = there.with_name("ledger.db-wal")
    content = bytearray(log.read_bytes())
    content[32 + 24 + 60] ^= 1  # header, head of the first frame, stamp
    log.write_bytes(content)
    found = Office(connect(f"sqlite:///{there}"))
    assert len(found.entries()) == 6
    found.engine.dispose()


def test_no_state_of_a_ledger_that_grows_is_taken_for_another_ones(
    office: Office, path: Path
) -> None:
    """Each append is looked at, with its log begun anew again and again by checkpoints."""
    for number in range(60):
        office.append(*(player(f"{number}-{each}") for each in range(20)))
        reject_foreign_log(path)
        if number % 7 == 0:
            with office.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
            reject_foreign_log(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("VACUUM")
    reject_foreign_log(path)


@pytest.mark.parametrize("content", [b"", b"short", bytes(64), bytes(range(256)) * 16])
def test_what_is_no_write_ahead_log_is_left_to_sqlite(path: Path, content: bytes) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(content)
    reject_foreign_log(path)
