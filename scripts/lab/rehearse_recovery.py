"""Recovery to a point in time, rehearsed on a PostgreSQL server of its own.

python -m scripts.lab.rehearse_recovery     prints every step with its output

A base backup and an archive of the write-ahead log are kept, a head is noted, a player is
forgotten, and the data folder is lost.  The ledger is recovered to the time of the note, and
later events are appended again.
"""

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from os import chown
from pathlib import Path

import click
import psycopg

from tests.console.shell import run
from tests.console.spring import SPRING
from tests.databases.server import SETTINGS, USER, Server
from tests.projections.submissions import event, player

NAME = "ratings"
ARCHIVED = {"archive_mode": "on", "archive_command": "cp %p {home}/archive/%f"}
LATER = (
    event("player.forgotten", "forget anna", {"player": "anna", "reason": "asked for it"}),
    player("ivan"),
)


class Rehearsal:
    """One server that is lost and recovered; every step is printed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._settings = dict(SETTINGS)
        self.server = Server(settings=self._settings)
        (self.server.home / "archive").mkdir()
        self._to_server(self.server.home / "archive")
        self._set(ARCHIVED)

    def _set(self, settings: Mapping[str, str]) -> None:
        home = self.server.home
        self._settings |= {name: text.format(home=home) for name, text in settings.items()}

    def _to_server(self, path: Path) -> None:
        account = self.server.home.stat()
        chown(path, account.st_uid, account.st_gid)

    def said(self, *arguments: str, status: int = 0) -> str:
        """Run a command, print it with its output; return the output."""
        outcome = run("--database", self.server.url(NAME), *arguments)
        told = f"$ rating-ledger {' '.join(arguments)}\n{outcome.out}{outcome.err}"
        click.echo(told.replace(f"{self._folder}/", ""), nl=False)
        if outcome.status != status:
            raise click.ClickException(f"it ended with status {outcome.status}")
        return outcome.out

    def append(self, name: str, *events: object) -> None:
        """Append a file of events."""
        path = self._folder / name
        path.write_text("".join(json.dumps(each) + "\n" for each in events), "utf-8")
        self.said("append", str(path), "--by", "office")

    def head(self) -> str:
        """Return the head of the log, in the form of a note."""
        document = json.loads(run("--database", self.server.url(NAME), *VERIFY).out)
        return f"{document['events']}:{document['head_hash']}"

    def asked(self, question: str) -> str:
        """Return one value from the server."""
        with psycopg.connect(
            host=str(self.server.home), user=USER, dbname=NAME, autocommit=True
        ) as connection:
            row = connection.execute(question.encode()).fetchone()
        return str(row[0]) if row else ""

    def back_up(self) -> None:
        """Take a base backup."""
        self.server.run_program("pg_basebackup", "--pgdata=base", "--checkpoint=fast")
        click.echo("# pg_basebackup --pgdata=base --checkpoint=fast")

    def archive(self) -> None:
        """Wait until all writes are in the archive, as ``archive_timeout`` would ensure."""
        segment = self.asked("SELECT pg_walfile_name(pg_switch_wal())")
        self._wait_for((self.server.home / "archive" / segment).exists)
        self._wait_for(
            lambda: self.asked("SELECT last_archived_wal FROM pg_stat_archiver") >= segment
        )

    def _wait_for(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            time.sleep(0.1)

    def lose(self) -> None:
        """Kill the server and remove its data."""
        self.server.kill()
        shutil.rmtree(self.server.home / "data")
        click.echo("# the server is killed, its data folder is lost")

    def recover(self, moment: str) -> None:
        """Recover from the base backup and the archive up to a time."""
        data = (self.server.home / "base").rename(self.server.home / "data")
        (data / "recovery.signal").touch()
        self._to_server(data / "recovery.signal")
        target = {
            "restore_command": "cp {home}/archive/%f %p",
            "recovery_target_time": moment,
            "recovery_target_action": "promote",
        }
        self._set(target)
        click.echo(f"# recovery.signal, restore_command, recovery_target_time = '{moment}'")
        self.server.start()
        self._wait_for(lambda: self.asked("SELECT pg_is_in_recovery()") == "False")


VERIFY = ("--format", "json", "verify")


def rehearse(rehearsal: Rehearsal) -> None:
    """Run all steps, one after the other."""
    rehearsal.server.start()
    rehearsal.server.create(NAME)
    rehearsal.said("init")
    rehearsal.append("spring.jsonl", *SPRING)
    rehearsal.back_up()
    rehearsal.append("hanna.jsonl", player("hanna"))
    noted, moment = rehearsal.head(), rehearsal.asked("SELECT clock_timestamp()")
    click.echo(f"# noted elsewhere: {noted}")
    rehearsal.append("later.jsonl", *LATER)
    last = rehearsal.head()
    rehearsal.archive()
    rehearsal.lose()
    rehearsal.recover(moment)
    rehearsal.said("verify", "--against", noted)
    rehearsal.said("players", "show", "anna")
    rehearsal.append("later.jsonl", *LATER)
    rehearsal.said("verify", "--against", noted)
    rehearsal.said("verify", "--against", last, status=1)
    rehearsal.said("rebuild", "--check")


@click.command()
def main() -> None:
    """Rehearse the recovery of a ledger to a point in time."""
    with tempfile.TemporaryDirectory() as folder:
        rehearsal = Rehearsal(Path(folder))
        try:
            rehearse(rehearsal)
        finally:
            rehearsal.server.remove()


if __name__ == "__main__":
    main()
