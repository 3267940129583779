"""Attacks on the primary, and the time the cluster is without one."""

import random
import time
from collections.abc import Iterator, Sequence

import attrs

from scripts.lab.cluster.cluster import Cluster

LONGEST_REST_SECONDS = 3.0
SECONDS_UNHEARD = 1.0
"""Seconds that a server runs on without its answers being received, before it is killed."""
SECONDS_APART = 4.0
"""Seconds that a partitioned primary stays away after another one has been chosen."""


@attrs.frozen
class Attack:
    """One attack: its kind, the node, its successor with the seconds, and the time of recovery."""

    kind: str
    node: str
    successor: str
    without_primary: float
    until_whole: float


def planned(kills: int, partitions: int, dice: random.Random) -> list[str]:
    """Plan kills in turn: of an unheard server, of a server, of a whole node; with partitions.

    The commits of an unheard server are kept, though nobody was told.
    """
    plan = [("unheard", "server", "node")[number % 3] for number in range(kills)]
    for _ in range(partitions):
        plan.insert(dice.randrange(len(plan) + 1), "partition")
    return plan


def carried_out(cluster: Cluster, plan: Sequence[str], dice: random.Random) -> Iterator[Attack]:
    """Yield one attack after another, each on the primary of a whole cluster.

    Raises NotInTime if the cluster does not recover.
    """
    for kind in plan:
        cluster.wait_until_whole()
        time.sleep(dice.uniform(0, LONGEST_REST_SECONDS))
        yield _attack(cluster, kind)


def _attack(cluster: Cluster, kind: str) -> Attack:
    victim, begun = cluster.primary(), time.monotonic()
    if kind == "unheard":
        victim.mute()
        time.sleep(SECONDS_UNHEARD)
    {"node": victim.kill, "partition": victim.stop}.get(kind, victim.kill_server)()
    successor = cluster.primary(other_than=victim)
    without = time.monotonic() - begun
    if kind == "node":
        victim.start()
    if kind == "partition":
        time.sleep(SECONDS_APART)
        victim.resume()
    cluster.wait_until_whole()
    return Attack(kind, victim.name, successor.name, without, time.monotonic() - begun)
