"""Requirements after the attacks, on every node: nothing lost, no fork, no gap, all verified."""

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import pairwise

import attrs
from sqlalchemy import select

from ledger.log.database import connect
from ledger.log.event_log import head_of
from ledger.log.schema import event
from scripts.lab.cluster.cluster import Cluster
from scripts.lab.cluster.node import Node
from scripts.lab.cluster.writers import Acknowledged
from tests.ledger.hardship.writers import ids_of

CATCHING_UP_SECONDS = 60.0
PROGRAM = (sys.executable, "-m", "projections.interfaces.cli.program")


@attrs.frozen
class Log:
    """The log of a node: the head, the ids of its events in order, and a digest of all heads."""

    node: str
    size: int
    chain_hash: str
    heads: str
    positions: tuple[int, ...]
    ids: tuple[str, ...]


@attrs.frozen
class Check:
    """One requirement, its fulfilment, and the evidence."""

    what: str
    holds: bool
    seen: str

    def __str__(self) -> str:
        """Return a line of the report."""
        return f"{'holds ' if self.holds else 'BROKEN'}  {self.what}: {self.seen}"


def logs_of(cluster: Cluster) -> list[Log]:
    """Return the logs of all nodes, after the standbys have caught up with the primary."""
    size = _size(cluster.primary())
    until = time.monotonic() + CATCHING_UP_SECONDS
    while time.monotonic() < until and any(_size(node) < size for node in cluster.nodes):
        time.sleep(0.2)
    return [_log_of(node) for node in cluster.nodes]


def _size(node: Node) -> int:
    engine = connect(node.url)
    with engine.connect() as connection:
        size = head_of(connection).size
    engine.dispose()
    return size


def _log_of(node: Node) -> Log:
    engine = connect(node.url)
    with engine.connect() as connection:
        head = head_of(connection)
        columns = select(event.c.position, event.c.id, event.c.chain_hash)
        rows = connection.execute(columns.order_by(event.c.position)).all()
    engine.dispose()
    return Log(
        node=node.name,
        size=head.size,
        chain_hash=head.chain_hash.hex(),
        heads=sha256(b"".join(bytes(row.chain_hash) for row in rows)).hexdigest(),
        positions=tuple(row.position for row in rows),
        ids=tuple(row.id for row in rows),
    )


def checks_of(cluster: Cluster, calls: Mapping[str, Sequence[Acknowledged]]) -> list[Check]:
    """Return every requirement, in the words of the promise."""
    return [*log_checks(logs_of(cluster), calls), *map(_verified, cluster.nodes)]


def log_checks(logs: Sequence[Log], calls: Mapping[str, Sequence[Acknowledged]]) -> list[Check]:
    """Return the checks of the logs of all nodes against the acknowledged calls."""
    acknowledged = sum(len(ids_of(name, 0)) * len(own) for name, own in calls.items())
    lost = [each for log in logs for each in _lost(log, calls)]
    torn = [each for log in logs for each in _torn(log)]
    return [
        Check(
            "no acknowledged event lost, each where it was acknowledged",
            holds=not lost and acknowledged > 0,
            seen=f"{acknowledged} acknowledged, {len(lost)} lost{_named(lost)}",
        ),
        Check(
            "no call written in part or twice",
            holds=not torn,
            seen=f"{len(torn)} torn{_named(torn)}",
        ),
        Check(
            "no fork: the same head at every position on every node",
            holds=len({(log.size, log.chain_hash, log.heads) for log in logs}) == 1,
            seen=", ".join(f"{log.node} {log.size}:{log.chain_hash[:8]}" for log in logs),
        ),
        Check(
            "positions without a gap",
            holds=all(log.positions == tuple(range(1, log.size + 1)) for log in logs),
            seen=f"1 to {logs[0].size}",
        ),
    ]


def _lost(log: Log, calls: Mapping[str, Sequence[Acknowledged]]) -> list[str]:
    at = {id_: position for position, id_ in zip(log.positions, log.ids, strict=True)}
    return [
        id_
        for name, own in calls.items()
        for done in own
        for offset, id_ in enumerate(ids_of(name, done.number))
        if id_ not in at or (done.first is not None and at[id_] != done.first + offset)
    ]


def _torn(log: Log) -> list[str]:
    """Return ids that occur twice, and calls whose events are incomplete or not in sequence."""
    twice = [id_ for id_, next_ in pairwise(sorted(log.ids)) if id_ == next_]
    at = {id_: position for position, id_ in zip(log.positions, log.ids, strict=True)}
    torn = []
    for id_, position in at.items():
        writer, separator, number = id_.partition("-game-")[0].rpartition("-")
        if separator:  # none: events that opened the season
            whole = ids_of(writer, int(number))
            if [at.get(each) for each in whole] != list(_from(position - whole.index(id_), whole)):
                torn.append(id_)
    return [*twice, *torn]


def _from(first: int, ids: Sequence[str]) -> range:
    return range(first, first + len(ids))


def _named(ids: Sequence[str]) -> str:
    return f": {', '.join(ids[:5])}" if ids else ""


def _verified(node: Node) -> Check:
    """Verify the node's chain by the program's own ``verify``."""
    command = [*PROGRAM, "--database", node.url, "verify"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = " ".join((done.stdout or done.stderr).split())
    return Check(f"the chain verifies on {node.name}", holds=done.returncode == 0, seen=said)
