"""kill -9 at any moment: what was acknowledged is there, what was cut off is not there at all."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

from ledger.log.database import connect, upgrade
from tests.databases.server import Server
from tests.ledger.hardship.writers import ids_of, keep_appending, noted, processes
from tests.ledger.lines import game
from tests.ledger.office import Office
from tests.ledger.soak import dice, soak

WRITERS = 2
KILLS = 25 * soak()
SERVER_KILLS = 6 * soak()
LONGEST_LIFE = 0.15


class Witness:
    """Knows what the writers have seen acknowledged and compares it with the log."""

    def __init__(self, office: Office, folder: Path) -> None:
        self._office = office
        self._folder = folder
        self._writers: list[str] = []
        self.acknowledged = 0

    @contextmanager
    def writers_at_work(self, url: str, generation: int) -> Iterator[Sequence[BaseProcess]]:
        """Writers that append without end until somebody stops them."""
        names = [f"generation{generation}-writer{number}" for number in range(WRITERS)]
        self._writers += names
        running = [
            processes().Process(target=keep_appending, args=(url, name, None, self._folder / name))
            for name in names
        ]
        for process in running:
            process.start()
        yield running
        for process in running:
            process.join(60)

    def wait_for_work(self) -> None:
        """Until somebody of the last generation has seen something acknowledged."""
        deadline = time.monotonic() + 60
        while not any(noted(self._folder / name) for name in self._writers[-WRITERS:]):
            assert time.monotonic() < deadline, "the writers do not get to work"
            time.sleep(0.002)

    def testify(self) -> None:
        """Every acknowledged call is in the log; of every other one all or nothing."""
        entries = self._office.entries()
        assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
        written = [entry.id for entry in entries[6:]]
        expected = []
        self.acknowledged = 0
        for name in self._writers:
            numbers = noted(self._folder / name)
            assert numbers == list(range(len(numbers)))
            whole = [id_ for number in numbers for id_ in ids_of(name, number)]
            own = [id_ for id_ in written if id_.startswith(f"{name}-")]
            unacknowledged = ids_of(name, len(numbers))
            assert own in (whole, whole + unacknowledged)
            expected += own
            self.acknowledged += len(numbers)
        assert sorted(written) == sorted(expected)
        assert self._office.verdict().ok


def test_killed_writers_lose_nothing_acknowledged_and_leave_nothing_half(
    office: Office, database: str, tmp_path: Path
) -> None:
    office.open_season()
    witness, seeded = Witness(office, tmp_path), dice()
    for generation in range(KILLS):
        with witness.writers_at_work(database, generation) as running:
            if generation % 2:
                witness.wait_for_work()
            time.sleep(seeded.uniform(0, LONGEST_LIFE))
            for process in running:
                process.kill()
        witness.testify()
    assert witness.acknowledged >= KILLS // 2  # what was waited for; more is a matter of speed
    assert office.append(game("anna", "bela")).appended == 1


def test_a_killed_postgresql_loses_nothing_acknowledged(
    server_of_its_own: Server, tmp_path: Path
) -> None:
    server = server_of_its_own
    server.start()
    server.create("ledger")
    engine = connect(server.url("ledger"))
    upgrade(engine)
    office = Office(engine)
    office.open_season()
    engine.dispose()
    witness, seeded = Witness(office, tmp_path), dice()
    for generation in range(SERVER_KILLS):
        with witness.writers_at_work(server.url("ledger"), generation):
            witness.wait_for_work()
            time.sleep(seeded.uniform(0, LONGEST_LIFE))
            server.kill()
        server.start()
        witness.testify()
        engine.dispose()
    assert witness.acknowledged >= SERVER_KILLS
    assert office.append(game("anna", "bela")).appended == 1
    engine.dispose()
