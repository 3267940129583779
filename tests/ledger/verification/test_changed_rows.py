"""Verification finds every changed column of every event, and names the event."""

import json
from collections.abc import Sequence

import pytest
from sqlalchemy import Connection

from ledger.events.canonical_json import GENESIS
from ledger.events.problems import LedgerDamaged
from ledger.log.event_log import head_of
from ledger.log.export import events_with_persons
from tests.ledger.office import Office
from tests.ledger.verification.tampering import FULL, Intruder, other_values


@pytest.fixture
def intruder(full: Office) -> Intruder:
    return Intruder(full)


@pytest.mark.parametrize(
    "column",
    [
        *("position", "id", "type", "schema", "stream", "subject", "recorded_at"),
        *("recorded_by", "source", "payload", "entry_hash", "chain_hash"),
    ],
)
@pytest.mark.parametrize(
    "positions",
    [(1, 2, 10, FULL), pytest.param(range(1, FULL + 1), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_any_change_of_any_column_is_found_at_its_position(
    intruder: Intruder, column: str, positions: Sequence[int]
) -> None:
    for position in positions:
        for value in other_values(column, intruder.value("event", column, position)):
            assert intruder.found_when("event", column, position, value) == position, value
    assert intruder.office.verdict().ok


def test_a_source_or_subject_taken_away_is_found(intruder: Intruder) -> None:
    intruder.run("UPDATE event SET source = 'x' WHERE position = 4")
    intruder.forge(4)
    assert intruder.office.verdict().ok
    assert intruder.found_when("event", "source", 4, None) == 4
    assert intruder.found_when("event", "subject", 2, None) == 2


@pytest.mark.slow
def test_every_byte_of_every_hash_counts(intruder: Intruder) -> None:
    """On SQLite those of every event; on PostgreSQL, which is slower, some of them."""
    lite = intruder.engine.dialect.name == "sqlite"
    for position in range(1, FULL + 1) if lite else (1, 10, FULL):
        for column in ("entry_hash", "chain_hash"):
            value = bytes(intruder.value("event", column, position))
            for place in range(32):
                bit = 1 << (place + position) % 8
                other = bytes([*value[:place], value[place] ^ bit, *value[place + 1 :]])
                assert intruder.found_when("event", column, position, other) == position


@pytest.mark.parametrize("positions", [(1, 2), (3, 4), (7, 13), (18, FULL), (1, FULL)])
def test_two_swapped_events_are_found(intruder: Intruder, positions: tuple[int, int]) -> None:
    low, high = positions
    for place, to in ((low, 1_000), (high, low), (1_000, high)):
        intruder.change("event", "position", place, to)
    assert intruder.found() == low


@pytest.mark.parametrize("position", [1, 2, 10, 18])
def test_a_deleted_event_is_found(intruder: Intruder, position: int) -> None:
    intruder.run(f"DELETE FROM event WHERE position = {position}")  # noqa: S608
    assert intruder.found() == position


@pytest.mark.parametrize("position", [1, 10, 18])
def test_a_deleted_event_is_found_where_the_others_close_ranks(
    intruder: Intruder, position: int
) -> None:
    intruder.run(f"DELETE FROM event WHERE position = {position}")  # noqa: S608
    for later in range(position + 1, FULL + 1):
        intruder.change("event", "position", later, later - 1)
    assert intruder.found() == position


def test_an_event_cut_off_at_the_end_is_found_by_the_head(intruder: Intruder) -> None:
    intruder.run(f"DELETE FROM event WHERE position = {FULL}")  # noqa: S608
    assert intruder.found() == FULL


def test_an_inserted_event_is_found(intruder: Intruder) -> None:
    for later in range(FULL, 9, -1):
        intruder.change("event", "position", later, later + 1)
    intruder.run(
        "INSERT INTO event SELECT 10, 'new', type, schema, stream, NULL, recorded_at,"
        " recorded_by, source, payload, entry_hash, chain_hash FROM event WHERE position = 9"
    )
    assert intruder.found() == 10


def test_an_event_put_at_the_end_with_good_hashes_is_found_by_the_head(
    intruder: Intruder,
) -> None:
    intruder.run(
        "INSERT INTO event SELECT :position, 'new', type, schema, stream, NULL, recorded_at,"
        " recorded_by, source, payload, entry_hash, chain_hash FROM event WHERE position = 4",
        position=FULL + 1,
    )
    head = intruder.value("log_head", "chain_hash", 1)
    intruder.forge(FULL + 1, payload=json.dumps({"player": "x"}, separators=(",", ":")))
    intruder.change("log_head", "chain_hash", 1, head)
    assert intruder.found() == FULL + 1


@pytest.mark.parametrize("column", ["size", "chain_hash", "recorded_at"])
def test_a_changed_head_is_found(intruder: Intruder, column: str) -> None:
    value = intruder.value("log_head", column, 1)
    others = [GENESIS, b""] if column == "chain_hash" else [value + 1, value - 1, 0]
    for other in others:
        assert intruder.found_when("log_head", column, 1, other) is not None


NO_BYTES = [10**12, -1, "text"]
"""Values that SQLite takes for a hash; no memory has as many bytes as the first says."""


@pytest.mark.parametrize(
    ("table", "column", "position", "wrong"),
    [
        ("event", "chain_hash", 1, 1),
        ("event", "chain_hash", FULL, FULL),
        ("log_head", "chain_hash", 1, None),
        ("person", "salt", 2, 2),
    ],
)
def test_what_is_no_hash_is_found_and_never_exported(
    intruder: Intruder, table: str, column: str, position: int, wrong: int | None
) -> None:
    if intruder.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL refuses a value of another type")
    before = intruder.value(table, column, position)
    for value in NO_BYTES:
        assert intruder.found_when(table, column, position, value) == wrong
        intruder.change(table, column, position, value)
        with intruder.engine.connect() as connection, pytest.raises(LedgerDamaged):
            read_as_an_export(connection)
        intruder.change(table, column, position, before)


def read_as_an_export(connection: Connection) -> None:
    head_of(connection)
    list(events_with_persons(connection))


def test_a_head_taken_away_is_found(intruder: Intruder) -> None:
    intruder.run("DELETE FROM log_head")
    assert intruder.found() is not None


@pytest.mark.parametrize(
    ("column", "values"),
    [
        ("player", ["dora", "anna ", ""]),
        ("salt", [bytes(16), bytes(15), b""]),
        ("data", ['{"name":"Else, Somebody"}', '{"name": "anna, Test"}', "{}", ""]),
    ],
)
def test_changed_personal_data_are_found(
    intruder: Intruder, column: str, values: list[object]
) -> None:
    for value in values:
        assert intruder.found_when("person", column, 2, value) == 2
    assert intruder.office.verdict().ok


@pytest.mark.parametrize("position", [1, 6, 900])
def test_personal_data_put_beside_another_event_are_found(
    intruder: Intruder, position: int
) -> None:
    assert intruder.found_when("person", "position", 2, position) == position


def test_a_name_put_beside_an_event_that_has_none_is_found(intruder: Intruder) -> None:
    intruder.run("INSERT INTO person SELECT 6, player, salt, data FROM person WHERE position = 2")
    assert intruder.found() == 6


def test_a_rewritten_log_is_found_by_the_head_noted_elsewhere(intruder: Intruder) -> None:
    """No look at the log alone can find it: everything in it agrees."""
    noted = intruder.office.verdict().head_hash
    intruder.forge(13, recorded_by="somebody else")
    verdict = intruder.office.verdict()
    assert verdict.ok
    assert verdict.head_hash != noted
