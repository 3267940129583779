"""A good file of every format goes from its bytes into the ledger, and again without a change."""

import pytest

from ledger.importing.formats.registry import READERS
from tests.imports.import_ledger import ImportLedger
from tests.imports.valid_files import GOOD, SUPPLIED


@pytest.mark.parametrize("format_", READERS)
def test_a_file_of_every_format_is_taken_by_what_it_is(ledger: ImportLedger, format_: str) -> None:
    path = ledger.write_file("file", GOOD[format_])
    supplied = SUPPLIED.get(format_)
    said: list[str] = []
    if supplied is not None and supplied.name is not None:
        said += ["--name", supplied.name]
    if supplied is not None and supplied.ended_on is not None:
        said += ["--ended-on", supplied.ended_on.isoformat()]
    document = ledger.import_file("auto", path, "--register-new", *said)
    assert document["appended"] > 0
    games = [event for event in ledger.log() if event["type"] == "game.submitted"]
    assert games
    assert ledger.import_file("auto", path, "--register-new", *said)["appended"] == 0
