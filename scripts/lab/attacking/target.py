"""The attacked server: the program as a process of its own, on a copy of the demo."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from json import loads
from pathlib import Path
from urllib.parse import urlsplit

import attrs

from ledger.log.clock import vouched_now
from projections.accounts.store import AccountStore
from projections.api import Ledger
from projections.interfaces.cli.demo.demo_command import make_demo
from scripts.generate_federation import federation

SECONDS_TO_END = 30
SECONDS_TO_ANSWER = 150


@attrs.frozen
class Target:
    """The server's address, the ledger that it serves, and an officer's token."""

    process: int
    host: str
    port: int
    database: str
    token: str
    log: Path

    def memory(self, *, peak: bool = False) -> float:
        """Return the present or peak memory of the process, in MB."""
        return self._status("VmHWM" if peak else "VmRSS") / 1024

    def sockets(self) -> int:
        """Return the server's number of sockets: one for each connection and a few of its own."""
        files = Path(f"/proc/{self.process}/fd").iterdir()
        return sum(_is_socket(each) for each in files)

    def get(self, address: str) -> tuple[int, bytes]:
        """Return the status and the body of an answer."""
        with closing(HTTPConnection(self.host, self.port, timeout=SECONDS_TO_ANSWER)) as asking:
            asking.request("GET", address)
            response = asking.getresponse()
            return response.status, response.read()

    def seconds_to_answer(self, address: str) -> float:
        """Return the seconds that an answer takes; infinity if it is not a page."""
        begun = time.monotonic()
        status, _ = self.get(address)
        return time.monotonic() - begun if status == 200 else float("inf")

    def grow(self, games: int, pool: str) -> None:
        """Append a federation to the ledger, and wait until the server has caught up with it."""
        with Ledger.open(self.database, clock=vouched_now) as ledger:
            ledger.append(federation(games, 1, pool=pool), by="attacker")
            ledger.catch_up(pool)
        while (health := loads(self.get("/health")[1]))["head"] != health["read_model"]:
            time.sleep(0.1)

    def failures(self) -> Sequence[str]:
        """The last lines of the tracebacks that the server has printed, each once."""
        lines = self.log.read_text("utf-8").splitlines()
        errors = (line for line in lines if line[:1].isalpha() and "Error" in line)
        return list(dict.fromkeys(errors))

    def _status(self, field: str) -> int:
        lines = Path(f"/proc/{self.process}/status").read_text("ascii", "replace").splitlines()
        return next(int(each.split()[1]) for each in lines if each.startswith(f"{field}:"))


@contextmanager
def target(folder: Path, options: Sequence[str] = ()) -> Iterator[Target]:
    """Run a server on a new ledger in a folder."""
    database, token = new_ledger(folder)
    with running(folder, database, token, options) as served:
        yield served


def new_ledger(folder: Path) -> tuple[str, str]:
    """Make a copy of the demo; return its URL, and an officer's token."""
    database = make_demo(folder / "ledger.db")
    with Ledger.open(database, clock=vouched_now) as ledger:
        accounts = AccountStore(ledger.engine, vouched_now)
        accounts.add("attacker", "officer", None)
        return database, accounts.add_token("attacker")


@contextmanager
def running(
    folder: Path,
    database: str,
    token: str,
    options: Sequence[str] = (),
    read_database: str | None = None,
) -> Iterator[Target]:
    """Run a server on a ledger; its output is kept in the folder."""
    read = () if read_database is None else ("--read-database", read_database)
    command = ("-m", "projections.interfaces.cli.program", "--database", database, *read, "serve")
    with subprocess.Popen(
        [sys.executable, *command, "--port", "0", "--clock-is-right", *options],
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            where = urlsplit(_announced(process))
            log = folder / "server.log"
            threading.Thread(target=_keep, args=(process, log), daemon=True).start()
            yield Target(process.pid, where.hostname or "", where.port or 0, database, token, log)
        finally:
            process.terminate()
            process.wait(SECONDS_TO_END)


def _announced(running: "subprocess.Popen[str]") -> str:
    if running.stderr is None:
        raise RuntimeError("the server has no standard error")
    line = running.stderr.readline()
    return next(each for each in line.split() if each.startswith("http://"))


def _keep(running: "subprocess.Popen[str]", log: Path) -> None:
    """Keep the server's output; an unread pipe would block it."""
    with log.open("w", encoding="utf-8") as file:
        for line in running.stderr or ():
            file.write(line)
            file.flush()


def _is_socket(file: Path) -> bool:
    try:
        return str(file.readlink()).startswith("socket:")
    except FileNotFoundError:  # closed in the meantime
        return False
