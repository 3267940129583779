"""Verification ends in a verdict whatever it meets, never in a traceback."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from ledger.events.canonical_json import GENESIS
from ledger.events.problems import LedgerDamaged
from ledger.log.database import connect
from ledger.log.event_log import head_of, must_be_a_moment, read
from tests.databases.fresh import AfterSeason
from tests.ledger.office import Office
from tests.ledger.verification.tampering import FULL, Intruder, full_log


@pytest.mark.parametrize(
    "payload",
    [
        *(
            "",
            "null",
            "[]",
            '"text"',
            "5",
            "{}",
            '{"player":',
            '{"corrects":5}',
            '{"corrects":[]}',
        ),
        *('{"replacement":{"commitment":7}}', '{"player":{"x":1}}', '{"a":1e999}', '{"a":NaN}'),
        *('{"b":1,"a":2}', '{"a":1,"a":1}', '{"a":1.0}', "[" * 500 + "]" * 500, "[" * 100_000),
    ],
    ids=lambda payload: payload[:30],
)
@pytest.mark.parametrize("position", [2, 6, FULL])
def test_an_event_of_nonsense_with_good_hashes_is_named(
    full: Office, position: int, payload: str
) -> None:
    intruder = Intruder(full)
    intruder.forge(position, payload=payload)
    assert intruder.found() == position


@pytest.mark.parametrize(
    ("column", "value"),
    [("type", "player.invented"), ("schema", 2), ("stream", "x"), ("subject", "x")],
)
def test_an_event_of_another_kind_with_good_hashes_is_named(
    full: Office, column: str, value: object
) -> None:
    intruder = Intruder(full)
    intruder.forge(3, **{column: value})
    assert intruder.found() == 3


@pytest.mark.parametrize("spelling", [" {}", "{} ", '{{"x":null,{}'])
def test_an_event_in_another_spelling_with_good_hashes_is_named(
    full: Office, spelling: str
) -> None:
    intruder = Intruder(full)
    payload = intruder.value("event", "payload", 3)
    inner = payload[1:] if "{{" in spelling else payload
    intruder.forge(3, payload=spelling.format(inner))
    assert intruder.found() == 3


def test_a_time_that_goes_back_is_named_though_the_hashes_are_good(full: Office) -> None:
    intruder = Intruder(full)
    intruder.forge(5, recorded_at=intruder.value("event", "recorded_at", 4) - 1)
    assert intruder.found() == 5


def test_a_correction_of_what_comes_later_is_named(full: Office) -> None:
    intruder = Intruder(full)
    payload = intruder.value("event", "payload", FULL)
    intruder.forge(FULL, payload=payload.replace('"corrects":"open"', '"corrects":"nothing"'))
    assert intruder.found() == FULL


@pytest.fixture
def damaged(sqlite_after: AfterSeason) -> Iterator[Office]:
    """A full log in SQLite, which keeps any kind of value in any column."""
    engine = connect(sqlite_after(full_log))
    office = Office(engine)
    Intruder(office)
    yield office
    engine.dispose()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("recorded_at", "'soon'"),
        ("recorded_at", "1e300"),
        ("recorded_at", "-1"),
        ("recorded_at", "x'00'"),
        ("schema", "'one'"),
        ("schema", "1.5"),
        ("schema", "x'01'"),
        ("payload", "x'7b7d'"),
        ("payload", "17"),
        ("payload", "cast(x'ff7b' as text)"),
        ("id", "x'616e6e61'"),
        ("id", "cast(x'c328' as text)"),
        ("type", "x'00'"),
        ("recorded_by", "x'00'"),
        ("recorded_by", "3.25"),
        ("source", "x'00'"),
        ("source", "cast(x'80' as text)"),
        ("stream", "x'00'"),
        ("subject", "x'00'"),
        ("entry_hash", "'text instead of bytes, 32 of them'"),
        ("entry_hash", "5"),
        ("entry_hash", "1000000000000"),
        ("entry_hash", "9223372036854775807"),
        ("chain_hash", "-1"),
        ("chain_hash", "2.5"),
    ],
)
def test_a_value_of_the_wrong_kind_is_no_traceback(
    damaged: Office, column: str, value: str
) -> None:
    with closing(sqlite3.connect(damaged.engine.url.database or "")) as connection:
        connection.execute(f"UPDATE event SET {column} = {value} WHERE position = 7")  # noqa: S608
        connection.commit()
    verdict = damaged.verdict()
    assert verdict.finding is not None
    assert (verdict.events, verdict.finding.position) in {(0, None), (0, 7), (6, 7)}


@pytest.mark.parametrize("value", [-1, "text instead of bytes, 32 of them"])
def test_reading_an_event_whose_hash_is_none_names_its_position(
    damaged: Office, value: object
) -> None:
    with damaged.engine.begin() as connection:
        changed = "UPDATE event SET chain_hash = ? WHERE position = 3"
        connection.exec_driver_sql(changed, (value,))
    with (
        damaged.engine.connect() as connection,
        pytest.raises(LedgerDamaged, match="the event at position 3 is damaged"),
    ):
        list(read(connection))


@pytest.mark.parametrize("table", ["event", "log_head", "person"])
def test_a_missing_table_is_no_traceback(full: Office, table: str) -> None:
    Intruder(full).run(f"DROP TABLE {table}")
    verdict = full.verdict()
    assert verdict.finding is not None
    assert "cannot be read" in verdict.finding.message
    assert (verdict.events, verdict.head_hash) == (0, GENESIS)


@pytest.mark.parametrize(
    "content",
    [b"", b"SQLite format 3\0", b"no database at all, but a letter" * 100, bytes(4096)],
    ids=["empty", "header only", "letter", "zeros"],
)
def test_a_file_that_is_no_ledger_is_no_traceback(damaged: Office, content: bytes) -> None:
    damaged.engine.dispose()
    with open(damaged.engine.url.database or "", "wb") as file:  # noqa: PTH123
        file.write(content)
    assert not damaged.verdict().ok


@pytest.mark.parametrize("time", ["soon", 1e300, 2**63 - 1])
def test_a_time_that_is_none_is_damage_at_its_event_and_at_the_head(
    damaged: Office, time: object
) -> None:
    with damaged.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE event SET recorded_at = ? WHERE position = 3", (time,))
        connection.exec_driver_sql("UPDATE log_head SET recorded_at = ?", (time,))
    with damaged.engine.connect() as connection:
        _, _, third, *_ = read(connection)
        with pytest.raises(LedgerDamaged, match="recording cannot be read"):
            _ = third.recorded
        with pytest.raises(LedgerDamaged, match="its head cannot be read"):
            must_be_a_moment(head_of(connection).recorded_at)
