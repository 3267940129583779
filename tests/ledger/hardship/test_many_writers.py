"""Eight processes append at once: nothing lost, no gap, no fork in the chain."""

from collections import Counter
from pathlib import Path

import pytest

from ledger.log.event_log import Entry, read
from tests.ledger.hardship.writers import (
    GAMES_A_CALL,
    append_in_order,
    claim,
    finish,
    ids_of,
    keep_appending,
    processes,
)
from tests.ledger.office import Office
from tests.ledger.soak import dice, soak

pytestmark = pytest.mark.hostile

WRITERS = 8
CALLS = 12 * soak()


def test_eight_writers_lose_nothing_and_a_reader_misses_nothing(
    office: Office, database: str, tmp_path: Path
) -> None:
    office.open_season()
    names = [f"writer{number}" for number in range(WRITERS)]
    running = [
        processes().Process(target=keep_appending, args=(database, name, CALLS, tmp_path / name))
        for name in names
    ]
    for process in running:
        process.start()
    seen: list[Entry] = []
    while any(process.is_alive() for process in running):
        seen += _news(office, seen)
    finish(running)
    seen += _news(office, seen)

    assert seen == office.entries()
    assert [entry.position for entry in seen] == list(range(1, len(seen) + 1))
    for name in names:
        expected = [id_ for number in range(CALLS) for id_ in ids_of(name, number)]
        assert [entry.id for entry in seen if entry.recorded_by == name] == expected
    _calls_are_not_interleaved(seen[6:])
    verdict = office.verdict()
    assert (verdict.ok, verdict.events) == (True, 6 + WRITERS * CALLS * (1 + GAMES_A_CALL))


def test_retries_of_the_same_calls_by_eight_writers_append_each_once(
    office: Office, database: str
) -> None:
    office.open_season()
    context = processes()
    start, results = context.Barrier(WRITERS), context.Queue()
    running = []
    for number in range(WRITERS):
        order = dice(number).sample(range(CALLS), CALLS)
        arguments = (database, f"writer{number}", order, start, results)
        running.append(context.Process(target=append_in_order, args=arguments))
    for process in running:
        process.start()
    told = [results.get(timeout=120) for _ in range(WRITERS * CALLS)]
    finish(running)

    whole = 1 + GAMES_A_CALL
    assert Counter(told) == {
        **{(number, whole, 0): 1 for number in range(CALLS)},
        **{(number, 0, whole): WRITERS - 1 for number in range(CALLS)},
    }
    ids = Counter(entry.id for entry in office.entries()[6:])
    assert ids == {id_: 1 for number in range(CALLS) for id_ in ids_of("common", number)}
    assert office.verdict().ok


def test_of_eight_writers_who_want_one_id_a_single_one_gets_it(
    office: Office, database: str
) -> None:
    office.open_season()
    context = processes()
    start, results = context.Barrier(WRITERS), context.Queue()
    running = [
        context.Process(target=claim, args=(database, f"writer{number}", start, results))
        for number in range(WRITERS)
    ]
    for process in running:
        process.start()
    told = [results.get(timeout=120) for _ in range(WRITERS)]
    finish(running)

    assert Counter(outcome for _, outcome in told) == {"appended": 1, "used-id": WRITERS - 1}
    (winner,) = (writer for writer, outcome in told if outcome == "appended")
    assert office.entries()[-1].recorded_by == winner
    assert office.verdict().events == 7


def _news(office: Office, seen: list[Entry]) -> list[Entry]:
    with office.engine.connect() as connection:
        return list(read(connection, after=len(seen)))


def _calls_are_not_interleaved(entries: list[Entry]) -> None:
    whole = 1 + GAMES_A_CALL
    for first in range(0, len(entries), whole):
        together = {entry.id.partition("-game")[0] for entry in entries[first : first + whole]}
        assert len(together) == 1
