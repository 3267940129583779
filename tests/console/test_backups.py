"""Backups: whole or not at all, verified, kept, and restored after everything was lost."""

import fcntl
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import make_url

from ledger.log.backup import named, restore, take
from ledger.log.clock import now
from ledger.log.database import connect
from tests.architecture.sources import ROOT
from tests.console.processes import environment_of_a_process
from tests.console.shell import Shell
from tests.console.spring import SPRING
from tests.databases.server import Server, programs
from tests.ledger.program import LARGEST_FILE
from tests.projections.submissions import player

Lose = Callable[[], None]
"""Loses the database: the file with what is beside it, or the server's database."""


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of the tests' server are installed."""
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def shell(database: str, tmp_path: Path) -> Shell:
    """The spring of 1996 on both databases, and a folder for backups."""
    (tmp_path / "backups").mkdir()
    shell = Shell(database, tmp_path)
    shell.append(*SPRING)
    return shell


@pytest.fixture
def in_file(sqlite_database: str, tmp_path: Path) -> Shell:
    """The spring of 1996 in a file, and a folder for backups."""
    (tmp_path / "backups").mkdir()
    shell = Shell(sqlite_database, tmp_path)
    shell.append(*SPRING)
    return shell


@pytest.fixture
def lose(database: str, request: pytest.FixtureRequest) -> Lose:
    url = make_url(database)
    name = url.database or ""

    def lose_file() -> None:
        for each in Path(name).parent.glob(f"{Path(name).name}*"):
            each.unlink()

    def lose_database() -> None:
        server: Server = request.getfixturevalue("postgresql_server")
        server.drop(name)
        server.create(name)

    return lose_file if url.get_backend_name() == "sqlite" else lose_database


def folder_of(shell: Shell) -> Path:
    return shell.folder / "backups"


def backup(shell: Shell, *options: str) -> Any:
    return shell.json("backup", str(folder_of(shell)), *options)


def backups_in(folder: Path) -> list[str]:
    """The names in a folder, without the file by which backups wait for each other."""
    return sorted(each.name for each in folder.iterdir() if each.name != ".rating-ledger-lock")


def faults(shell: Shell) -> dict[str, str | None]:
    outcome = shell.run("--format", "json", "backup", "check", str(folder_of(shell)))
    found = {row["backup"]: row["fault"] for row in json.loads(outcome.out)}
    assert outcome.status == (1 if any(found.values()) else 0)
    return found


def everything(shell: Shell) -> dict[str, Any]:
    """Return the ledger's answers about itself and its list."""
    questions = (("verify",), ("log",), ("ratings", "dwz", "--all"), ("tournaments", "dwz"))
    return {" ".join(each): shell.json(*each) for each in questions}


# --- written, lost, restored ---------------------------------------------------------------------


def recovery() -> list[list[str]]:
    """The commands of docs/how-to/recover-from-a-backup.md."""
    page = (ROOT / "docs" / "how-to" / "recover-from-a-backup.md").read_text("utf-8")
    lines = page.partition('```sh title="recover"\n')[2].partition("```")[0].splitlines()
    return [line.split()[1:] for line in lines]


def test_what_was_lost_is_back_after_the_three_documented_commands(shell: Shell, lose: Lose):
    before = everything(shell)
    taken = backup(shell)
    assert taken["head"] == f"{before['verify']['events']}:{before['verify']['head_hash']}"
    shell.append(player("ivan"))
    lose()
    check, restoring, verify = recovery()
    folder = str(folder_of(shell))
    assert [check, restoring] == [["backup", each, "/srv/backup"] for each in ("check", "restore")]
    assert shell.json(*check[:2], folder) == [
        {"backup": Path(taken["place"]).name, "fault": None, "note": None}
    ]
    restored = shell.json(*restoring[:2], folder)
    assert (restored["head"], restored["taken_at"]) == (taken["head"], taken["taken_at"])
    assert "every later erasure" in restored["to_do"][0]
    assert verify[:2] == ["verify", "--against"]
    assert shell.json(*verify[:2], taken["head"])["ok"]
    assert everything(shell) == before
    assert shell.json("rebuild", "dwz", "--check")["differences"] == []


