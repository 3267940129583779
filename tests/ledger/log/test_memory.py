"""A log of any length is exported, shown and verified page by page: memory does not follow it."""

import tracemalloc
from collections import deque
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Engine

from ledger.log import event_log, export
from ledger.log.database import connect
from ledger.log.verification import verify
from projections.interfaces.cli.log_commands import log_lines
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
def long_log(sqlite_database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """Many pages of games."""
    engine = connect(sqlite_database)
    office = Office(engine)
    office.open_season()
    office.append(*(game("anna", "bela", game=f"g{n}", id_=f"g{n}") for n in range(GAMES)))
    monkeypatch.setattr(event_log, "PAGE", PAGE)
    monkeypatch.setattr(export, "PAGE", PAGE)
    yield office
    engine.dispose()


@pytest.mark.parametrize("reading", [exported, exported_with_persons, shown, verified])
def test_a_long_log_takes_the_memory_of_some_pages(
    long_log: Office, reading: Callable[[Engine], None]
) -> None:
    reading(long_log.engine)  # with what is loaded once
    tracemalloc.start()
    try:
        reading(long_log.engine)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY
