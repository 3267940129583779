"""The witness of what killed writers have seen acknowledged."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

from tests.ledger.hardship.writers import ids_of, keep_appending, noted, processes
from tests.ledger.office import Office

WRITERS = 2


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
