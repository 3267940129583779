"""Erased data are wiped out of the database's files, even with readers present."""

import pytest
from sqlalchemy import Engine

from ledger.log import erasure
from ledger.log.database import connect, snapshot
from tests.ledger.lines import correction, event, forgotten, player
from tests.ledger.log.database_files import files_with, flush
from tests.ledger.office import Office

SURNAME = "Zzybrzycka"


@pytest.fixture
def crowd(office: Office) -> Office:
    """Two hundred players on disk, Emil the last row of the table, twice."""
    office.append(*(player(f"crowd{number}") for number in range(200)))
    office.append(player("emil", "emil", name=f"{SURNAME}, Emil", ids={"fide": "4600001"}))
    office.append(correction("emil", player("emil", name=f"{SURNAME}, E.")))
    flush(office.engine)
    return office


def is_due(engine: Engine) -> bool:
    with engine.connect() as connection:
        return erasure.is_due(connection)


def test_no_file_has_the_name_though_another_connection_is_open(crowd: Office) -> None:
    assert files_with(crowd.engine, SURNAME)
    other = connect(crowd.engine.url)
    with other.connect() as connection:
        connection.exec_driver_sql("SELECT * FROM person").all()
        connection.rollback()
        crowd.append(forgotten("emil"))
        assert files_with(crowd.engine, SURNAME) == []
        assert files_with(crowd.engine, "crowd0, Test")
    other.dispose()
    assert not is_due(crowd.engine)


@pytest.mark.parametrize("table", ["person", "event"])
def test_past_a_reader_the_next_submission_wipes(
    crowd: Office, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """A reader of the log alone may still see the deleted row, so it is carried over as well."""
    monkeypatch.setattr(erasure, "PATIENCE_MILLISECONDS", 50)
    reader = connect(crowd.engine.url)
    with snapshot(reader) as connection:
        connection.exec_driver_sql(f"SELECT * FROM {table}").all()  # noqa: S608
        crowd.append(forgotten("emil"))
        assert is_due(crowd.engine)
        verdict = crowd.verdict()
        assert (verdict.ok, verdict.notes) == (True, (erasure.REMAIN,))
    reader.dispose()
    crowd.append(player("later"))
    assert not is_due(crowd.engine)
    assert files_with(crowd.engine, SURNAME) == []


def test_the_planner_keeps_no_samples_of_personal_data(postgresql_database: str) -> None:
    office = Office(connect(postgresql_database))
    office.append(*(player(f"{name}1") for name in "abc"))
    flush(office.engine)
    samples = "SELECT attname FROM pg_stats WHERE tablename IN ('person', 'paper', 'hand_in')"
    with office.engine.connect() as connection:
        sampled = connection.exec_driver_sql(samples).scalars().all()
    assert "player" in sampled
    assert not {"data", "name", "content", "file", "options"}.intersection(sampled)
    office.engine.dispose()


def test_a_mark_that_came_with_a_dump_of_another_server_goes(postgresql_database: str) -> None:
    """It counts that server's transactions, of which this one may have had fewer."""
    engine = connect(postgresql_database)
    with engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO erasure VALUES (7, 4000000000000)")
    assert erasure.wipe_where_due(engine)
    assert not is_due(engine)
    engine.dispose()


def test_several_are_forgotten_by_one_submission(crowd: Office) -> None:
    crowd.append(*(forgotten(f"crowd{number}") for number in range(3)), forgotten("emil"))
    assert files_with(crowd.engine, SURNAME) == []
    assert not is_due(crowd.engine)


def test_an_ordinary_submission_wipes_nothing(
    crowd: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[Engine] = []
    monkeypatch.setattr(erasure, "wipe", calls.append)
    crowd.append(event("membership.declared", {"player": "emil", "from_day": "2001-01-01"}))
    assert calls == []
