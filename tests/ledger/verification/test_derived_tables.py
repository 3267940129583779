"""Faults of the tables made from the log are reported only if the log itself is valid."""

import attrs
import pytest

from ledger.log.verification import Finding, verify
from ledger.log.workers import processes
from tests.ledger.lines import season
from tests.ledger.office import Office
from tests.ledger.verification.tampering import Intruder

WRONG = Finding(None, "a table is not what the log says")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_wrong_table_of_a_sound_log_is_the_finding(office: Office, workers: int) -> None:
    office.append(*season())
    found = verify(office.engine, derived=lambda _: iter([WRONG]), workers=processes(workers))
    assert (found.events, found.finding) == (6, WRONG)


def test_a_wrong_log_is_said_first(office: Office) -> None:
    office.append(*season())
    Intruder(office).change("event", "recorded_by", 3, "somebody else")
    found = verify(office.engine, derived=lambda _: iter([WRONG])).finding
    assert found is not None
    assert found.position == 3


def test_a_verdict_as_a_document_says_what_was_found_and_where(office: Office) -> None:
    office.append(*season())
    sound = office.verdict()
    head = sound.head_hash.hex()
    assert sound.document() == {"ok": True, "events": 6, "head_hash": head, "first_bad": None}
    found = verify(office.engine, derived=lambda _: iter([attrs.evolve(WRONG, position=5)]))
    assert attrs.evolve(found, notes=("a pause",)).document() == {
        "ok": False,
        "events": 6,
        "head_hash": head,
        "first_bad": 5,
        "message": "a table is not what the log says",
        "notes": ["a pause"],
    }
