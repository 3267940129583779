"""The season of a club, on both engines; see :mod:`tests.api.season`."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from projections.api import Ledger
from tests.api.season import SEASON
from tests.databases.fresh import AfterSeason


def noon() -> datetime:
    """The moment at which the tests ask."""
    return datetime(2020, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def empty(database: str) -> Iterator[Ledger]:
    with Ledger.open(database, clock=noon) as ledger:
        yield ledger


def season(database: str) -> None:
    with Ledger.open(database, clock=noon) as ledger:
        ledger.append(SEASON, by="anna")


@pytest.fixture
def ledger(database_after: AfterSeason) -> Iterator[Ledger]:
    with Ledger.open(database_after(season), clock=noon) as ledger:
        yield ledger
