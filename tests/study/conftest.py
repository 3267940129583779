"""The season of a club, on both engines; see :mod:`tests.api.season`."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from projections.api import Ledger
from tests.api.season import SEASON


def noon() -> datetime:
    """The moment at which the tests ask."""
    return datetime(2020, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def empty(database: str) -> Iterator[Ledger]:
    with Ledger.open(database, clock=noon) as ledger:
        yield ledger


@pytest.fixture
def ledger(empty: Ledger) -> Ledger:
    empty.append(SEASON, by="anna")
    return empty
