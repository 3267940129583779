"""Questions to a ledger that can only be read.

A file on a shelf, a standby server, a role that may only read, a disk that cannot be written.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from ledger.events.problems import Refused
from ledger.log.database import connect
from tests.console.autumn import AUTUMN, SUMMER
from tests.console.shell import Shell, lines
from tests.projections.submissions import player


@pytest.fixture
def behind(autumn: Shell) -> Shell:
    """The autumn's list is made; then the match of the summer arrives."""
    autumn.json("ratings", "dwz")
    autumn.append(*SUMMER)
    return autumn


@pytest.fixture
def copy(behind: Shell) -> Shell:
    """The same ledger, opened for reading only."""
    url = behind.database
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        return Shell(f"sqlite:///file:{path}?mode=ro&uri=true", behind.folder)
    mark = "&" if "?" in url else "?"
    return Shell(f"{url}{mark}options=-c%20default_transaction_read_only%3Don", behind.folder)


def test_a_list_that_is_behind_is_answered_by_a_replay(copy: Shell, behind: Shell) -> None:
    answered = copy.run("--format", "json", "ratings", "dwz")
    assert answered.status == 0
    assert answered.out == behind.run("--format", "json", "ratings", "dwz").out


def test_a_list_that_is_up_to_date_is_read(copy: Shell, behind: Shell) -> None:
    current = behind.json("player", "dwz", "anna")
    assert copy.json("player", "dwz", "anna") == current


def test_nothing_can_be_handed_in(copy: Shell, behind: Shell) -> None:
    """Even submissions that the ledger itself would accept."""
    zoe = player("zoe")
    before = len(behind.json("log"))
    refused = copy.run("append", "-", stdin=lines(zoe))
    assert (refused.status, refused.out) == (1, "")
    assert "nothing can be written into this ledger" in refused.err
    assert len(behind.json("log")) == before
    assert behind.append(zoe)["appended"] == 1


# --- a role that may only read ---------------------------------------------------------------

READER = "reader_of_a_test"


@pytest.fixture
def reader(postgresql_database: str, tmp_path: Path) -> Iterator[Shell]:
    """A ledger on PostgreSQL as somebody sees it who was granted SELECT and nothing else."""
    url = postgresql_database
    owner = Shell(url, tmp_path)
    owner.append(*AUTUMN)
    owner.json("ratings", "dwz")
    owner.append(*SUMMER)
    engine = connect(url)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE ROLE {READER}"))
        connection.execute(text(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {READER}"))
    mark = "&" if "?" in url else "?"
    yield Shell(f"{url}{mark}options=-c%20role%3D{READER}", tmp_path)
    with engine.begin() as connection:
        connection.execute(text(f"DROP OWNED BY {READER}"))
        connection.execute(text(f"DROP ROLE {READER}"))
    engine.dispose()


def as_owner(shell: Shell) -> Shell:
    return Shell(shell.database.rpartition("options=")[0].rstrip("?&"), shell.folder)


def test_a_role_that_may_only_read_is_answered_by_a_replay(reader: Shell) -> None:
    for question in (
        ["ratings", "dwz"],
        ["player", "dwz", "anna"],
        ["tournament", "dwz", "autumn"],
    ):
        assert reader.json(*question) == as_owner(reader).json(*question)
    assert reader.json("verify")["ok"]
    assert reader.json("rebuild", "--check")["differences"] == []


def test_also_where_the_derived_tables_were_not_granted_to_it(reader: Shell) -> None:
    engine = connect(as_owner(reader).database)
    with engine.begin() as connection:
        for table in ("generation", "occasion", "card", "card_dependency"):
            connection.execute(text(f"REVOKE ALL ON TABLE {table} FROM {READER}"))
    engine.dispose()
    assert reader.json("ratings", "dwz") == as_owner(reader).json("ratings", "dwz")


def test_what_it_writes_is_refused_with_the_remedy(reader: Shell) -> None:
    commands = [
        ["append", "-"],
        ["rebuild"],
        ["correct", "anna", "--set", "club=x", "--reason", "y"],
        ["publish", "dwz", "--on", "1996-12-01"],
    ]
    for command in commands:
        (problem,) = reader.refused(*command, stdin=lines(player("zoe")))
        assert problem["code"] == "only-readable"
        assert "this role may only read it" in problem["message"]


# --- a disk that cannot be written -----------------------------------------------------------


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator["Shelf"]:
    """A folder that can be closed against writing, for everybody: root mounts it so."""
    shelf = Shelf(tmp_path / "shelf")
    shelf.folder.mkdir()
    if os.geteuid() == 0:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "none", shelf.folder], check=False, capture_output=True
        )
        if mounted.returncode:
            pytest.skip("root cannot be kept from writing here: nothing can be mounted")
    yield shelf
    shelf.open()
    if os.geteuid() == 0:
        subprocess.run(["umount", "-l", shelf.folder], check=True)


