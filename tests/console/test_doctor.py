"""The examination of a ledger: what is broken changes its own line and no other."""

import json
import lzma
import re
import sqlite3
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from ledger.log import full_disk
from ledger.log.clock import now
from ledger.log.database import WRITING, connect
from ledger.log.revisions import NEWEST_REVISION
from projections.api import Ledger
from projections.queries import doctor
from tests.architecture.sources import ROOT
from tests.console.shell import Shell
from tests.console.spring import SPRING
from tests.projections.submissions import player
from tests.tables import some_at_once

Break = Callable[[Shell], object]


@pytest.fixture
def sound(database: str, tmp_path: Path) -> Shell:
    """The spring of 1996 on both databases, with its list, and with a backup."""
    (tmp_path / "backups").mkdir()
    shell = Shell(database, tmp_path)
    shell.append(*SPRING)
    follow(shell)
    file = Path(make_url(database).database or "")
    if database.startswith("sqlite"):
        file.chmod(0o600)
    backup(shell)
    return shell


def follow(shell: Shell) -> None:
    """Bring the list to the end of the log."""
    shell.json("ratings", "dwz", "--all")


def backup(shell: Shell) -> Path:
    outcome = shell.run("--format", "json", "backup", str(shell.folder / "backups"))
    return Path(json.loads(outcome.out)["place"])


def rows(shell: Shell, *options: str, without_folder: bool = False) -> dict[str, Any]:
    """The lines by their checks; the exit status says whether there is a fault."""
    folder = () if without_folder else ("--backups", str(shell.folder / "backups"))
    outcome = shell.run("--format", "json", "doctor", *folder, *options)
    found = {row["check"]: row for row in json.loads(outcome.out)}
    has_fault = "fault" in {row["status"] for row in found.values()}
    assert (outcome.status, outcome.err) == (int(has_fault), "")
    assert {bool(row["remedy"]) for row in found.values() if row["status"] != "ok"} <= {True}
    return found


def statuses(shell: Shell, *options: str) -> dict[str, str]:
    return {name: row["status"] for name, row in rows(shell, *options).items()}


def execute(shell: Shell, *statements: str) -> None:
    engine = connect(shell.database)
    with engine.execution_options(**WRITING).begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


@contextmanager
def changing(shell: Shell, *names: str, to: str) -> Iterator[None]:
    """Expect that within these lines change to a status, and no others."""
    before = statuses(shell)
    yield
    after = statuses(shell)
    changed = {name: after[name] for name in after if after[name] != before[name]}
    assert changed == dict.fromkeys(names, to)


def test_a_sound_ledger_has_no_fault(sound: Shell):
    found = statuses(sound)
    of_the_machine = {"disk", "interpreter", "database"}
    assert {status for name, status in found.items() if name not in of_the_machine} == {"ok"}
    assert "fault" not in found.values()
    assert list(found) == list(doctor.CHECKS)


def test_people_see_a_line_for_each_check_and_its_remedy(sound: Shell):
    told = sound.run("doctor", "--backups", str(sound.folder / "backups"))
    assert f"ok     revision: {NEWEST_REVISION}\n" in told.out
    assert told.status == 0
    told = sound.run("doctor", "--backups", str(sound.folder))
    assert f"fault  backup: there is none of this ledger in {sound.folder}\n" in told.out
    assert "       `rating-ledger backup FOLDER` every night\n" in told.out
    assert told.status == 1


# --- the database --------------------------------------------------------------------------------


def test_an_older_revision_is_a_fault(sound: Shell):
    with changing(sound, "revision", to="fault"):
        execute(sound, "UPDATE alembic_version SET version_num = '0013'")
    assert "rating-ledger init" in rows(sound)["revision"]["remedy"]


def test_a_newer_revision_is_a_fault(sound: Shell):
    with changing(sound, "revision", to="fault"):
        execute(sound, "UPDATE alembic_version SET version_num = '9999'")
    assert rows(sound)["revision"]["remedy"] == "install the newer program"


def test_a_missing_trigger_is_a_fault(sound: Shell):
    on = " ON log_head" if sound.database.startswith("postgresql") else ""
    with changing(sound, "triggers", to="fault"):
        execute(sound, f"DROP TRIGGER head_is_one_row{on}")
    assert rows(sound)["triggers"]["found"].endswith("altered: head_is_one_row")
    sound.json("init")
    assert statuses(sound)["triggers"] == "ok"


def test_a_head_that_was_noted_and_is_not_there_is_a_fault(sound: Shell):
    found = rows(sound, "--against", f"3:{'00' * 32}")
    assert found["head"]["status"] == "fault"
    assert found["head"]["found"] == "the head noted at 3 is not in the log"
    others = {name: row["status"] for name, row in found.items() if name != "head"}
    assert others.items() <= statuses(sound).items()


