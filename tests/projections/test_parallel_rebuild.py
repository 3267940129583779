"""Pools rebuilt by several processes come to what one process comes to."""

import pytest
from sqlalchemy import select

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