def test_a_restored_ledger_goes_on_and_is_guarded_as_before(shell: Shell, lose: Lose):
    """With its triggers, with the function that wipes, and with the accounts."""
    shell.run("account", "add", "carla", "--role", "officer", "--no-password")
    shell.append(player("karl", name='Ødegård, "Karl \\ K."'))
    backup(shell)
    lose()
    shell.json("backup", "restore", str(folder_of(shell)))
    shell.append(player("ivan"))
    forget = ("players", "forget", "ivan", "--reason", "asked for it", "--yes")
    assert shell.run(*forget).status == 0
    verified = shell.json("verify")
    assert (verified["ok"], "notes" in verified) == (True, False)
    assert [each["account"] for each in shell.json("account", "list")] == ["carla"]


def test_the_note_says_what_the_copy_is(shell: Shell):
    taken = backup(shell)
    place = Path(taken["place"])
    note = json.loads((place / "backup.json").read_text("utf-8"))
    kind, file = {
        "sqlite": ("sqlite", "ledger.db"),
        "postgresql": ("pg_dump", "ledger.dump"),
    }[make_url(shell.database).get_backend_name()]
    content = (place / file).read_bytes()
    first = shell.json("log", "--to", "1")[0]
    assert note["kind"] == kind
    assert (note["bytes"], note["sha256"]) == (len(content), sha256(content).hexdigest())
    assert (note["first"], note["revision"]) == (first["hash"], shell.json("init")["revision"])
    assert backups_in(place) == ["backup.json", file]
    assert place.stat().st_mode & 0o777 == 0o700


def test_nothing_is_restored_over_a_ledger(shell: Shell):
    backup(shell)
    shell.append(player("ivan"))
    before = shell.json("log")
    (problem,) = shell.refused("backup", "restore", str(folder_of(shell)))
    assert problem["code"] == "not-empty"
    assert shell.json("log") == before


def test_a_database_with_a_ledger_without_events_is_not_empty(shell: Shell, lose: Lose):
    backup(shell)
    lose()
    shell.json("init")
    (problem,) = shell.refused("backup", "restore", str(folder_of(shell)))
    assert problem["code"] == "not-empty"


@pytest.mark.parametrize("left", ["ledger.db-wal", "ledger.db-shm"])
def test_what_a_lost_file_left_behind_is_not_joined(in_file: Shell, left: str):
    backup(in_file)
    file = in_file.folder / "ledger.db"
    file.unlink()
    (in_file.folder / left).write_bytes(b"of another file")
    (problem,) = in_file.refused("backup", "restore", str(folder_of(in_file)))
    assert "with its -wal and -shm" in problem["message"]
    assert not file.exists()


def test_an_empty_file_may_become_the_ledger(in_file: Shell):
    taken = backup(in_file)
    (in_file.folder / "new.db").touch()
    restored = Shell(f"sqlite:///{in_file.folder}/new.db", in_file.folder)
    restored.json("backup", "restore", taken["place"])
    assert restored.json("log") == in_file.json("log")


def test_a_backup_of_another_kind_of_database_is_refused(
    in_file: Shell, postgresql_server: Server
):
    backup(in_file)
    postgresql_server.create("other_kind")
    other = Shell(postgresql_server.url("other_kind"), in_file.folder)
    (problem,) = other.refused("backup", "restore", str(folder_of(in_file)))
    assert problem["code"] == "other-database"
    postgresql_server.drop("other_kind")


def test_a_backup_of_an_older_revision_is_restored_and_then_upgraded(in_file: Shell):
    place = Path(backup(in_file)["place"])
    copy = place / "ledger.db"
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0013'")
        connection.execute("DROP TABLE site_setting")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    noted_again(place, revision="0013")
    checked = in_file.json("backup", "check", str(place))
    assert checked[0]["note"] == "not opened, since it is at revision 0013"
    new = Shell(f"sqlite:///{in_file.folder}/new.db", in_file.folder)
    assert "rating-ledger init" in new.json("backup", "restore", str(place))["to_do"][0]


# --- the export in place of a dump ---------------------------------------------------------------


def old_programs(folder: Path) -> str:
    """A folder with a `pg_dump` that is older than the server."""
    for name in ("pg_dump", "pg_restore"):
        (folder / name).write_text(f"#!/bin/sh\necho '{name} (PostgreSQL) 9.6.24'\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("version", "why"),
    [(None, "pg_dump is not installed"), ("9.6", "9.6.24 is older than the server's 18")],
)
def test_without_a_fitting_pg_dump_the_backup_is_an_export(
    postgresql_database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    version: str | None,
    why: str,
):
    (tmp_path / "backups").mkdir()
    monkeypatch.setenv("PATH", old_programs(tmp_path) if version else "/nowhere")
    shell = Shell(postgresql_database, tmp_path)
    shell.append(*SPRING)
    outcome = shell.run("--format", "json", "backup", str(folder_of(shell)))
    taken = json.loads(outcome.out)
    assert taken["kind"] == "export"
    assert why in outcome.err
    assert "no source files, accounts, submissions" in outcome.err
    assert set(faults(shell).values()) == {None}
    restored = Shell(f"sqlite:///{tmp_path}/new.db", tmp_path)
    to_do = restored.json("backup", "restore", str(folder_of(shell)))["to_do"]
    assert any("no source files" in each for each in to_do)
    assert everything(restored) == everything(shell)


