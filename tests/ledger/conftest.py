"""A rating office at an empty ledger, on both databases."""

import pytest
from sqlalchemy import Engine

from tests.ledger.office import Office


@pytest.fixture
def office(engine: Engine) -> Office:
    return Office(engine)
