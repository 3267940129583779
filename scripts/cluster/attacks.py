"""What is done to the primary, and how long the cluster is without one."""

import random
import time
from collections.abc import Iterator, Sequence

import attrs

from scripts.cluster.cluster import Cluster

LONGEST_REST_SECONDS = 3.0
SECONDS_APART = 4.0
"""How long a partitioned primary stays away after another one has been chosen."""


@attrs.frozen
class Attack:
    """What was done to which node, who took over after how many seconds, and when all was well."""

    kind: str
    node: str
    successor: str
    without_primary: float
    until_whole: float


def planned(kills: int, partitions: int, dice: random.Random) -> list[str]:
    """Kills of the server alone and of the whole node by turns, partitions among them."""
    plan = [("server", "node")[number % 2] for number in range(kills)]
    for _ in range(partitions):
        plan.insert(dice.randrange(len(plan) + 1), "partition")
    return plan


def carried_out(cluster: Cluster, plan: Sequence[str], dice: random.Random) -> Iterator[Attack]:
    """One attack after another, each on the primary of a whole cluster.

    Raises NotInTime where the cluster does not recover.
    """
    for kind in plan:
        cluster.wait_until_whole()
        time.sleep(dice.uniform(0, LONGEST_REST_SECONDS))
        yield _attack(cluster, kind)


def _attack(cluster: Cluster, kind: str) -> Attack:
    victim, begun = cluster.primary(), time.monotonic()
    {"server": victim.kill_server, "node": victim.kill, "partition": victim.stop}[kind]()
    successor = cluster.primary(other_than=victim)
    without = time.monotonic() - begun
    if kind == "node":
        victim.start()
    if kind == "partition":
        time.sleep(SECONDS_APART)
        victim.resume()
    cluster.wait_until_whole()
    return Attack(kind, victim.name, successor.name, without, time.monotonic() - begun)
