"""One node of the cluster: a PostgreSQL server under Patroni."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from scripts.lab.cluster.process_tree import is_running, signal_all, with_descendants
from scripts.lab.cluster.programs import Programs

HERE = "127.0.0.1"
DATABASE = "ratings"
SUPERUSER = "postgres"
REPLICATION = "replicator"
COMMITTING = "COMMIT waiting for"
"""In the title of a process of PostgreSQL that has written a commit and waits for the standby."""
LONGEST_WAIT_FOR_A_COMMIT = 3.0
LOOKS_AT_EACH = 100
LEASE = {"ttl": 20, "loop_wait": 2, "retry_timeout": 5}
"""Seconds: a leader that does not renew its lease for ``ttl`` has lost it."""


@attrs.frozen
class Ports:
    """The ports of a node: its server, and Patroni's REST interface."""

    postgresql: int
    patroni: int


class Node:
    """A node that can be started, killed, stopped and continued."""

    def __init__(
        self,
        name: str,
        ports: Ports,
        folder: Path,
        programs: Programs,
        account: Mapping[str, Any],
    ) -> None:
        self.name = name
        self.ports = ports
        self._data = folder / name
        self._log = folder / f"{name}.log"
        self._configuration = folder / f"{name}.json"
        self._programs = programs
        self._account = account
        self._patroni: subprocess.Popen[bytes] | None = None
        self._stopped: list[int] = []

    @property
    def url(self) -> str:
        """The URL of the ledger on this node, whatever its role."""
        return f"postgresql://{SUPERUSER}@{HERE}:{self.ports.postgresql}/{DATABASE}"

    def configure(self, etcd: int) -> None:
        """Write Patroni's configuration; JSON is YAML as well."""
        self._configuration.write_text(json.dumps(self._settings(etcd), indent=2))

    def _settings(self, etcd: int) -> dict[str, Any]:
        rest, server = f"{HERE}:{self.ports.patroni}", f"{HERE}:{self.ports.postgresql}"
        return {
            "scope": "rating-ledger",
            "name": self.name,
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"hosts": [f"{HERE}:{etcd}"]},
            "bootstrap": {
                "dcs": {
                    **LEASE,
                    # A primary that crashed is replaced, not waited for.
                    "primary_start_timeout": 0,
                    "synchronous_mode": True,
                    "synchronous_mode_strict": True,
                    "postgresql": {"use_pg_rewind": True, "use_slots": True},
                },
                "initdb": ["data-checksums", {"encoding": "UTF8"}, {"locale": "C"}],
            },
            "postgresql": {
                "listen": server,
                "connect_address": server,
                "data_dir": str(self._data),
                "bin_dir": str(self._programs.postgresql),
                "pgpass": str(self._data.with_suffix(".pgpass")),
                "authentication": {
                    "superuser": {"username": SUPERUSER},
                    "replication": {"username": REPLICATION},
                },
                "pg_hba": [f"host {who} all {HERE}/32 trust" for who in ("all", "replication")],
                "parameters": {
                    "unix_socket_directories": "",
                    "max_connections": 60,
                    "shared_buffers": "64MB",
                    "wal_keep_size": "512MB",
                },
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
            },
        }

    def start(self) -> None:
        """Start Patroni, which starts its server as soon as it knows its role."""
        with self._log.open("ab") as log:
            self._patroni = subprocess.Popen(
                [self._programs.patroni, self._configuration],
                cwd=self._data.parent,
                env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C reaches only the script, which then ends its processes.
                start_new_session=True,
                **self._account,
            )

    def mute(self) -> None:
        """Stop the process that serves a writer in the midst of a commit.

        It has written the commit, which is copied to the standbys, but the writer is not told.
        """
        until = time.monotonic() + LONGEST_WAIT_FOR_A_COMMIT
        while time.monotonic() < until:
            server = self._server()
            signal_all(server[:1], signal.SIGCONT)
            for process in server * LOOKS_AT_EACH:
                if COMMITTING in _command_line(process):
                    signal_all([process], signal.SIGSTOP)
                    return

    def kill_server(self) -> None:
        """``kill -9`` for every process of the server; Patroni survives and notices."""
        signal_all(self._server(), signal.SIGKILL)

    def kill(self) -> None:
        """``kill -9`` for the whole node: Patroni, the server and their child processes."""
        patroni = self._patroni
        keepers = [] if patroni is None else with_descendants(patroni.pid)
        signal_all(keepers, signal.SIGSTOP)  # so that nothing is started in the meantime
        signal_all([*keepers, *self._server()], signal.SIGKILL)
        if patroni is not None:
            patroni.wait()
            self._patroni = None
        self._stopped = []

    def stop(self) -> None:
        """Send stop signals to the whole node: it answers nobody, and is not aware of it."""
        keepers = [] if self._patroni is None else with_descendants(self._patroni.pid)
        self._stopped = [*keepers, *self._server()]
        signal_all(self._stopped, signal.SIGSTOP)

    def resume(self) -> None:
        """Let a stopped node go on as if no time had passed."""
        signal_all(self._stopped, signal.SIGCONT)
        self._stopped = []

    def _server(self) -> list[int]:
        """Return the postmaster and its children; nothing is started while they are counted."""
        try:
            postmaster = int((self._data / "postmaster.pid").read_text().split("\n")[0])
        except (OSError, ValueError):
            return []
        if not is_running(postmaster) or str(self._data) not in _command_line(postmaster):
            return []  # the id of an ended process, which another process may have by now
        signal_all([postmaster], signal.SIGSTOP)
        return with_descendants(postmaster)

    def log_tail(self, lines: int = 15) -> str:
        """Return Patroni's last output."""
        if not self._log.exists():
            return ""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-lines:])


def _command_line(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
