"""A read-only ledger is not written, and the error names where it can be."""

import pytest

from ledger.events.problems import ReadOnlyDatabase
from ledger.log.database import connect
from tests.ledger.lines import player, season
from tests.ledger.office import Office


def test_nothing_is_written_into_a_file_that_is_opened_for_reading(sqlite_database: str) -> None:
    written = Office(connect(sqlite_database))
    written.append(*season())
    path = sqlite_database.removeprefix("sqlite:///")
    reading = Office(connect(f"sqlite:///file:{path}?mode=ro&uri=true"))
    with pytest.raises(ReadOnlyDatabase, match="its file or folder cannot be written here"):
        reading.append(player("emil"))
    assert len(reading.entries()) == len(written.entries()) == 6
    for office in (reading, written):
        office.engine.dispose()
