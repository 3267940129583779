"""kill -9 at any moment: what was acknowledged is there, what was cut off is not there at all."""

import time
from pathlib import Path

import pytest

from ledger.log.database import connect
from ledger.log.revisions import upgrade
from tests.databases.server import Server
from tests.ledger.hardship.witness import Witness
from tests.ledger.lines import game
from tests.ledger.office import Office
from tests.ledger.soak import dice, soak

pytestmark = pytest.mark.hostile

KILLS = 25 * soak()
SERVER_KILLS = 6 * soak()
LONGEST_LIFE = 0.15


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
