"""A log held against a head that was noted earlier, by one process and by two."""

import sqlite3
from contextlib import closing

import pytest

from ledger.events.canonical_json import GENESIS
from ledger.log import verification as parallel_verification
from ledger.log.database import connect
from ledger.log.verification import Note, Verdict, verify
from ledger.log.workers import processes
from tests.ledger.lines import player, season
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder
from tests.tables import every

HASH = bytes(range(32))
both = pytest.mark.parametrize("workers", [1, 2])


@every("note", [Note(0, GENESIS), Note(1, HASH), Note(123_456, HASH)])
def test_a_note_is_read_as_it_is_written_down(note: Note) -> None:
    assert Note.read(str(note)) == Note.read(f" {note}\n") == note


@every(
    "text",
    ["", "5", ":", f"-1:{HASH.hex()}", f"x:{HASH.hex()}", "5:abcd", f"5:{HASH.hex()}00", "5:zz"],
)
def test_what_is_no_note_is_refused_with_its_form(text: str) -> None:
    with pytest.raises(ValueError, match="is not of the form POSITION:HASH"):
        Note.read(text)


def against(office: Office, note: Note, workers: int) -> Verdict:
    return verify(office.engine, against=note, workers=processes(workers))


def test_a_log_that_goes_on_from_the_note_is_sound(office: Office) -> None:
    assert against(office, Note(0, GENESIS), 1).ok
    office.append(*season())
    note = Note(6, office.verdict().head_hash)
    assert against(office, note, 1).ok
    office.append(player("emil"), player("fritz"))
    assert against(office, note, 1).events == 8
    assert against(office, Note(0, GENESIS), 1).ok


@both
def test_another_log_is_named_at_the_position_of_the_note(office: Office, workers: int) -> None:
    office.append(*season(), player("emil"))
    finding = against(office, Note(6, HASH), workers).finding
    assert finding is not None
    assert (finding.position, "it was rewritten since" in finding.message) == (6, True)


@both
def test_a_log_that_was_cut_off_is_named_behind_its_end(office: Office, workers: int) -> None:
    office.append(*season())
    finding = against(office, Note(9, HASH), workers).finding
    assert finding is not None
    assert finding.position == 7
    assert finding.message == ("the log ends here, but position 9 was noted: it was cut off since")


def shares(office: Office, note: Note | None = None) -> list[int]:
    """Return the numbers of events reported as done, report by report."""
    done: list[int] = []
    verify(office.engine, done.append, against=note, workers=processes(2))
    return done


@pytest.mark.slow
def test_events_are_shared_where_the_end_is_as_it_should_be(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_verification, "RANGE", 2)
    assert shares(office) == []
    office.append(*season())
    note = Note(6, office.verdict().head_hash)
    assert shares(office) == shares(office, note) == [2, 2, 2]
    assert shares(office, Note(6, HASH)) == []
    Intruder(office).change("log_head", "size", 1, 5)
    assert shares(office) == [6]


def test_a_damaged_index_of_a_file_is_found(sqlite_database: str) -> None:
    """One that lacks the rows it should have."""
    office = Office(connect(sqlite_database))
    office.append(*season())
    assert office.verdict().ok
    office.engine.dispose()
    with closing(sqlite3.connect(office.engine.url.database or "")) as connection:
        connection.execute("CREATE INDEX lacking ON event (source) WHERE position < 0")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = 'CREATE INDEX lacking ON event (source)' "
            "WHERE name = 'lacking'"
        )
        connection.commit()
    finding = office.verdict().finding
    assert finding is not None
    assert "the database file is damaged: " in finding.message
    assert "missing from index lacking" in finding.message
    office.engine.dispose()
