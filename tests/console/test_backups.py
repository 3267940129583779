"""A backup of the database, restored after everything was lost: the same head, the same lists."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from tests.architecture.sources import ROOT
from tests.console.shell import Shell
from tests.console.spring import SPRING
from tests.databases.server import Server
from tests.projections.submissions import player

Backup = Callable[[], Callable[[], None]]
"""Takes a backup; what it gives restores it."""


def sqlite_backup(database: str, folder: Path) -> Backup:
    """As ``sqlite3 ledger.db ".backup copy.db"``, while the ledger is open."""
    path, copy = Path(make_url(database).database or ""), folder / "copy.db"

    def take() -> Callable[[], None]:
        with closing(sqlite3.connect(path)) as here, closing(sqlite3.connect(copy)) as there:
            here.backup(there)
        return restore

    def restore() -> None:
        for each in path.parent.glob(f"{path.name}*"):
            each.unlink()
        shutil.copy(copy, path)

    return take


def server_backup(database: str, server: Server) -> Backup:
    """By ``pg_dump --format=custom`` and ``pg_restore``."""
    name = make_url(database).database or ""

    def take() -> Callable[[], None]:
        server.run_program("pg_dump", "--format=custom", f"--file={name}.dump", name)
        return restore

    def restore() -> None:
        server.drop(name)
        server.create(name)
        options = ("--exit-on-error", "--dbname", name)
        server.run_program("pg_restore", *options, f"{name}.dump")

    return take


@pytest.fixture
def backup(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> Backup:
    if database.startswith("sqlite"):
        return sqlite_backup(database, tmp_path)
    return server_backup(database, request.getfixturevalue("postgresql_server"))


def everything(shell: Shell) -> dict[str, Any]:
    """Return the ledger's answers about itself and its list."""
    questions = (("verify",), ("log",), ("ratings", "dwz", "--all"), ("tournaments", "dwz"))
    return {" ".join(each): shell.json(*each) for each in questions}


def test_a_restored_backup_says_what_the_ledger_said(
    database: str, tmp_path: Path, backup: Backup
):
    shell = Shell(database, tmp_path)
    shell.append(*SPRING)
    before = everything(shell)
    noted = f"{before['verify']['events']}:{before['verify']['head_hash']}"
    restore = backup()
    shell.append(player("ivan"))
    restore()
    assert everything(shell) == before
    assert shell.json("verify", "--against", noted)["ok"]
    assert shell.json("rebuild", "dwz", "--check")["differences"] == []


def test_a_restored_ledger_goes_on_and_is_guarded_as_before(
    database: str, tmp_path: Path, backup: Backup
):
    """With its triggers and with the function that wipes."""
    shell = Shell(database, tmp_path)
    shell.append(*SPRING)
    restore = backup()
    restore()
    shell.append(player("ivan"))
    forget = ("players", "forget", "ivan", "--reason", "asked for it", "--yes")
    assert shell.run(*forget).status == 0
    assert shell.json("verify")["ok"]
    changed = shell.run("restore", shell.file("more", player("jan")))
    assert (changed.status, "restore into an empty one" in changed.err) == (1, True)


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
    noted = f"{before['verify']['events']}:{before['verify']['head_hash']}"
    (tmp_path / "notes" / "head").write_text(noted, "utf-8")
    with closing(sqlite3.connect(path)) as here:
        with closing(sqlite3.connect(tmp_path / "backup" / "club.db")) as there:
            here.backup(there)
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
