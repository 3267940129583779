"""The power goes while the ledger writes: nothing acknowledged is lost, nothing is half there.

The ledger's own code runs on a simulated disk (``power/disk.py``), hundreds of times.  Python
cannot share memory on such a disk, so the database is opened by one process exclusively; the
journal is the same, a write-ahead log that is synced at every commit.
"""

from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Engine, make_url
from sqlalchemy.event import listen
from sqlalchemy.exc import SQLAlchemyError

from ledger.log.database import connect
from tests.ledger.hardship.power.disk import Disk, Write
from tests.ledger.hardship.power.driver import Connection
from tests.ledger.hardship.writers import call, ids_of
from tests.ledger.office import Office
from tests.ledger.soak import dice, soak

pytestmark = pytest.mark.hostile

CRASHES = 120 * soak()
CRASHES_A_LOG = 10
MOST_WRITES = 250
LEDGER = "/ledger.db"


class Machine:
    """A machine with a ledger on its disk, and a power supply that cannot be relied on."""

    def __init__(self, empty: bytes, seed: int, *settings: str) -> None:
        self._dice = dice(seed)
        self._settings = settings
        self._numbers = count()
        self._acknowledged: list[str] = []
        self._disk = Disk.holding(LEDGER, empty)
        self._engine = self._start()
        Office(self._engine).open_season()
        self.restart()

    def _start(self) -> Engine:
        disk = self._disk
        engine = connect(f"sqlite:///{LEDGER}", creator=lambda: Connection(disk.connect(LEDGER)))
        # Now and then a short journal, so that the power also goes during checkpoints.
        pages = self._dice.choice((20, 60, 1_000))
        listen(engine, "connect", _setting(*self._settings, f"wal_autocheckpoint = {pages}"))
        return engine

    def crash(self) -> str:
        """Append until the power goes; what the log is like after the next start."""
        self._disk.remaining = self._dice.randint(1, MOST_WRITES)
        under_way = self._append_until_the_power_goes()
        self._engine.dispose()
        self._disk = self._disk.after_power_cut(self._dice)
        self._engine = self._start()
        return self._compare(under_way)

    def _append_until_the_power_goes(self) -> list[str]:
        """The ids of the call that was not acknowledged."""
        office = Office(self._engine)
        for number in self._numbers:
            try:
                office.append(*call("writer", number))
            except SQLAlchemyError:
                assert self._disk.dead
                return ids_of("writer", number)
            self._acknowledged += ids_of("writer", number)
        raise AssertionError

    def _compare(self, under_way: list[str]) -> str:
        office = Office(self._engine)
        if not office.verdict().ok:
            return "damaged"
        found = [entry.id for entry in office.entries()[6:]]
        whole = self._acknowledged + under_way
        if found not in (self._acknowledged, whole):
            return "lost" if found == whole[: len(found)] else "damaged"
        self._acknowledged = found
        return "whole"

    def restart(self) -> None:
        """Shut it down as one should, which empties the journal, and start it again."""
        self._engine.dispose()
        self._engine = self._start()

    def scrap(self) -> None:
        self._engine.dispose()


def _setting(*pragmas: str) -> Callable[[Connection, object], None]:
    def set_(connection: Connection, _: object) -> None:
        for pragma in pragmas:
            connection.cursor().execute(f"PRAGMA {pragma}")

    return set_


@pytest.fixture
def empty(sqlite_database: str) -> bytes:
    """The file of an empty ledger."""
    return Path(make_url(sqlite_database).database or "").read_bytes()


def crashes(empty: bytes, number: int, *settings: str) -> Counter[str]:
    """Return the states of the log after so many crashes, counted."""
    outcomes: Counter[str] = Counter()
    for seed in count():
        machine = Machine(empty, seed, *settings)
        for crash in range(CRASHES_A_LOG):
            outcome = machine.crash()
            outcomes[outcome] += 1
            if outcome != "whole" or outcomes.total() == number:
                break
            if crash % 4 == 3:
                machine.restart()
        machine.scrap()
        if outcomes.total() == number:
            break
    return outcomes


def test_the_power_goes_again_and_again_and_nothing_acknowledged_is_lost(empty: bytes) -> None:
    assert crashes(empty, CRASHES) == {"whole": CRASHES}


def test_less_careful_settings_lose_acknowledged_events(empty: bytes) -> None:
    """So this test would notice if the ledger did not sync its journal at every commit."""
    outcomes = crashes(empty, 40, "synchronous = NORMAL")
    assert outcomes["lost"] >= 10
    assert outcomes["damaged"] == 0


def test_settings_without_any_care_damage_the_log(empty: bytes) -> None:
    outcomes = crashes(empty, 40, "synchronous = OFF")
    assert outcomes["lost"] >= 5
    assert outcomes["damaged"] >= 5


def test_the_simulated_disk_keeps_what_was_synced() -> None:
    """Writes before a sync are all there; of those after it, seldom all."""
    whole = 0
    for seed in range(200):
        disk = Disk.holding("file", b"old!" * 1_024)
        file = disk.file("file")
        file.change(Write(0, b"new!" * 512))
        file.sync()
        file.change(Write(1_024, b"lost" * 512))
        left = disk.after_power_cut(dice(seed)).files["file"].seen
        assert left[:1_024] == b"new!" * 256
        assert left[3_072:] == b"old!" * 256
        whole += left[1_024:3_072] == b"lost" * 512
    assert 0 < whole < 150
