# ruff: noqa: S608 - statements of an imaginary attacker
"""The database itself refuses every change of the log, to whichever program makes it."""

import re
from collections.abc import Callable

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ledger.log.revisions import upgrade
from tests.ledger.guards.rows import COLUMNS, NEXT, like, put
from tests.ledger.lines import game, season
from tests.ledger.office import Office
from tests.tables import every

Attack = Callable[[str], str]
GAP = [("8", "'a'"), ("10", "'b'")]


@pytest.fixture
def attack(office: Office) -> Attack:
    """Runs a statement as another program would; returns why the database refused it."""
    office.append(*season(), game("anna", "bela", id_="g1", game="g1"))
    before = office.contents()

    def run(statement: str) -> str:
        with pytest.raises(DBAPIError) as refusal, office.engine.begin() as connection:
            connection.exec_driver_sql(statement)
        assert office.contents() == before
        assert office.verdict().ok
        return str(refusal.value.orig)

    return run


@every("column", COLUMNS)
def test_no_column_of_an_event_can_be_updated(attack: Attack, column: str) -> None:
    assert "append-only" in attack(f"UPDATE event SET {column} = {column}")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET payload = '{}'",
        "UPDATE event SET position = position + 100",
        "DELETE FROM event WHERE position = 7",
        "DELETE FROM event WHERE position = 3",
        "DELETE FROM event",
    ],
)
def test_events_are_neither_updated_nor_deleted(attack: Attack, statement: str) -> None:
    assert "append-only" in attack(statement)


@pytest.mark.parametrize("position", ["9", "0", "-1", "3", "7", "1000000"])
def test_no_event_can_be_put_anywhere_but_at_the_end(attack: Attack, position: str) -> None:
    attack(put(like(7, **{**NEXT, "position": position})))


def test_no_gap_can_be_made_by_several_rows_at_once(attack: Attack) -> None:
    rows = [like(7, position=place, id=name, subject="NULL") for place, name in GAP]
    assert "no gaps" in attack(put(" UNION ALL ".join(rows)))


@pytest.mark.parametrize("once", ["id", "subject"])
def test_neither_id_nor_subject_can_come_twice(attack: Attack, once: str) -> None:
    attack(put(like(7, **{**NEXT, once: once})))


@pytest.mark.parametrize("column", sorted(set(COLUMNS) - {"subject", "source"}))
def test_an_event_cannot_be_inserted_without_its_contents(attack: Attack, column: str) -> None:
    attack(put(like(7, **{**NEXT, column: "NULL"})))


@pytest.mark.parametrize(
    "change",
    [
        "size = 6",
        "size = 8",
        "size = 0, chain_hash = chain_hash, recorded_at = 0",
        "recorded_at = recorded_at + 1",
        "recorded_at = 0",
        "id = 2",
        "chain_hash = (SELECT chain_hash FROM event WHERE position = 6)",
        "size = 6, chain_hash = (SELECT chain_hash FROM event WHERE position = 6)",
        "chain_hash = (SELECT entry_hash FROM event WHERE position = 7)",
    ],
)
def test_the_head_cannot_be_moved_off_the_last_event(attack: Attack, change: str) -> None:
    attack(f"UPDATE log_head SET {change}")


def test_there_is_always_one_head(attack: Attack, engine: Engine) -> None:
    attack("DELETE FROM log_head")
    attack("INSERT INTO log_head SELECT 2, size, chain_hash, recorded_at FROM log_head")
    attack("INSERT INTO log_head SELECT 1, size, chain_hash, recorded_at FROM log_head")
    if engine.dialect.name == "sqlite":
        attack("REPLACE INTO log_head SELECT 1, 0, chain_hash, 0 FROM log_head")
    else:
        attack("TRUNCATE log_head")


def test_an_event_appended_without_moving_the_head_is_found(office: Office) -> None:
    """The one statement that the guards must let through, or nobody could append."""
    office.append(*season(), game("anna", "bela"))
    with office.engine.begin() as connection:
        connection.exec_driver_sql(put(like(7, **NEXT)))
    finding = office.verdict().finding
    assert finding is not None
    assert finding.position == 8


ALTERED = {
    "sqlite": [
        "DROP TRIGGER event_is_never_updated",
        "DROP TRIGGER head_is_one_row",
        (
            "DROP TRIGGER event_is_never_deleted; CREATE TRIGGER event_is_never_deleted "
            "BEFORE DELETE ON event BEGIN SELECT 1; END"
        ),
    ],
    "postgresql": [
        "DROP TRIGGER event_follows_the_last ON event",
        "ALTER TABLE event DISABLE TRIGGER event_is_never_changed",
        "ALTER TABLE log_head ENABLE TRIGGER head_is_the_last_event",
        "ALTER TRIGGER head_is_one_row ON log_head RENAME TO another",
        (
            "CREATE OR REPLACE FUNCTION rating_ledger_refuse() RETURNS trigger LANGUAGE plpgsql "
            "AS $$ BEGIN RETURN NULL; END $$"
        ),
        (
            "CREATE OR REPLACE TRIGGER event_is_never_changed BEFORE DELETE ON event "
            "FOR EACH STATEMENT EXECUTE FUNCTION rating_ledger_refuse()"
        ),
    ],
}


def test_missing_and_altered_guards_are_noted_and_init_puts_them_back(office: Office) -> None:
    office.append(*season(), game("anna", "bela", id_="g1", game="g1"))
    before = office.contents()
    for statements in ALTERED[office.engine.dialect.name]:
        with office.engine.begin() as connection:
            for statement in re.split(r"; (?=CREATE)", statements):
                connection.exec_driver_sql(statement)
        verdict = office.verdict()
        assert verdict.ok
        assert "`rating-ledger init` puts them back" in verdict.notes[0], statements
        assert not upgrade(office.engine)
        assert not office.verdict().notes
        with pytest.raises(DBAPIError), office.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM event")
    assert office.contents() == before
