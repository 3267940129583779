"""The quick check of plain games gives the same verdict as checking each of them."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from ledger.events.canonical_json import GENESIS, chain_hash, entry_hash, envelope
from ledger.events.plain_games import match_plain_game
from ledger.events.problems import LedgerDamaged
from ledger.log.event_log import Head, entry_of, head_of, read_rows
from ledger.log.event_verification import EventVerification, wrong_entry, wrong_keys
from ledger.log.schema import event
from ledger.log.side_data import SideDataVerification
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import correction, game, season
from tests.ledger.new_ledgers import new_ledger
from tests.ledger.office import Office
from tests.ledger.soak import soak
from tests.ledger.verification.tampering import other_values

COLUMNS = [column.name for column in event.columns]
AT = {name: at for at, name in enumerate(COLUMNS)}
ROUNDS = range(1, 7)
Rows = list[tuple[Any, ...]]
Outcome = tuple[object, Head, list[tuple[int, int]]]


@pytest.fixture(scope="module")
def connection(sqlite_files: SQLiteFiles) -> Iterator[Connection]:
    """A ledger of games, plain and others, recorded at three times."""
    with new_ledger(sqlite_files) as office:
        office.append(*season())
        for first in ROUNDS[::2]:
            office.clock.turn(hours=1)
            office.append(*(_game(number) for number in (first, first + 1)))
        _others(office)
        with office.engine.connect() as connection:
            yield connection


def _game(number: int) -> dict[str, Any]:
    return game("anna", "bela", game=f"g{number}", id_=f"g{number}", round=number, board=1)


def _others(office: Office) -> None:
    office.append(
        game("cleo", "dora", game="bélà", id_="bélà", round=1),
        game("cleo", "dora", game="g8", id_="g8", round=8, played=False, reason="forfeit"),
        correction("g1", game("anna", "bela", "0-1", game="g1", round=1), "c1"),
        _game(10),
    )


@pytest.fixture(scope="module")
def rows(connection: Connection) -> Rows:
    return [row for page in read_rows(connection) for row in page]


def test_most_of_these_games_are_plain_and_all_of_them_in_order(
    connection: Connection, rows: Rows
) -> None:
    """Otherwise the comparison below would compare nothing."""
    plain = [row for row in rows if match_plain_game(row[AT["payload"]])]
    assert len(plain) >= len(ROUNDS)
    wrong, reached, times = _outcome(connection, rows)
    assert (wrong, reached) == (None, head_of(connection))
    assert len({time for _, time in times}) >= 3


VALUES = st.one_of(
    st.none(),
    st.integers(-2, 2**63),
    st.sampled_from([1.0, True, 0.5, b"x", GENESIS, "", "x", "game.submitted", "game/g1", "{}"]),
)
CHANGES = st.tuples(
    st.integers(0, 11), st.sampled_from(COLUMNS), st.none() | VALUES, st.integers(0, 9)
)


@given(change=CHANGES, forged=st.booleans())
@settings(max_examples=200 * soak())
@example(change=(8, "schema", 1.0, 0), forged=True)
@example(change=(8, "schema", True, 0), forged=True)
@example(change=(8, "recorded_at", 1.0, 0), forged=True)
@example(change=(8, "stream", "tournament/other", 0), forged=True)
@example(change=(8, "subject", None, 0), forged=True)
@example(change=(8, "chain_hash", 2**62, 0), forged=False)
def test_a_changed_row_is_judged_as_it_is_when_looked_at_by_itself(
    connection: Connection, rows: Rows, change: tuple[int, str, Any, int], *, forged: bool
) -> None:
    at, column, value, other = change
    at = min(at + len(season()) - 2, len(rows) - 1)
    before = rows[at][AT[column]]
    if value is None and column != "subject":
        others = other_values(column, before)
        value = others[other % len(others)]
    changed = [*rows[:at], _with(rows[at], column, value), *rows[at + 1 :]]
    if forged:
        changed = _hashed_anew(changed)
    assert _outcome(connection, changed) == _one_by_one(connection, changed)


def _with(row: tuple[Any, ...], column: str, value: Any) -> tuple[Any, ...]:
    return (*row[: AT[column]], value, *row[AT[column] + 1 :])


def _hashed_anew(rows: Rows) -> Rows:
    """The rows with hashes that hold, as far as the values can be hashed."""
    chain, made = GENESIS, list[tuple[Any, ...]]()
    for row in rows:
        own = dict(zip(COLUMNS, row, strict=True))
        try:
            sealed = envelope(
                type=own["type"],
                schema=own["schema"],
                id=own["id"],
                data=own["payload"],
                source=own["source"],
                recorded_by=own["recorded_by"],
            )
            entry = entry_hash(own["position"], own["recorded_at"], sha256(sealed).digest())
        except (AttributeError, TypeError, OverflowError):
            return rows
        chain = chain_hash(chain, entry)
        made.append((*row[:-2], entry, chain))
    return made


def _outcome(connection: Connection, rows: Rows) -> Outcome:
    times: list[tuple[int, int]] = []
    side_data = SideDataVerification(connection)
    events = EventVerification(
        connection, side_data, Head(0, GENESIS, 0), lambda *told: _note(times, *told)
    )
    try:
        wrong: object = events.wrong(rows)
    except LedgerDamaged as damage:
        wrong = damage.position
    return wrong, events.reached, times


def _one_by_one(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> Outcome:
    """Every row as an entry, checked by itself."""
    reached, times = (0, GENESIS, 0), list[tuple[int, int]]()
    for row in rows:
        try:
            entry = entry_of(row)
        except LedgerDamaged as damage:
            return damage.position, Head(*reached), times
        try:
            wrong = wrong_entry(entry, *reached) or wrong_keys(entry, connection)
        except Exception as error:
            wrong = f"it cannot be read: {error!r}"
        if wrong is not None:
            return wrong, Head(*reached), times
        _note(times, entry.position, entry.recorded_at)
        reached = entry.position, entry.chain_hash, entry.recorded_at
    return None, Head(*reached), times


def _note(times: list[tuple[int, int]], position: int, recorded_at: int) -> None:
    if not times or times[-1][1] != recorded_at:
        times.append((position, recorded_at))
