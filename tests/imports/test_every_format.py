"""A good file of every format goes from its bytes into the ledger, and again without a change."""

import struct

import pytest

from ledger.importing.formats.pairtwo import HEADER
from ledger.importing.formats.registry import FORMATS
from ledger.importing.formats.tournament_report import NOTHING_SUPPLIED
from tests.imports.import_ledger import ImportLedger
from tests.imports.tournament_files import valid_report
from tests.imports.valid_files import GOOD, SUPPLIED, objections
from tests.tables import every


@pytest.mark.parametrize("format_", FORMATS)
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


def patched(format_: str, at: int, part: bytes) -> bytes:
    """The good file of a format with other bytes at a place."""
    return GOOD[format_][:at] + part + GOOD[format_][at + len(part) :]


@every(
    ("format_", "content"),
    [
        ("swt", patched("swt", GOOD["swt"].index(b"SK "), b"S\x07 ")),
        (
            "pairtwo",
            patched("pairtwo", HEADER.size + 20, struct.pack("<I", (5300 - 1902) << 9 | 33)),
        ),
        ("chesscom", GOOD["chesscom"].replace(b"180+1", b"181")),
    ],
    ids=["a bell in a club's name", "born in the year 5300", "181 seconds"],
)
def test_no_reader_lets_through_what_the_log_would_refuse(format_: str, content: bytes) -> None:
    assert content != GOOD[format_]
    report = valid_report(format_, content, SUPPLIED.get(format_, NOTHING_SUPPLIED))
    assert [*objections(report)] == []
