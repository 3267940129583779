"""Writers of a SQLite ledger are served in the order of arrival, even if some are killed."""

import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from ledger.log import write_queue
from ledger.log.clock import now
from ledger.log.database import connect
from ledger.log.event_log import writing
from ledger.log.write_queue import Waiting, WriteQueue
from tests.ledger.hardship.writers import append_when_free, finish, hold_the_log, processes
from tests.ledger.lines import game
from tests.ledger.office import Office

pytestmark = pytest.mark.hostile

WRITERS = 6


def queue_of(database: str) -> WriteQueue:
    return WriteQueue(Path(database.removeprefix("sqlite:///")))


@pytest.fixture
def lite(sqlite_database: str) -> Any:
    engine = connect(sqlite_database)
    office = Office(engine)
    office.open_season()
    yield office
    engine.dispose()


def test_writers_append_in_the_order_in_which_they_have_come(
    lite: Office, sqlite_database: str
) -> None:
    arrived = processes().Queue()
    running = []
    with writing(lite.engine, now):
        for number in range(WRITERS):
            arguments = (sqlite_database, f"writer{number}", arrived)
            running.append(processes().Process(target=append_when_free, args=arguments))
            running[-1].start()
            arrived.get(timeout=60)
            time.sleep(0.2)  # it has reached the log, which is held
    finish(running)
    order = [entry.recorded_by for entry in lite.entries()[6:]]
    assert order == [f"writer{number}" for number in range(WRITERS)]


def test_the_queue_goes_on_when_who_writes_and_who_waits_are_killed(
    lite: Office, sqlite_database: str
) -> None:
    arrived = processes().Queue()
    killed = []
    for _ in range(3):  # the first one writes, the others wait for him
        killed.append(processes().Process(target=hold_the_log, args=(sqlite_database, arrived)))
        killed[-1].start()
    arrived.get(timeout=60)
    time.sleep(0.2)
    begun = time.monotonic()
    for process in killed:
        process.kill()
    assert lite.append(game("anna", "bela")).appended == 1
    assert time.monotonic() - begun < 10
    for process in killed:
        process.join(60)
    assert lite.verdict().ok


def test_nobody_waits_longer_than_he_has_patience(sqlite_database: str) -> None:
    first, second = queue_of(sqlite_database), queue_of(sqlite_database)
    first.wait(60)
    begun = time.monotonic()
    second.wait(0.3)
    assert 0.3 <= time.monotonic() - begun < 10
    first.leave()


def test_threads_of_one_program_wait_for_each_other_as_well(sqlite_database: str) -> None:
    first, second = queue_of(sqlite_database), queue_of(sqlite_database)
    first.wait(60)
    waiting = threading.Thread(target=second.wait, args=(60,))
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive()
    first.leave()
    waiting.join(60)
    assert not waiting.is_alive()


def test_threads_of_one_engine_are_woken_in_the_order_in_which_they_have_come(
    sqlite_database: str,
) -> None:
    path, waiting = Path(sqlite_database.removeprefix("sqlite:///")), Waiting()
    stranger = queue_of(sqlite_database)
    order: list[int] = []

    def take_turn(number: int) -> None:
        place = WriteQueue(path, waiting)
        place.wait(60)
        order.append(number)
        place.leave()

    stranger.wait(60)
    running = []
    for number in range(WRITERS):
        running.append(threading.Thread(target=take_turn, args=(number,)))
        running[-1].start()
        while len(waiting.left) <= number:  # it has drawn its ticket
            time.sleep(0.001)
    assert order == []
    stranger.leave()
    for thread in running:
        thread.join(60)
    assert order == list(range(WRITERS))
    assert not waiting.left


def test_a_thread_that_has_lost_patience_lets_the_next_one_of_its_engine_in(
    sqlite_database: str,
) -> None:
    path, waiting = Path(sqlite_database.removeprefix("sqlite:///")), Waiting()
    first, second, third = (WriteQueue(path, waiting) for _ in range(3))
    first.wait(60)
    second.wait(0.1)
    begun = time.monotonic()
    first.leave()
    third.wait(60)
    assert time.monotonic() - begun < 10
    third.leave()
    assert not waiting.left


@pytest.mark.parametrize("content", [b"", b"\0" * 8, b"??", b"\xff" * 8])
def test_a_queue_whose_file_was_damaged_goes_on(
    lite: Office, sqlite_database: str, content: bytes
) -> None:
    Path(sqlite_database.removeprefix("sqlite:///") + "-queue").write_bytes(content)
    assert lite.append(game("anna", "bela")).appended == 1


def test_where_there_can_be_no_queue_sqlite_alone_keeps_the_order(
    lite: Office, sqlite_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = Path(sqlite_database.removeprefix("sqlite:///") + "-queue")
    queue.unlink()
    queue.mkdir()
    assert lite.append(game("anna", "bela", game="g1")).appended == 1
    queue.rmdir()
    monkeypatch.setattr(write_queue, "_LOCK", None)
    assert lite.append(game("anna", "bela", game="g2")).appended == 1
    assert not queue.exists()


def test_everybody_who_may_write_the_ledger_may_queue(sqlite_database: str) -> None:
    ledger = Path(sqlite_database.removeprefix("sqlite:///"))
    ledger.chmod(0o664)
    queue = ledger.with_name(f"{ledger.name}-queue")
    queue.unlink(missing_ok=True)
    before = os.umask(0o077)
    try:
        queue_of(sqlite_database).wait(1)
    finally:
        os.umask(before)
    assert queue.stat().st_mode & 0o777 == 0o664
