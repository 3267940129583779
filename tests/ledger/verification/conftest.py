"""A log with one event of every type, on both databases."""

from collections.abc import Iterator

import pytest

from ledger.log.database import connect
from tests.databases.fresh import AfterSeason
from tests.ledger.office import Office
from tests.ledger.verification.tampering import full_log


@pytest.fixture
def full(database_after: AfterSeason) -> Iterator[Office]:
    """An office at a full log, see :func:`tests.ledger.verification.tampering.full_log`."""
    engine = connect(database_after(full_log))
    yield Office(engine)
    engine.dispose()
