"""Verification of what lies beside the log: personal data and source files."""

import json

import pytest
from sqlalchemy import text

from ledger.events.problems import Refused
from ledger.log import export
from ledger.log.database import connect
from ledger.log.event_log import writing
from ledger.log.restore import restore, verify_export
from ledger.log.source_files import digest_of, keep
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import (
    correction,
    event,
    forgotten,
    game,
    merge,
    player,
    season,
    tournament,
)
from tests.ledger.office import Office

FILE = b"012 The cup of Bamberg\n001 anna bela\n"
DIGEST = digest_of(FILE)


@pytest.fixture
def filed(office: Office) -> Office:
    """A season, and a cup between Anna (2) and Bela (3) submitted with a file (positions 7, 8)."""
    office.open_season()
    cup = {**tournament("cup", "cup", paper=DIGEST), "source": "cup.trf"}
    office.append(cup, {**game("anna", "bela", tournament="cup"), "source": "cup.trf"})
    keep_file(office)
    assert office.verdict().ok
    return office


def keep_file(office: Office, position: int = 8, name: str = "cup.trf") -> None:
    with writing(office.engine, office.clock) as writer:
        keep(writer.connection, DIGEST, position, name, FILE)


def run(office: Office, statement: str, **values: object) -> None:
    with office.engine.begin() as connection:
        connection.execute(text(statement), values)


def found(office: Office) -> tuple[int | None, str]:
    finding = office.verdict().finding
    assert finding is not None, "nothing was found"
    return finding.position, finding.message


def exported(office: Office) -> list[bytes]:
    with office.engine.connect() as connection:
        return [json.dumps(each).encode() for each in export.events_with_persons(connection)]


class TestFiles:
    def test_changed_bytes_are_found(self, filed: Office) -> None:
        run(filed, "UPDATE paper SET content = :other", other=b"nothing")
        assert found(filed) == (8, "the file kept for it is not the submitted one")

    def test_another_name_is_found(self, filed: Office) -> None:
        run(filed, "UPDATE paper SET name = 'other.trf'")
        assert found(filed) == (8, "the file kept for it was submitted under another name")

    @pytest.mark.parametrize("position", [1, 6, 900])
    def test_a_file_beside_another_event_is_found(self, filed: Office, position: int) -> None:
        run(filed, f"UPDATE paper SET position = {position}")  # noqa: S608
        assert found(filed) == (position, "the file kept for it belongs to no event of it")

    def test_a_file_that_no_event_names_is_found(self, filed: Office) -> None:
        run(filed, "UPDATE paper SET digest = :other", other=digest_of(b""))
        assert found(filed)[0] == 8

    def test_a_deleted_file_is_noted(self, filed: Office) -> None:
        run(filed, "DELETE FROM paper")
        verdict = filed.verdict()
        assert verdict.ok
        (note,) = verdict.notes
        assert "1 tournament (cup)" in note

    def test_a_file_erased_with_one_of_its_players_is_not_noted(self, filed: Office) -> None:
        filed.append(forgotten("bela"))
        assert (filed.verdict().ok, filed.verdict().notes) == (True, ())

    def test_an_erased_file_that_is_put_back_is_found(self, filed: Office) -> None:
        filed.append(forgotten("bela"))
        keep_file(filed)
        position, message = found(filed)
        assert position == 8
        assert "forgotten at position 9" in message


