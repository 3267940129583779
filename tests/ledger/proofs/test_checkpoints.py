"""Checkpoints of a log, and what nobody notices without one."""

import pytest
from sqlalchemy import Engine, text

from ledger.events.problems import Refused
from ledger.log import checkpoints, merkle
from ledger.log.notes import WITNESS, Checkpoint, SigningKey
from ledger.log.tree import LogTree, succession
from ledger.log.verification import verify
from tests.databases.fresh import SQLiteFiles
from tests.ledger.lines import player
from tests.ledger.new_ledgers import new_ledger
from tests.ledger.office import Office

KEY = SigningKey("ratings.example.org/club", 1, bytes(range(32)))
EMPTY = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="  # SHA-256 of nothing, RFC 6962, 2.1


def signed(office: Office) -> Checkpoint:
    return checkpoints.create(office.engine, KEY)


def kept(engine: Engine) -> list[Checkpoint]:
    with engine.connect() as connection:
        return checkpoints.kept(connection)


def rewrite(office: Office, *names: str) -> None:
    """The owner of the database writes another valid log in place of the one that there is."""
    with office.engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'"
            for (name,) in connection.exec_driver_sql(triggers).all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            for table in ("event", "log_head"):
                connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for table in ("event", "person", "tree_tile"):
            connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
        start = "UPDATE log_head SET size = 0, recorded_at = 0, chain_hash = :genesis"
        connection.execute(text(start), {"genesis": bytes(32)})
    office.append(*map(player, names))


def test_the_checkpoint_of_an_empty_log_has_the_root_of_the_rfc(office: Office) -> None:
    assert signed(office).note.text == f"ratings.example.org/club\n0\n{EMPTY}\n"


def test_checkpoints_are_kept_and_prove_one_another(office: Office) -> None:
    made = []
    for number in range(1, 10):
        office.append(player(f"p{number}"))
        made.append(signed(office))
    assert kept(office.engine) == made
    assert [each.size for each in made] == list(range(1, 10))
    for old in made:
        assert old.note.signers([KEY.verifier]) == [KEY.verifier]
        for new in made[old.size - 1 :]:
            with office.engine.connect() as connection:
                path = merkle.consistency(old.size, new.size, LogTree(connection).hash_at)
                found = succession(connection, old.size, new.size)
            assert merkle.is_consistent((old.size, old.root), (new.size, new.root), path)
            assert found["old"] == {"size": old.size, "root": old.root.hex()}
            assert len(found["proof"]) == len(path)  # type: ignore[arg-type]
    assert verify(office.engine).ok


def test_states_that_the_log_never_had_are_not_proved(office: Office) -> None:
    office.append(player("anna"))
    with office.engine.connect() as connection:
        for old, new in ((1, 2), (1, 0)):
            with pytest.raises(Refused, match="no growth of a log of 1 events"):
                succession(connection, old, new)


def test_the_same_state_is_signed_once_and_by_a_new_key_as_well(office: Office) -> None:
    office.append(player("anna"))
    assert signed(office) == signed(office)
    new = SigningKey(KEY.name, 1, bytes(32))
    both = checkpoints.create(office.engine, new)
    assert both.note.signers([KEY.verifier, new.verifier]) == [KEY.verifier, new.verifier]
    assert kept(office.engine) == [both]


def test_a_witness_s_key_signs_no_state_of_a_log(office: Office) -> None:
    with pytest.raises(Refused, match="witness"):
        checkpoints.create(office.engine, SigningKey("witness", WITNESS, bytes(32)))


class TestAttacks:
    """Each is a valid log: its chain alone says nothing against it."""

    def test_a_rewritten_log_is_found_by_its_checkpoint(self, office: Office) -> None:
        office.append(*map(player, ("anna", "bela", "cleo")))
        signed(office)
        rewrite(office, "anna", "bela", "carl", "dora")
        self.must_be_found(office, "checkpoint of 3 events is not of this log")

    def test_a_rewritten_tail_is_found_by_its_checkpoint(self, office: Office) -> None:
        office.clock.at = office.clock.at.replace(microsecond=0)
        office.append(*map(player, ("anna", "bela", "cleo")))
        signed(office)
        office.append(player("dora"))
        after = signed(office)
        rewrite(office, "anna", "bela", "cleo", "doro")
        found = verify(office.engine).finding
        assert found is not None
        assert after.size == 4
        assert "was rewritten since" in found.message

    def test_a_log_that_was_cut_off_is_found_by_its_checkpoint(self, office: Office) -> None:
        office.append(*map(player, ("anna", "bela", "cleo")))
        signed(office)
        rewrite(office, "anna", "bela")
        self.must_be_found(office, "the log ends at position 2, but a checkpoint of 3 events")

    def must_be_found(self, office: Office, words: str) -> None:
        found = verify(office.engine).finding
        assert found is not None
        assert words in found.message
        with pytest.raises(Refused, match=words):
            signed(office)

    def test_without_its_checkpoint_nobody_notices(self, office: Office) -> None:
        office.append(*map(player, ("anna", "bela", "cleo")))
        rewrite(office, "anna", "bela", "carl")
        assert verify(office.engine).ok

    def test_two_logs_of_one_key_are_inconsistent(
        self, office: Office, sqlite_files: SQLiteFiles
    ) -> None:
        office.append(*map(player, ("anna", "bela")))
        with new_ledger(sqlite_files) as fork:
            fork.append(*map(player, ("anna", "berta", "cleo")))
            shown, hidden = signed(office), signed(fork)
            with fork.engine.connect() as connection:
                path = LogTree(connection).consistency(2)
        assert shown.note.signers([KEY.verifier]) == hidden.note.signers([KEY.verifier])
        assert not merkle.is_consistent((shown.size, shown.root), (hidden.size, hidden.root), path)