def test_without_a_noted_head_nothing_is_compared(sound: Shell):
    assert rows(sound, without_folder=True)["head"]["status"] == "note"
    verified = sound.json("verify")
    noted = ("--against", f"{verified['events']}:{verified['head_hash']}")
    assert rows(sound, *noted, without_folder=True)["head"]["status"] == "ok"


def test_a_log_that_was_cut_off_since_the_last_backup_is_a_fault(sound: Shell):
    sound.append(player("ivan"))
    follow(sound)
    backup(sound)
    guard = "DROP TRIGGER {}" + (" ON {}" if sound.database.startswith("postgresql") else "")
    names = (
        [("event_is_never_changed", "event"), ("head_is_the_last_event", "log_head")]
        if sound.database.startswith("postgresql")
        else [("event_is_never_deleted", "event"), ("head_is_the_last_event", "log_head")]
    )
    size = sound.json("verify")["events"]
    last = "position = (SELECT max(position) FROM event)"
    chain_hash = f"(SELECT chain_hash FROM event WHERE {last})"  # noqa: S608
    execute(
        sound,
        *(guard.format(*each) for each in names),
        f"DELETE FROM event WHERE {last}",  # noqa: S608
        f"UPDATE log_head SET size = size - 1, chain_hash = {chain_hash}",  # noqa: S608
    )
    sound.json("init")  # the triggers are back, and nothing of the log itself tells
    found = rows(sound)
    assert found["head"]["found"] == f"the head noted at {size} is not in the log"
    assert found["triggers"]["status"] == "ok"


def test_a_head_that_is_not_the_last_event_is_a_fault(sound: Shell):
    on = " ON log_head" if sound.database.startswith("postgresql") else ""
    execute(sound, f"DROP TRIGGER head_is_the_last_event{on}")
    with changing(sound, "head", to="fault"):
        third = "(SELECT chain_hash FROM event WHERE position = 3)"
        execute(sound, f"UPDATE log_head SET chain_hash = {third}")  # noqa: S608


def test_lists_that_are_behind_are_a_note(sound: Shell):
    with changing(sound, "lists", to="note"):
        sound.append(player("ivan"))
    assert rows(sound)["lists"]["found"] == "behind: dwz by 1 event"
    with changing(sound, "lists", to="ok"):
        follow(sound)


def test_erased_data_in_the_files_are_a_fault(sound: Shell):
    with changing(sound, "erasures", to="fault"):
        execute(sound, "INSERT INTO erasure (position, server_transaction) VALUES (3, 0)")
    assert "rating-ledger init" in rows(sound)["erasures"]["remedy"]


def test_a_name_that_has_come_back_is_a_fault(sound: Shell):
    execute(sound, "CREATE TABLE kept AS SELECT * FROM person WHERE player = 'hans'")
    sound.run("players", "forget", "hans", "--reason", "asked for it", "--yes")
    follow(sound)
    for each in (sound.folder / "backups").glob("backup-*/backup.json"):
        each.unlink()  # their name is a note of its own
    backup(sound)
    with changing(sound, "erasures", to="fault"):
        execute(sound, "INSERT INTO person SELECT * FROM kept")
    assert rows(sound)["erasures"]["remedy"] == "append the erasure again"


def test_backups_from_before_an_erasure_are_a_note(sound: Shell):
    with changing(sound, "erasures", to="note"):
        sound.run("players", "forget", "hans", "--reason", "asked for it", "--yes")
        follow(sound)
    backup(sound)  # with the erasure as its last event
    assert rows(sound)["erasures"]["found"] == "from before the last erasure: 1 backup"


