"""Verification of valid and damaged logs, and of a database that cannot be read at all."""

from sqlalchemy import text

from ledger.log.verification import verify
from tests.ledger.office import Office


def test_a_database_that_cannot_be_read_is_described_in_its_own_words(office: Office) -> None:
    office.open_season()
    with office.engine.begin() as connection:
        connection.execute(text("ALTER TABLE event RENAME COLUMN payload TO text_of_the_event"))
    verdict = verify(office.engine)
    assert not verdict.ok
    assert verdict.finding is not None
    assert verdict.finding.position is None
    assert "payload" in verdict.finding.message
    assert "SELECT" not in verdict.finding.message
    assert "Background" not in verdict.finding.message


def test_whatever_fails_while_it_is_verified_is_a_finding(office: Office) -> None:
    office.open_season()

    def fails(_: int) -> None:
        raise MemoryError("no room is left")

    verdict = verify(office.engine, fails)
    assert verdict.finding is not None
    assert "no room is left" in verdict.finding.message
