"""Writers that are killed repeatedly: acknowledged events are kept, nothing is half-written."""

import random
import time
from pathlib import Path

from tests.ledger.hardship.witness import Witness
from tests.ledger.hardship.writers import silently_connected
from tests.ledger.office import Office

LONGEST_LIFE = 1.0


def kills(url: str, folder: Path, minutes: float, seed: int) -> str:
    """Kill generations of writers for so long; raises AssertionError if an event is lost."""
    office = Office(silently_connected(url))
    office.open_season()
    witness, dice = Witness(office, folder), random.Random(seed)
    until, generation = time.monotonic() + minutes * 60, 0
    while generation == 0 or time.monotonic() < until:
        with witness.writers_at_work(url, generation) as running:
            witness.wait_for_work()
            time.sleep(dice.uniform(0, LONGEST_LIFE))
            for process in running:
                process.kill()
        witness.testify()
        generation += 1
    office.engine.dispose()
    return f"{generation} generations of writers killed, {witness.acknowledged} calls acknowledged"