def test_a_large_write_ahead_log_is_a_note(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shell = Shell(sqlite_database, tmp_path)
    shell.append(*SPRING)
    monkeypatch.setattr(doctor, "LARGE_LOG", 1_000)
    assert rows(shell, without_folder=True)["write-ahead log"]["status"] == "ok"
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        shell.append(player("ivan"))
        found = rows(shell, without_folder=True)["write-ahead log"]
    assert found["status"] == "note"
    assert found["found"].startswith("ledger.db-wal keeps 0.")


def test_a_slot_that_nobody_uses_is_a_note(
    postgresql_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shell = Shell(postgresql_database, tmp_path)
    monkeypatch.setattr(doctor, "LARGE_LOG", 1_000)
    execute(shell, "SELECT pg_create_physical_replication_slot('forgotten', true)")
    shell.append(*SPRING)
    found = rows(shell, without_folder=True)["write-ahead log"]
    execute(shell, "SELECT pg_drop_replication_slot('forgotten')")
    assert (found["status"], found["found"][:16]) == ("note", "forgotten keeps ")
    assert rows(shell, without_folder=True)["write-ahead log"]["status"] == "ok"


@pytest.mark.parametrize(("mode", "status"), [(0o600, "ok"), (0o644, "note"), (0o666, "fault")])
def test_a_file_that_others_may_read_or_write(
    sqlite_database: str, tmp_path: Path, mode: int, status: str
):
    (tmp_path / "ledger.db").chmod(mode)
    shell = Shell(sqlite_database, tmp_path)
    found = rows(shell, without_folder=True)["rights"]
    assert found["status"] == status
    remedy = None if status == "ok" else f"chmod 600 {tmp_path}/ledger.db"
    assert found["remedy"] == remedy


# --- the backup, the machine, the program --------------------------------------------------------


def test_a_backup_that_was_cut_off_is_a_fault(sound: Shell):
    copy = next((sound.folder / "backups").glob("backup-*/ledger.*"))
    with changing(sound, "backup", to="fault"):
        copy.write_bytes(copy.read_bytes()[:-1])


def test_a_backup_whose_note_cannot_be_read_is_a_fault(sound: Shell):
    note = next((sound.folder / "backups").glob("backup-*/backup.json"))
    note.write_text("{}")
    assert rows(sound)["backup"]["status"] == "fault"


def later(shell: Shell, days: float, folder: Path | None = None) -> dict[str, Any]:
    """The lines as the ledger gives them on a machine whose clock says another time."""
    clock = lambda: now() + timedelta(days=days)  # noqa: E731 - a clock
    with Ledger(shell.database, clock) as ledger:
        found = ledger.doctor(backups=str(folder or shell.folder / "backups"))
    return {row["check"]: row for row in found}


def test_a_backup_is_too_old_once_events_are_not_in_it(sound: Shell):
    assert later(sound, 300)["backup"]["status"] == "ok"
    sound.append(player("ivan"))
    assert later(sound, 1.9)["backup"]["status"] == "ok"
    old = later(sound, 2.1)["backup"]
    assert (old["status"], old["found"].partition(", ")[2]) == (
        "fault",
        "2 days old, lacks 1 event",
    )


def test_a_disk_of_backups_that_is_not_mounted_is_a_fault(sound: Shell):
    told = sound.run("doctor", "--backups", str(sound.folder / "nowhere"))
    assert f"fault  backup: there is no folder {sound.folder / 'nowhere'}\n" in told.out
    assert "       make it, or mount its disk\n" in told.out
    assert "could not be looked at: [" not in told.out
    assert told.status == 1


def test_a_new_ledger_beside_backups_of_another_was_perhaps_begun_by_mistake(sound: Shell):
    other = Shell(f"sqlite:///{sound.folder}/other.db", sound.folder)
    other.json("init")
    found = rows(other)["backup"]
    assert found["status"] == "fault"
    assert "rating-ledger backup restore" in found["remedy"]


def test_a_backup_of_another_ledger_is_none(sound: Shell):
    other = Shell(f"sqlite:///{sound.folder}/other.db", sound.folder)
    other.json("init")
    other.append(player("olga"))
    found = rows(other)
    assert found["backup"]["status"] == "fault"
    assert found["backup"]["found"].startswith("there is none of this ledger in")
    assert "restore" not in found["backup"]["remedy"]
    backup(other)
    assert rows(other)["backup"]["status"] == "ok"
    assert statuses(sound)["backup"] == "ok"


def test_the_folder_of_backups_may_be_in_the_environment(
    sound: Shell, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("RATING_LEDGER_BACKUPS", str(sound.folder / "backups"))
    assert rows(sound, without_folder=True)["backup"]["status"] == "ok"
    with Ledger(sound.database) as ledger:
        assert {row["check"]: row["status"] for row in ledger.doctor()}["backup"] == "ok"


def test_a_disk_without_room_for_a_rebuild_is_a_note_and_a_full_one_a_fault(
    sqlite_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shell = Shell(sqlite_database, tmp_path)
    assert rows(shell, without_folder=True)["disk"]["status"] == "ok"
    monkeypatch.setattr(doctor, "OF_A_REBUILD", 1e15)
    assert rows(shell, without_folder=True)["disk"]["status"] == "note"
    monkeypatch.setattr(full_disk, "LEAST_ROOM", 10**18)
    assert rows(shell, without_folder=True)["disk"]["status"] == "fault"


def test_the_disk_of_a_server_cannot_be_seen(postgresql_database: str, tmp_path: Path):
    found = rows(Shell(postgresql_database, tmp_path), without_folder=True)["disk"]
    assert found["status"] == "note"
    assert found["found"].startswith("could not be looked at")
    megabytes = re.fullmatch(r"keep ([\d.]+) MB for a rebuild", found["remedy"])
    assert megabytes is not None
    assert float(megabytes[1]) > 2.5 * 7  # an empty database of PostgreSQL has more than 7


def test_an_event_of_the_future_is_a_fault(sound: Shell):
    before = later(sound, 0)
    after = later(sound, -0.1)
    assert after["clock"]["status"] == "fault"
    assert [name for name in after if after[name]["status"] != before[name]["status"]] == ["clock"]


def test_a_clock_that_differs_from_the_server_s(sound: Shell):
    expected = {"sqlite": ("ok", "ok")}.get(
        make_url(sound.database).get_backend_name(), ("note", "fault")
    )
    found = tuple(later(sound, days)["clock"]["status"] for days in (0.1, 1.1))
    assert found == expected


@pytest.mark.parametrize(
    ("built", "status"),
    [("'--enable-optimizations' '--with-lto'", "ok"), ("'--prefix=/usr'", "note"), (None, "ok")],
)
def test_an_interpreter_without_optimisation_is_a_note(
    sqlite_database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    built: str | None,
    status: str,
):
    monkeypatch.setattr(sysconfig, "get_config_var", {"CONFIG_ARGS": built}.get)
    shell = Shell(sqlite_database, tmp_path)
    assert rows(shell, without_folder=True)["interpreter"]["status"] == status


@pytest.mark.parametrize(
    ("version", "status"),
    [
        ((3, 40, 1), "note"),
        ((3, 44, 5), "note"),
        ((3, 44, 6), "ok"),
        ((3, 50, 6), "note"),
        ((3, 50, 7), "ok"),
        ((3, 51, 2), "note"),
        ((3, 51, 3), "ok"),
        ((3, 53, 0), "ok"),
    ],
)
def test_a_sqlite_that_can_damage_a_file_is_a_note(
    sqlite_database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    version: tuple[int, int, int],
    status: str,
):
    """sqlite.org/wal.html, section 11: mended in 3.51.3, 3.50.7 and 3.44.6."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)
    shell = Shell(sqlite_database, tmp_path)
    assert rows(shell, without_folder=True)["database"]["status"] == status


# --- whatever it is, no check raises -------------------------------------------------------------


def test_where_there_is_no_ledger_every_line_says_so(tmp_path: Path):
    found = rows(Shell(f"sqlite:///{tmp_path}/none.db", tmp_path), without_folder=True)
    assert found["revision"]["status"] == "fault"
    assert "rating-ledger init" in found["revision"]["remedy"]
    assert found["triggers"]["found"].startswith("could not be looked at: there is no ledger")
    assert not (tmp_path / "none.db").exists()


def test_a_server_that_does_not_answer_is_a_fault(tmp_path: Path):
    found = rows(Shell("postgresql://nobody@127.0.0.1:1/none", tmp_path), without_folder=True)
    assert found["revision"]["status"] == "fault"
    assert found["clock"]["found"].startswith("could not be looked at: ")


def test_a_database_of_another_program_is_a_fault(tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "films.db")) as connection:
        connection.execute("CREATE TABLE film (title)")
    found = rows(Shell(f"sqlite:///{tmp_path}/films.db", tmp_path), without_folder=True)
    assert "belongs to another program" in found["revision"]["remedy"]


def test_a_damaged_file_is_a_fault(tmp_path: Path):
    (tmp_path / "ledger.db").write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    found = rows(Shell(f"sqlite:///{tmp_path}/ledger.db", tmp_path), without_folder=True)
    assert found["revision"]["status"] == "fault"


OLD_LEDGERS = sorted((ROOT / "tests" / "migrations" / "ledgers").glob("*.db.xz"))


@pytest.mark.parametrize(
    "packed",
    some_at_once(OLD_LEDGERS, [OLD_LEDGERS[0], *OLD_LEDGERS[-2:]]),
    ids=lambda path: path.name[:4],
)
def test_a_ledger_of_an_older_program_is_examined(packed: Path, tmp_path: Path):
    (tmp_path / "old.db").write_bytes(lzma.decompress(packed.read_bytes()))
    shell = Shell(f"sqlite:///{tmp_path}/old.db", tmp_path)
    found = rows(shell, without_folder=True)["revision"]
    is_newest = packed.name[:4] == shell.json("init")["revision"]
    assert found["status"] == ("ok" if is_newest else "fault")


def test_the_demo_s_ledger_has_no_fault(demo_database: str, tmp_path: Path):
    outcome = Shell(demo_database, tmp_path).run("doctor")
    assert (outcome.status, outcome.err) == (0, "")


def test_a_database_that_is_only_read_is_examined(postgresql_database: str, tmp_path: Path):
    shell = Shell(postgresql_database, tmp_path)
    name = make_url(postgresql_database).database
    execute(shell, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "fault" not in {row["status"] for row in rows(shell, without_folder=True).values()}
