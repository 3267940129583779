"""The number of events for an answer: given only if the head is that of the last of them."""

import pytest

from ledger.events.canonical_json import GENESIS
from ledger.events.problems import LedgerDamaged
from ledger.log.event_log import Head, head_of, known_size
from tests.ledger.lines import season
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder


def size(office: Office) -> int:
    with office.engine.connect() as connection:
        return known_size(connection)


def test_an_empty_log_has_none_and_a_season_of_six_events_has_six(office: Office) -> None:
    assert size(office) == 0
    office.append(*season())
    assert size(office) == 6


@pytest.mark.parametrize(
    ("column", "value"), [("size", 5), ("size", 7), ("chain_hash", bytes(32))]
)
def test_a_head_that_is_not_the_last_events_is_not_believed(
    office: Office, column: str, value: object
) -> None:
    office.append(*season())
    Intruder(office).change("log_head", column, 1, value)
    with pytest.raises(LedgerDamaged, match="its head is not that of its last event"):
        size(office)


def test_a_head_of_events_that_are_gone_is_not_believed(office: Office) -> None:
    office.append(*season())
    Intruder(office).run("DELETE FROM event")
    with pytest.raises(LedgerDamaged, match="its head is not that of its last event"):
        size(office)


def test_a_log_without_its_head_is_not_believed(office: Office) -> None:
    office.append(*season())
    Intruder(office).run("DELETE FROM log_head")
    with pytest.raises(LedgerDamaged, match="its head is missing"):
        size(office)
    with office.engine.connect() as connection:
        assert head_of(connection) == Head(0, GENESIS, 0)