class Shelf:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def close(self) -> None:
        self._let(write=False)

    def open(self) -> None:
        self._let(write=True)

    def _let(self, *, write: bool) -> None:
        if os.geteuid() == 0:
            how = "remount,rw" if write else "remount,ro"
            subprocess.run(["mount", "-o", how, self.folder], check=True)
        else:
            self.folder.chmod(0o755 if write else 0o555)


def put_on(shelf: Shelf, office: Shell, *endings: str) -> Shell:
    """A copy of an office's ledger on the shelf, which is closed then."""
    path = office.database.removeprefix("sqlite:///")
    for ending in ("", *endings):
        shutil.copy(f"{path}{ending}", shelf.folder / f"ledger.db{ending}")
    shelf.close()
    return Shell(f"sqlite:///{shelf.folder}/ledger.db", office.folder)


def test_a_ledger_on_a_disk_that_cannot_be_written_is_verified_and_asked(
    autumn_in_file: Shell, shelf: Shelf
) -> None:
    autumn_in_file.json("ratings", "dwz")
    autumn_in_file.append(*SUMMER)
    stored = put_on(shelf, autumn_in_file)
    assert stored.json("verify") == autumn_in_file.json("verify")
    for question in (["log"], ["player", "dwz", "anna"], ["ratings", "dwz"], ["pools"]):
        assert stored.json(*question) == autumn_in_file.json(*question)
    assert stored.json("rebuild", "--check")["differences"] == []
    assert sorted(each.name for each in shelf.folder.iterdir()) == ["ledger.db"]


def test_nothing_can_be_handed_in_there(autumn_in_file: Shell, shelf: Shelf) -> None:
    stored = put_on(shelf, autumn_in_file)
    for command in (["append", "-"], ["rebuild"], ["init"]):
        (problem,) = stored.refused(*command, stdin=lines(player("zoe")))
        assert "its file or folder cannot be written here" in problem["message"]


def test_events_that_lie_in_the_write_ahead_log_alone_are_not_passed_over(
    autumn_in_file: Shell, shelf: Shelf
) -> None:
    """A copy of a ledger in use; without its last events it would still verify."""
    path = autumn_in_file.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as reading:  # so that the log is not merged at the end
        reading.execute("SELECT count(*) FROM event").fetchone()
        autumn_in_file.append(*SUMMER)
        stored = put_on(shelf, autumn_in_file, "-wal")
    (problem,) = stored.refused("verify")
    assert problem["code"] == "unmerged-log"
    assert "ledger.db-wal" in problem["message"]


def test_a_file_that_others_write_meanwhile_is_not_believed(
    autumn_in_file: Shell, shelf: Shelf
) -> None:
    stored = put_on(shelf, autumn_in_file)
    engine = connect(stored.database)
    with engine.connect() as connection:
        connection.execute(text("SELECT count(*) FROM event"))
        shelf.open()
        with (shelf.folder / "ledger.db").open("ab") as file:
            file.write(b"x")
        with pytest.raises(Refused, match="ask again"):
            connection.execute(text("SELECT count(*) FROM event"))
    engine.dispose()
