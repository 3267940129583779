"""The cluster: three nodes, one etcd, and the current role of each."""

import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import attrs
import psycopg

from scripts.lab.cluster.node import DATABASE, HERE, SUPERUSER, Node, Ports
from scripts.lab.cluster.programs import Programs, account_for

PATIENCE_SECONDS = 180.0
NODES = 3
RUNNING = ("running", "streaming")


class NotInTime(Exception):
    """The cluster did not reach a required state."""


@attrs.frozen
class Member:
    """A node as Patroni sees it: ``leader``, ``sync_standby`` or ``replica``."""

    name: str
    role: str
    state: str
    timeline: int | None


class Cluster:
    """Nodes under Patroni, and their reports on each other."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes

    @property
    def url(self) -> str:
        """Return the URL for writers: the server that takes writes."""
        return f"{self._all_hosts()}?target_session_attrs=read-write&connect_timeout=3"

    @property
    def read_url(self) -> str:
        """Return the URL for queries: any standby, else the primary."""
        how = "target_session_attrs=prefer-standby&load_balance_hosts=random"
        return f"{self._all_hosts()}?{how}&connect_timeout=3"

    def _all_hosts(self) -> str:
        hosts = ",".join(f"{HERE}:{node.ports.postgresql}" for node in self.nodes)
        return f"postgresql://{SUPERUSER}@{hosts}/{DATABASE}"

    def members(self) -> list[Member]:
        """Return the roles, as the first node reports that answers; empty if none answers."""
        for node in self.nodes:
            found = _asked(f"http://{HERE}:{node.ports.patroni}/cluster")
            if found is not None:
                return [
                    Member(each["name"], each["role"], each["state"], each.get("timeline"))
                    for each in found["members"]
                ]
        return []

    def leader(self) -> Node | None:
        """Return the node that holds the lease and reports that it runs as primary."""
        for node in self.nodes:
            said = _asked(f"http://{HERE}:{node.ports.patroni}/primary")
            if said is not None and said.get("role") in ("master", "primary"):
                return node
        return None

    def primary(self, *, other_than: Node | None = None) -> Node:
        """Wait for the primary and return it.

        Raises NotInTime if none comes.
        """

        def another() -> Node | None:
            found = self.leader()
            return None if found is other_than else found

        found: Node = self._waited("a primary", another)
        return found

    def wait_until_whole(self) -> None:
        """Wait until one node leads, the others follow, and one of them synchronously.

        Raises NotInTime if that does not happen.
        """
        self._waited("a whole cluster", self._is_whole)

    def _is_whole(self) -> bool:
        members = self.members()
        roles = [each.role for each in members]
        timelines = {each.timeline for each in members}
        return (
            len(members) == len(self.nodes)
            and all(each.state in RUNNING for each in members)
            and roles.count("leader") == 1
            and "sync_standby" in roles
            and len(timelines) == 1
        )

    def _waited(self, what: str, find: "Callable[[], Any]") -> Any:
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            if found := find():
                return found
            time.sleep(0.1)
        logs = "\n".join(f"--- {node.name}\n{node.log_tail()}" for node in self.nodes)
        raise NotInTime(f"{what} did not come in {PATIENCE_SECONDS:g} seconds\n{logs}")

    def create_database(self) -> None:
        """Create an empty database for the ledger."""
        with psycopg.connect(
            host=HERE,
            port=self.primary().ports.postgresql,
            user=SUPERUSER,
            dbname="postgres",
            autocommit=True,
        ) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE} ENCODING 'UTF8' TEMPLATE template0")


@contextmanager
def running_cluster(programs: Programs) -> Iterator[Cluster]:
    """Run a cluster in a temporary folder, which is removed in any case."""
    with TemporaryDirectory(prefix="rating-ledger-cluster-") as name:
        folder = Path(name)
        account = account_for(folder)
        port, peers, *ports = _free_ports(2 + 2 * NODES)
        pairs = zip(ports[::2], ports[1::2], strict=True)
        nodes = [
            Node(f"node{number}", Ports(*pair), folder, programs, account)
            for number, pair in enumerate(pairs, 1)
        ]
        etcd = _started_etcd(programs, folder, port, peers, account)
        try:
            for node in nodes:
                node.configure(port)
                node.start()
            cluster = Cluster(nodes)
            cluster.wait_until_whole()
            cluster.create_database()
            yield cluster
        finally:
            for node in nodes:
                node.kill()
            etcd.kill()
            etcd.wait()


def _started_etcd(
    programs: Programs, folder: Path, port: int, peers: int, account: Any
) -> "subprocess.Popen[bytes]":
    """Start one etcd member, which is not attacked; in production there are three."""
    clients, members = f"http://{HERE}:{port}", f"http://{HERE}:{peers}"
    with (folder / "etcd.log").open("ab") as log:
        return subprocess.Popen(
            [
                *(programs.etcd, "--name", "etcd", "--data-dir", folder / "etcd"),
                *("--listen-client-urls", clients, "--advertise-client-urls", clients),
                *("--listen-peer-urls", members, "--initial-advertise-peer-urls", members),
                *("--initial-cluster", f"etcd={members}"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **account,
        )


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server((HERE, 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _asked(url: str) -> Any:
    """Return Patroni's answer with status 200; None for any other, or none."""
    try:
        with closing(urlopen(url, timeout=1)) as answer:  # noqa: S310 - a node of our own
            return json.load(answer)
    except (URLError, OSError, ValueError):
        return None
