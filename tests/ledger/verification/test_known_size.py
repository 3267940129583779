"""A log whose head is not that of its last event is neither believed nor written on."""

from collections.abc import Sequence

import pytest

from ledger.events.canonical_json import GENESIS
from ledger.events.problems import LedgerDamaged
from ledger.log.event_log import Head, head_of, known_size
from tests.ledger.lines import player, season
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


def cut(*positions: int) -> Sequence[str]:
    return [f"DELETE FROM event WHERE position = {each}" for each in positions]  # noqa: S608


HEAD_AT_FIVE = """UPDATE log_head SET size = 5,
    chain_hash = (SELECT chain_hash FROM event WHERE position = 5),
    recorded_at = (SELECT recorded_at FROM event WHERE position = 5)"""
TAMPERED = {
    "the last event is cut off": cut(6),
    "the last three are": cut(4, 5, 6),
    "all are": cut(1, 2, 3, 4, 5, 6),
    "the head is set back properly": [HEAD_AT_FIVE],
    "its size alone is": ["UPDATE log_head SET size = 5"],
    "it is ahead": ["UPDATE log_head SET size = 7"],
    "it is that of an empty log": ["UPDATE log_head SET size = 0, chain_hash = :zeros"],
    "its size is zero": ["UPDATE log_head SET size = 0"],
    "its hash is zeroed": ["UPDATE log_head SET chain_hash = :zeros"],
    "its time is another": ["UPDATE log_head SET recorded_at = recorded_at - 1"],
}


@pytest.mark.parametrize("guarded", [True, False], ids=["guarded", "unguarded"])
@pytest.mark.parametrize("statements", TAMPERED.values(), ids=TAMPERED.keys())
def test_nothing_is_appended_after_a_hole(
    office: Office, statements: Sequence[str], guarded: bool
) -> None:
    """Few events go by a statement, many by COPY on PostgreSQL."""
    office.append(*season())
    intruder = Intruder(office)
    for statement in statements:
        values = {"zeros": GENESIS} if ":zeros" in statement else {}
        intruder.run(statement, **values)
    if guarded:
        intruder.put_guards_back()
    with office.engine.connect() as connection:
        before = head_of(connection)
    for count in (1, 20):
        with pytest.raises(LedgerDamaged, match=r"is damaged .* verify.* restore it"):
            office.append(*(player(f"p{number}") for number in range(count)))
    with office.engine.connect() as connection:
        assert head_of(connection) == before


def test_nor_after_a_head_that_never_was_that_of_an_empty_log(office: Office) -> None:
    Intruder(office).change("log_head", "chain_hash", 1, bytes([1]) * 32)
    with pytest.raises(LedgerDamaged, match=r"is damaged .* verify.* restore it"):
        office.append(*season())