def test_without_pg_restore_a_dump_is_neither_opened_nor_restored(
    postgresql_database: str,
    postgresql_server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    (tmp_path / "backups").mkdir()
    shell = Shell(postgresql_database, tmp_path)
    shell.append(*SPRING)
    backup(shell)
    monkeypatch.setenv("PATH", "/nowhere")
    (fault,) = faults(shell).values()
    assert "pg_restore is not installed" in str(fault)
    postgresql_server.create("without_programs")
    new = Shell(postgresql_server.url("without_programs"), tmp_path)
    (problem,) = new.refused("backup", "restore", str(folder_of(shell)))
    postgresql_server.drop("without_programs")
    assert problem["code"] == "not-installed"


def test_a_role_that_may_not_read_everything_cannot_dump(
    postgresql_database: str, tmp_path: Path, postgresql_server: Server
):
    shell = Shell(postgresql_database, tmp_path)
    shell.append(*SPRING)
    (tmp_path / "backups").mkdir()
    name = make_url(postgresql_database).database
    postgresql_server.run_program(
        "psql",
        f"--dbname={name}",
        "--command=DROP ROLE IF EXISTS reads_the_log",
        "--command=CREATE ROLE reads_the_log LOGIN",
        "--command=GRANT SELECT ON event, log_head, alembic_version TO reads_the_log",
    )
    reader = Shell(postgresql_database.replace("//ledger@", "//reads_the_log@"), tmp_path)
    (problem,) = reader.refused("backup", str(folder_of(shell)))
    assert "permission denied" in problem["message"]
    assert "docs/how-to/operate-a-ledger.md" in problem["message"]
    assert backups_in(folder_of(shell)) == []
    postgresql_server.run_program(
        "psql",
        f"--dbname={name}",
        "--command=DROP OWNED BY reads_the_log",
        "--command=DROP ROLE reads_the_log",
    )


# --- keeping some --------------------------------------------------------------------------------


def test_the_newest_are_kept(shell: Shell):
    names = [Path(backup(shell)["place"]).name]
    for each in ("ivan", "jan", "karl"):
        shell.append(player(each))
        taken = backup(shell, "--keep", "2")
        names.append(Path(taken["place"]).name)
        assert taken["deleted"] == (names[-3:-2] if len(names) > 2 else [])
    assert backups_in(folder_of(shell)) == sorted(names[-2:])


def test_what_others_have_in_the_folder_stays(in_file: Shell):
    folder = folder_of(in_file)
    old = Path(backup(in_file)["place"])
    (old / "why.txt").write_text("kept for the lawsuit")
    (folder / "backup-20200101T000000.000000Z-3").mkdir()
    (folder / "backup-20200101T000000.000000Z-3" / "photo.jpg").write_bytes(b"of the summer")
    (folder / "backup.json").mkdir()
    (folder / "ledger.db").write_bytes(b"somebody's")
    with closing(sqlite3.connect(folder / "backup-20200101T000000.000000Z-4")) as foreign:
        foreign.execute("CREATE TABLE film (title)")
    before = backups_in(folder)
    for _ in range(2):
        taken = backup(in_file, "--keep", "1")
    assert backups_in(folder) == sorted([*before, Path(taken["place"]).name])
    assert (old / "why.txt").exists()


def test_a_backup_of_another_ledger_is_noticed_and_not_deleted(in_file: Shell):
    path = in_file.folder / "other.db"
    other = Shell(f"sqlite:///{path}", in_file.folder)
    other.json("init")
    other.append(player("olga"))
    foreign = Path(backup(other)["place"]).name
    taken = backup_with_notes(in_file, "--keep", "1")
    assert taken["deleted"] == []
    assert taken["notes"] == [f"not of this log, and therefore not deleted: {foreign}"]
    rows = in_file.json("backup", "check", str(folder_of(in_file)))
    assert {row["backup"]: row["note"] for row in rows} == {
        Path(taken["place"]).name: None,
        foreign: "of another ledger than the newest",
    }
    new = Shell(f"sqlite:///{in_file.folder}/new.db", in_file.folder)
    (problem,) = new.refused("backup", "restore", str(folder_of(in_file)))
    assert "several ledgers" in problem["message"]
    assert new.run("backup", "restore", taken["place"]).status == 0


def backup_with_notes(shell: Shell, *options: str) -> Any:
    outcome = shell.run("--format", "json", "backup", str(folder_of(shell)), *options)
    assert outcome.status == 0
    return json.loads(outcome.out)


def test_a_backup_with_more_than_the_ledger_survives(in_file: Shell):
    """A ledger that was set back to an older state deletes nothing of what it has lost."""
    early = backup(in_file)
    in_file.append(player("ivan"))
    late = Path(backup(in_file)["place"]).name
    for each in in_file.folder.glob("ledger.db*"):
        each.unlink()
    in_file.json("backup", "restore", early["place"])
    taken = backup_with_notes(in_file, "--keep", "1")
    assert taken["notes"] == [f"not of this log, and therefore not deleted: {late}"]
    assert taken["deleted"] == [Path(early["place"]).name]


# --- damage --------------------------------------------------------------------------------------


def noted_again(place: Path, **changes: str) -> None:
    """Give a changed copy its note again, as a forger would."""
    content = next(place.glob("ledger.*")).read_bytes()
    note = json.loads((place / "backup.json").read_text("utf-8")) | changes
    note |= {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    (place / "backup.json").write_text(json.dumps(note), "utf-8")


def damaged(shell: Shell, change: Callable[[bytes], bytes]) -> Path:
    place = Path(backup(shell)["place"])
    copy = next(place.glob("ledger.*"))
    copy.write_bytes(change(copy.read_bytes()))
    return place


def test_a_copy_that_was_cut_off_is_found_and_not_restored(shell: Shell, lose: Lose):
    place = damaged(shell, lambda content: content[:-512])
    (fault,) = faults(shell).values()
    assert "it was cut off or changed" in str(fault)
    lose()
    (problem,) = shell.refused("backup", "restore", str(place))
    assert problem["code"] == "no-sound-backup"
    assert not Path(make_url(shell.database).database or "").exists()


def one_byte(content: bytes) -> bytes:
    return content[:5000] + bytes([content[5000] ^ 1]) + content[5001:]


def test_a_byte_that_was_changed_is_found(shell: Shell):
    damaged(shell, one_byte)
    (fault,) = faults(shell).values()
    assert "has another digest than noted" in str(fault)


def test_a_log_that_was_rewritten_is_found_though_its_digest_is_noted(shell: Shell):
    """The chain and the head are compared, whatever size and digest say."""
    place = Path(backup(shell)["place"])
    note = json.loads((place / "backup.json").read_text("utf-8"))
    position, _, head = note["head"].partition(":")
    noted_again(place, head=f"{position}:{head[::-1]}")
    (fault,) = faults(shell).values()
    assert fault == (
        "the log up to here is not the one whose head was noted: it was rewritten since"
    )


def test_a_copy_with_a_changed_event_is_found(in_file: Shell):
    place = Path(backup(in_file)["place"])
    with closing(sqlite3.connect(place / "ledger.db")) as connection:
        connection.execute("DROP TRIGGER event_is_never_updated")
        connection.execute("UPDATE event SET recorded_by = 'forger' WHERE position = 3")
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    noted_again(place)
    assert [*faults(in_file).values()] != [None]


@pytest.mark.parametrize("note", [b"", b"{}", b"[]", b'{"kind": "tar"}', b"\xff"])
def test_a_note_that_cannot_be_read_is_a_fault_of_its_backup_alone(in_file: Shell, note: bytes):
    sound = Path(backup(in_file)["place"]).name
    in_file.append(player("ivan"))
    place = Path(backup(in_file)["place"])
    (place / "backup.json").write_bytes(note)
    found = faults(in_file)
    assert found[sound] is None
    assert "backup.json or the copy is not usable" in str(found[place.name])
    assert backup_with_notes(in_file, "--keep", "1")["deleted"] == [sound]
    assert place.exists()


def test_a_ledger_that_is_not_sound_gives_no_backup(in_file: Shell):
    with closing(sqlite3.connect(in_file.folder / "ledger.db")) as connection:
        connection.execute("DROP TRIGGER event_is_never_updated")
        connection.execute("UPDATE event SET recorded_by = 'forger' WHERE position = 3")
        connection.commit()
    (problem,) = in_file.refused("backup", str(folder_of(in_file)))
    assert problem["code"] == "not-verified"
    assert backups_in(folder_of(in_file)) == []


def test_an_event_that_comes_while_the_copy_is_made_is_in_the_copy_and_in_its_head(
    postgresql_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "backups").mkdir()
    shell = Shell(postgresql_database, tmp_path)
    shell.append(*SPRING)
    late = shell.file("late.jsonl", player("ivan"))
    program = f"'{sys.executable}' -m tests.ledger.program --database '{shell.database}'"
    (tmp_path / "pg_dump").write_text(
        f'#!/bin/sh\n[ "$1" = --version ] || {program} append {late} >&2\n'
        f'exec "{programs()}/pg_dump" "$@"\n'
    )
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    taken = backup(shell)
    verified = shell.json("verify")
    assert verified["events"] == len(SPRING) + 1
    assert taken["head"] == f"{verified['events']}:{verified['head_hash']}"


def test_pg_dump_is_given_what_the_address_says_and_no_option_of_a_newer_library(
    postgresql_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """That of PostgreSQL 15 knows no `sslcertmode`, which the driver's own library sets."""
    (tmp_path / "backups").mkdir()
    (tmp_path / "pg_dump").write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" >> {tmp_path}/given\nexec "{programs()}/pg_dump" "$@"\n'
    )
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    shell = Shell(postgresql_database, tmp_path)
    shell.append(*SPRING)
    assert backup(shell)["kind"] == "pg_dump"
    given = (tmp_path / "given").read_text().splitlines()
    (address,) = {line for line in given if line.startswith("--dbname=")}
    url = make_url(postgresql_database)
    stated = {*url.translate_connect_args(username="user", database="dbname"), *url.query}
    assert conninfo_to_dict(address.removeprefix("--dbname=")).keys() == stated - {"password"}


WRITES_ROT = 'dd if=/dev/zero of="$file" bs=1 seek=9000 count=400 conv=notrunc status=none'
WRITES_AN_OLDER_STATE = 'cp old.dump "$file"'


@pytest.mark.parametrize("instead", [WRITES_ROT, WRITES_AN_OLDER_STATE])
def test_a_copy_that_is_not_what_was_asked_for_is_no_backup(
    postgresql_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, instead: str
):
    """Whatever `pg_dump` says, its file is opened and compared with the log."""
    (tmp_path / "backups").mkdir()
    shell = Shell(postgresql_database, tmp_path)
    shell.append(*SPRING)
    old = Path(backup(shell)["place"])
    (old / "ledger.dump").rename(tmp_path / "old.dump")
    shutil.rmtree(old)
    shell.append(player("ivan"))
    (tmp_path / "pg_dump").write_text(
        '#!/bin/sh\nfor each; do case "$each" in --file=*) file="${each#--file=}";; esac; done\n'
        f'"{programs()}/pg_dump" "$@" && [ -z "$file" ] || {instead}\n'
    )
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    shell.refused("backup", str(folder_of(shell)))
    assert backups_in(folder_of(shell)) == []


# --- interrupted, together, on a full disk -------------------------------------------------------


def test_while_another_backup_is_written_a_second_one_is_refused(in_file: Shell):
    with (folder_of(in_file) / ".rating-ledger-lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)  # refused to those alone who want it for themselves
        (problem,) = in_file.refused("backup", str(folder_of(in_file)))
    assert problem["code"] == "backup-under-way"
    assert backups_in(folder_of(in_file)) == []
    backup(in_file)


EVENTS = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "sqlite3.connect")


def killed_at(number: int, folder: Path, work: Callable[[], object]) -> bool:
    """Work in a process that is killed before it touches its ``number``th file of a folder.

    False if it was done before.
    """
    if not (child := os.fork()):
        seen = 0

        def count(event: str, arguments: tuple[Any, ...]) -> None:
            nonlocal seen
            if event in EVENTS and str(folder) in str(arguments[0]):
                seen += 1
                if seen == number:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def kill_points(folder: Path, work: Callable[[], object]) -> Iterator[int]:
    number = 1
    while killed_at(number, folder, work):
        yield number
        number += 1


@pytest.mark.slow
def test_a_backup_that_is_killed_at_any_point_leaves_nothing_half(in_file: Shell):
    folder = folder_of(in_file)
    backup(in_file)
    points = 0
    for points in kill_points(
        folder, lambda: take(connect(in_file.database), folder, now(), keep=1)
    ):
        there = [each for each in backups_in(folder) if re.match("backup-", each)]
        assert there
        assert faults(in_file) == dict.fromkeys(there)
        if points % 5 == 0:  # the next run tidies up
            name = Path(backup(in_file, "--keep", "1")["place"]).name
            assert backups_in(folder) == [name]
    assert points > 10
    assert len(backups_in(folder)) == 1


@pytest.mark.slow
def test_a_restore_that_is_killed_at_any_point_can_be_repeated(in_file: Shell):
    before = in_file.json("log")
    places = named(Path(backup(in_file)["place"]))
    place = in_file.folder / "new"
    place.mkdir()
    restored = Shell(f"sqlite:///{place}/new.db", in_file.folder)
    points = []
    for each in kill_points(place, lambda: restore(places, restored.database)):
        points.append(each)
        if not (place / "new.db").exists():
            restored.json("backup", "restore", str(folder_of(in_file)))
        assert restored.json("log") == before
        for left in place.iterdir():
            left.unlink()
    assert len(points) > 3
    assert restored.json("log") == before


@pytest.mark.slow
def test_a_full_disk_leaves_nothing_and_says_what_to_do(shell: Shell):
    old = Path(backup(shell)["place"]).name
    command = [sys.executable, "-m", "tests.ledger.program", "--database", shell.database]
    for bytes_ in (0, 4_096, 20_000):
        done = subprocess.run(
            [*command, "backup", str(folder_of(shell)), "--keep", "1"],
            env={**environment_of_a_process(), LARGEST_FILE: str(bytes_)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (1, ""), done
        assert "disk" in done.stderr
        assert "Traceback" not in done.stderr
        assert backups_in(folder_of(shell)) == [old]


def test_a_backup_that_may_not_be_deleted_is_kept_and_the_new_one_is_not_refused(
    in_file: Shell, monkeypatch: pytest.MonkeyPatch
):
    old = Path(backup(in_file)["place"]).name
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if self.name == old:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    taken = backup(in_file, "--keep", "1")
    assert taken["deleted"] == []
    assert backups_in(folder_of(in_file)) == sorted([old, Path(taken["place"]).name])


def test_a_database_in_memory_is_no_place_to_restore_into(in_file: Shell):
    backup(in_file)
    memory = Shell("sqlite://", in_file.folder)
    assert memory.refused("backup", "restore", str(folder_of(in_file)))


def test_a_folder_that_is_missing_is_not_made(in_file: Shell):
    (problem,) = in_file.refused("backup", str(in_file.folder / "unmounted"))
    assert problem["message"].endswith("make it, or mount its disk")
    assert not (in_file.folder / "unmounted").exists()
    assert named(Path(backup(in_file)["place"]) / "ledger.db")


# --- under a service -----------------------------------------------------------------------------


def documented(stopped: Path) -> str:
    """The lines of docs/how-to/operate-a-ledger.md, in the test's folder and without a service."""
    page = (ROOT / "docs" / "how-to" / "operate-a-ledger.md").read_text("utf-8")
    lines = page.partition('```sh title="restore"\n')[2].partition("```")[0]
    assert "mv club.db*" in lines
    return f"set -e\nsystemctl() {{ echo $1; }}\n{lines}".replace("/srv", str(stopped))


@pytest.mark.slow
def test_a_restore_under_a_killed_server_as_it_is_documented(tmp_path: Path):
    """By the very lines: what the server left behind is out of the way, the head is that noted."""
    path = tmp_path / "ledger" / "club.db"
    for each in ("ledger", "backup", "notes"):
        (tmp_path / each).mkdir()
    shell = Shell(f"sqlite:///{path}", tmp_path)
    shell.run("init")
    shell.append(*SPRING)
    before = everything(shell)
    taken = shell.json("backup", str(tmp_path / "backup"))
    (tmp_path / "notes" / "head").write_text(taken["head"], "utf-8")
    with closing(sqlite3.connect(path)) as here:
        here.execute("SELECT count(*) FROM event").fetchall()  # the log beside it stays
        shell.append(player("ivan"))
        log = path.with_name("club.db-wal").read_bytes()
    path.with_name("club.db-wal").write_bytes(log)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    lines = ["bash", "-c", documented(tmp_path)]
    done = subprocess.run(lines, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "stop"
    assert done.stdout.splitlines()[-1] == "start"
    assert everything(shell) == before