class TestPersons:
    def test_erased_data_put_back_by_hand_are_found(self, filed: Office) -> None:
        with filed.engine.connect() as connection:
            row = connection.exec_driver_sql("SELECT * FROM person WHERE position = 2").one()
        filed.append(forgotten("anna"))
        run(filed, "INSERT INTO person VALUES (:position, :player, :salt, :data)", **row._mapping)
        position, message = found(filed)
        assert position == 2
        assert "forgotten at position 9" in message

    def test_those_of_a_merged_registration_are_found_as_well(self, filed: Office) -> None:
        with filed.engine.connect() as connection:
            row = connection.exec_driver_sql("SELECT * FROM person WHERE position = 4").one()
        filed.append(merge("anna", "cleo"), forgotten("anna"))
        assert filed.verdict().notes == ()
        run(filed, "INSERT INTO person VALUES (:position, :player, :salt, :data)", **row._mapping)
        assert found(filed)[0] == 4

    def test_a_merge_that_is_struck_after_the_forgetting_gives_nothing_back(
        self, filed: Office
    ) -> None:
        """Cleo was erased as Anna's other registration; if she was somebody else, she is there
        again without a name, and may be submitted again by a correction.
        """
        with filed.engine.connect() as connection:
            row = connection.exec_driver_sql("SELECT * FROM person WHERE position = 4").one()
        filed.append(merge("anna", "cleo", "m"), forgotten("anna"), correction("m", None))
        assert (filed.verdict().ok, filed.verdict().notes) == (True, ())
        with filed.engine.begin() as connection:
            assert connection.exec_driver_sql("SELECT player FROM person").scalars().all() == [
                "bela",
                "dora",
            ]
        filed.append(correction("cleo", player("cleo", "cleo", name="Cleo Again")))
        assert (filed.verdict().ok, filed.verdict().notes) == (True, ())
        assert verify_export(enumerate(exported(filed), 1)).ok
        run(filed, "INSERT INTO person VALUES (:position, :player, :salt, :data)", **row._mapping)
        assert found(filed)[0] == 4

    def test_those_of_a_struck_merge_are_somebody_elses(self, filed: Office) -> None:
        filed.append(merge("anna", "cleo", "m"), correction("m", None), forgotten("anna"))
        assert (filed.verdict().ok, filed.verdict().notes) == (True, ())

    def test_data_missing_though_nobody_was_forgotten_are_noted(self, filed: Office) -> None:
        run(filed, "DELETE FROM person WHERE position IN (3, 5)")
        filed.append(forgotten("anna"))
        verdict = filed.verdict()
        assert verdict.ok
        assert verdict.document()["notes"] == list(verdict.notes)
        (note,) = verdict.notes
        assert "2 events (position 3, 5)" in note

    def test_a_correction_after_the_forgetting_is_not_noted(self, filed: Office) -> None:
        filed.append(forgotten("anna"), correction("anna", event("", {"player": "anna"})))
        assert (filed.verdict().ok, filed.verdict().notes) == (True, ())


class TestExports:
    """``verify --file`` says of an export what ``verify`` says of a database."""

    def test_erased_data_that_an_older_export_brings_back_are_found(self, filed: Office) -> None:
        older = exported(filed)
        filed.append(merge("anna", "cleo"), forgotten("anna"), game("bela", "dora"))
        newer = exported(filed)
        assert verify_export(enumerate(newer, 1)).ok
        verdict = verify_export(enumerate([*older, *newer[len(older) :]], 1))
        assert verdict.finding is not None
        assert verdict.finding.position == 2
        assert "forgotten at position 10: they were brought back" in verdict.finding.message
        only_cleo = [*newer[:3], older[3], *newer[4:]]
        verdict = verify_export(enumerate(only_cleo, 1))
        assert verdict.finding is not None
        assert verdict.finding.position == 4  # a registration that was merged into the forgotten

    def test_data_handed_in_after_a_forgetting_are_in_order(self, filed: Office) -> None:
        filed.append(merge("anna", "cleo", "m"), correction("m", None), forgotten("anna"))
        lines = exported(filed)
        assert b'"person"' in lines[3]  # Cleo's: the merge was struck before
        assert verify_export(enumerate(lines, 1)).ok


class TestRestore:
    def test_erased_data_do_not_come_back_with_an_older_export(
        self, office: Office, sqlite_files: SQLiteFiles, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        office.append(*season())
        older = exported(office)
        office.append(forgotten("anna"), game("bela", "cleo"))
        newer = exported(office)
        lines = list(enumerate([*older, *newer[len(older) :]], 1))
        with sqlite_files.fresh(tmp_path_factory.mktemp("restored")) as url:
            restored = Office(connect(url))
            with pytest.raises(Refused) as refused:
                restore(restored.engine, lines)
            (problem,) = refused.value.problems
            assert (problem.code, "position 2" in problem.message) == ("erased-data", True)
            assert restored.entries() == []
            assert restore(restored.engine, list(enumerate(newer, 1))).appended == len(newer)
            assert restored.verdict().ok
            restored.engine.dispose()
