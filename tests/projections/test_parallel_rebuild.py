"""Pools rebuilt by several processes, or by a cluster, come to what one process comes to."""

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import select

from ledger.events.problems import Refused
from ledger.log import verification
from projections.api import Ledger
from projections.engine.read_model.schema import generation
from tests.projections.submissions import adoption, decided, games, player, tournament

pytestmark = pytest.mark.slow

POOLS = ("club", "league", "school")


@pytest.fixture
def league(club_on_both):
    """Three pools, and the tournaments of each."""
    club = club_on_both
    club.append(player("anna"), player("bela"))
    for number, pool in enumerate(POOLS, 1):
        club.append(adoption("1990-01-01", pool))
        rated = (decided(each, f"{1500 + number}-10", pool=pool) for each in ("anna", "bela"))
        club.append(*(each | {"id": f"{each['id']} {pool}"} for each in rated))
        club.append(
            tournament(f"may {pool}", "1996-05-01", pools=[pool]),
            *games(f"may {pool}", "anna 1-0 bela"),
        )
    return club


def digests(club):
    with club.engine.connect() as connection:
        rows = connection.execute(
            select(generation.c.pool, generation.c.digest).where(generation.c.active)
        )
        return {row.pool: row.digest for row in rows}


def test_workers_share_the_pools(league):
    url = league.engine.url.render_as_string(hide_password=False)
    with Ledger.open(url) as ledger:
        alone = ledger.rebuild()
        written = digests(league)
        shared = ledger.rebuild(workers=2)
        assert {**shared, "seconds": 0} == {**alone, "seconds": 0}
        assert digests(league) == written
        assert set(written) == set(POOLS)
        assert ledger.rebuild(check=True, workers=2)["differences"] == []


class Cluster:
    """Two worker processes of Dask behind a scheduler; one is killed once something is done."""

    def __init__(self, address: str, victim: int) -> None:
        self.address = address
        self._victim = victim
        self.done: list[int] = []

    def kill_one(self, done: int) -> None:
        """Take a report of progress; at the first one a worker is killed."""
        if not self.done:
            os.kill(self._victim, signal.SIGKILL)
        self.done.append(done)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    distributed = pytest.importorskip("distributed", reason="the extra sweep")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as both:
        with distributed.Client(both, set_as_default=False) as client:
            victim = next(iter(client.run(os.getpid).values()))
        yield Cluster(both.scheduler_address, victim)


def test_a_cluster_shares_the_pools_although_a_worker_is_killed(league, cluster):
    url = league.engine.url.render_as_string(hide_password=False)
    with Ledger.open(url) as ledger:
        alone = ledger.rebuild()
        written = digests(league)
        shared = ledger.rebuild(scheduler=cluster.address, progress=cluster.kill_one)
        assert {**shared, "seconds": 0} == {**alone, "seconds": 0}
        assert digests(league) == written
        assert len(cluster.done) == len(POOLS)


def test_a_cluster_verifies_the_log_although_a_worker_is_killed(league, cluster, monkeypatch):
    monkeypatch.setattr(verification, "RANGE", 3)
    url = league.engine.url.render_as_string(hide_password=False)
    with Ledger.open(url) as ledger:
        ledger.rebuild()
        alone = ledger.verify()
        shared = ledger.verify(scheduler=cluster.address, progress=cluster.kill_one)
    assert shared == alone
    assert shared["ok"] is True
    assert sum(cluster.done) == shared["events"]
    assert len(cluster.done) == -(-shared["events"] // 3)


@pytest.mark.parametrize("work", [Ledger.verify, Ledger.rebuild])
def test_a_scheduler_that_does_not_answer_is_named(league, work: Callable[..., object]) -> None:
    url = league.engine.url.render_as_string(hide_password=False)
    with (
        Ledger.open(url) as ledger,
        pytest.raises(Refused, match="no Dask scheduler answers at nonsense"),
    ):
        work(ledger, scheduler="nonsense://here")
