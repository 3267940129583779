"""Verification shared by processes says what one process says, of a sound log and of any other."""

import sqlite3
from contextlib import closing

import pytest

from ledger.log import verification as parallel_verification
from ledger.log.database import connect
from ledger.log.verification import Note, Verdict, checked_range, has_sound_pages, verify
from ledger.log.workers import processes
from tests.ledger.lines import player
from tests.ledger.office import Office
from tests.ledger.verification.tampering import FULL, Intruder, full_log

RANGE = 5
RANGES = [(first, min(first + RANGE - 1, FULL)) for first in range(1, FULL + 1, RANGE)]


@pytest.fixture
def verified(full: Office, monkeypatch: pytest.MonkeyPatch) -> Office:
    """A log of some ranges."""
    monkeypatch.setattr(parallel_verification, "RANGE", RANGE)
    return full


def shared(office: Office, against: Note | None = None) -> Verdict:
    return verify(office.engine, against=against, workers=processes(2))


@pytest.mark.slow
def test_a_sound_log_is_found_sound_with_the_same_head_and_notes(verified: Office) -> None:
    alone = verify(verified.engine)
    assert alone.ok
    assert shared(verified) == alone
    note = Note(alone.events, alone.head_hash)
    assert shared(verified, note).ok


@pytest.mark.slow
def test_a_leap_of_the_clock_is_noted_whoever_finds_it(verified: Office) -> None:
    verified.clock.turn(days=4000)
    verified.append(player("emil"))
    (note,) = verify(verified.engine).notes
    assert f"by 4000 days at position {FULL + 1}: " in note
    assert shared(verified).notes == (note,)


@pytest.mark.slow
def test_what_one_process_finds_is_what_several_find(verified: Office) -> None:
    intruder = Intruder(verified)
    before = intruder.value("event", "payload", RANGE + 1)
    intruder.change("event", "payload", RANGE + 1, before.replace("1", "2", 1))
    assert shared(verified) == verify(verified.engine)
    assert intruder.found() == RANGE + 1


@pytest.mark.slow
def test_a_log_rewritten_since_its_head_was_noted_is_found(verified: Office) -> None:
    note = Note(FULL, verify(verified.engine).head_hash)
    Intruder(verified).forge(RANGE, recorded_by="somebody else")
    assert verify(verified.engine).ok
    finding = shared(verified, note).finding
    assert finding is not None
    assert finding.position == FULL


@pytest.mark.parametrize("column", ["payload", "stream", "recorded_at", "entry_hash"])
def test_a_changed_event_is_found_in_its_range_and_only_there(
    verified: Office, column: str
) -> None:
    """But for a chain hash, which the range behind begins from."""
    intruder = Intruder(verified)
    url = verified.engine.url.render_as_string(hide_password=False)
    for position in (1, RANGE, RANGE + 1, FULL):
        before = intruder.value("event", column, position)
        changed = before + 1 if column == "recorded_at" else before[:-1]
        intruder.change("event", column, position, changed)
        wrong = [each for each in RANGES if checked_range(url, *each, []) is None]
        assert wrong[:1] == [_range_of(position)], position
        intruder.change("event", column, position, before)
    assert all(checked_range(url, *each, []) is not None for each in RANGES)


@pytest.mark.slow
def test_a_damaged_page_is_found_while_the_events_are_checked(
    sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel_verification, "RANGE", RANGE)
    full_log(sqlite_database)
    office = Office(connect(sqlite_database))
    assert has_sound_pages(sqlite_database)
    with closing(sqlite3.connect(sqlite_database.removeprefix("sqlite:///"))) as intruder:
        intruder.execute("PRAGMA writable_schema = ON")
        intruder.execute("DELETE FROM sqlite_master WHERE name = 'event_stream'")
        intruder.commit()
    office.engine.dispose()
    assert not has_sound_pages(sqlite_database)
    finding = shared(office).finding
    assert finding is not None
    assert (finding.position, finding) == (None, verify(office.engine).finding)
    assert "the database file is damaged" in finding.message
    office.engine.dispose()


def test_a_missing_event_is_found_at_the_edge_of_a_range_too(verified: Office) -> None:
    intruder = Intruder(verified)
    url = verified.engine.url.render_as_string(hide_password=False)
    intruder.run("DELETE FROM event WHERE position = :position", position=RANGE)
    assert checked_range(url, *RANGES[0], []) is None


def _range_of(position: int) -> tuple[int, int]:
    return next(each for each in RANGES if each[0] <= position <= each[1])
