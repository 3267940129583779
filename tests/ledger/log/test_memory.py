"""A log of any length is exported, shown and verified page by page: memory does not follow it."""

import tracemalloc
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Engine

from ledger.log import event_log, export
from ledger.log.database import connect
from ledger.log.verification import verify
from projections.interfaces.cli.log_commands import log_lines
from tests.ledger.hardship.writers import processes
from tests.ledger.lines import game
from tests.ledger.office import Office

pytestmark = pytest.mark.slow

GAMES, PAGE = 6_000, 250
MOST_MEMORY = 1_500_000
"""In bytes: some pages of 250 events; all 6,000 at once take three times that."""


def exported(engine: Engine) -> None:
    with engine.connect() as connection:
        deque(export.events(connection), maxlen=0)


def exported_with_persons(engine: Engine) -> None:
    with engine.connect() as connection:
        deque(export.events_with_persons(connection), maxlen=0)


def shown(engine: Engine) -> None:
    with engine.connect() as connection:
        described = ((event, event["id"]) for event in export.events(connection))
        deque(log_lines(described, GAMES, 80), maxlen=0)


def verified(engine: Engine) -> None:
    assert verify(engine).ok


@pytest.fixture
def long_log(sqlite_database: str) -> str:
    """Many pages of games."""
    engine = connect(sqlite_database)
    office = Office(engine)
    office.open_season()
    office.append(*(game("anna", "bela", game=f"g{n}", id_=f"g{n}") for n in range(GAMES)))
    engine.dispose()
    return sqlite_database


def _peak(database: str, reading: Callable[[Engine], None], found: Any) -> None:
    """Put the memory that reading a log takes at most; the first reading loads what stays."""
    event_log.PAGE = export.PAGE = PAGE
    engine = connect(database)
    reading(engine)
    tracemalloc.start()
    reading(engine)
    found.put(tracemalloc.get_traced_memory()[1])


@pytest.mark.parametrize("reading", [exported, exported_with_persons, shown, verified])
def test_a_long_log_takes_the_memory_of_some_pages(
    long_log: str, reading: Callable[[Engine], None]
) -> None:
    """In a process of its own, where no other thread takes memory."""
    context = processes()
    found = context.Queue()
    process = context.Process(target=_peak, args=(long_log, reading, found))
    process.start()
    assert found.get(timeout=60) < MOST_MEMORY
    process.join()
