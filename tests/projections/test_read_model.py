"""The read model in service: never half-built, never believed against the log."""

import shutil
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import Engine, select, update

from ledger.log.database import connect
from projections.engine.read_model import new_generation
from projections.engine.read_model.generations import check, rebuild
from projections.engine.read_model.new_generation import insert_batch
from projections.engine.read_model.schema import card, generation
from projections.engine.read_model.stored_card_history import StoredCardHistory
from projections.engine.replay.card_history import MemoryCardHistory
from projections.queries.player_record import named_record
from tests.projections.club import Club
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    games,
    player,
    tournament,
)

(GAME,) = games("may", "anna 1-0 bela")
CORRECTED = correction(GAME, "c1", white_points=0, black_points=1)


def handed_in(club):
    """Two players of 1500; Anna has won in May and they have drawn in June."""
    club.append(adoption(), player("anna"), player("bela"))
    club.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    club.append(tournament("may", "1996-05-01"), GAME)
    return club


@pytest.fixture
def played(club_on_both):
    return handed_in(club_on_both)


class TestWhileItIsRebuilt:
    def test_who_reads_during_a_rebuild_reads_one_list_to_the_end(self, played):
        played.catch_up()
        with played.answers() as answers:
            before = answers.ratings(), named_record(answers, "anna"), answers.tournament("may")
            played.append(CORRECTED)
            played.rebuild()
            after = answers.ratings(), named_record(answers, "anna"), answers.tournament("may")
        assert after == before

    def test_an_append_during_a_rebuild_is_caught_up_with_afterwards(self, played):
        appended = []

        def meanwhile(_):
            if not appended:
                appended.append(played.append(CORRECTED))

        rebuild(played.engine, POOL, meanwhile)
        assert played.ratings()["anna"] == "1481-11"
        played.catch_up()
        assert played.ratings()["anna"] == "1481-11"
        assert played.check().differences == ()

    def test_a_rebuild_never_keeps_the_write_ahead_log_from_starting_again(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """RESTART waits for all who read from the write-ahead log, and says if it was in vain."""
        handed_in(club)
        busy = []

        def inserted(engine: Engine, *batch: Any) -> int:
            with closing(sqlite3.connect(str(engine.url.database), timeout=0)) as connection:
                restart = connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            busy.append(restart[0])
            return insert_batch(engine, *batch)

        monkeypatch.setattr(new_generation, "OCCASIONS_AT_ONCE", 1)
        monkeypatch.setattr(new_generation, "insert_batch", inserted)
        club.rebuild()
        assert len(busy) > 2
        assert not any(busy)

    def test_two_rebuilds_at_once_leave_one_whole_list(self, played):
        inner = []

        def meanwhile(_):
            if not inner:
                inner.append("begun")
                played.append(CORRECTED)
                rebuild(played.engine, POOL)

        rebuild(played.engine, POOL, meanwhile)
        assert stored_ratings(played)["anna"] == "1481-11"
        assert played.check().differences == ()

    def test_a_rebuild_during_a_check_disturbs_neither(self, played):
        played.catch_up()
        inner = []

        def meanwhile(_):
            if not inner:
                inner.append(rebuild(played.engine, POOL))

        assert check(played.engine, POOL, meanwhile).differences == ()
        assert stored_ratings(played)["anna"] == "1519-11"

    def test_a_rebuild_that_broke_off_leaves_the_list_in_service(self, played):
        class PowerCut(Exception):
            pass

        def power_cut(_):
            raise PowerCut

        played.catch_up()
        with pytest.raises(PowerCut):
            rebuild(played.engine, POOL, power_cut)
        assert stored_ratings(played)["anna"] == "1519-11"
        played.rebuild()
        assert stored_ratings(played)["anna"] == "1519-11"


class TestGoingOn:
    def test_a_late_tournament_changes_those_after_it_without_a_rebuild(self, played):
        played.append(tournament("june", "1996-06-01"), *games("june", "anna 1-0 bela"))
        played.catch_up()
        before = generation_in_service(played)
        played.append(tournament("april", "1996-04-01"), *games("april", "anna 0-1 bela"))
        played.catch_up()
        assert generation_in_service(played) == before
        history = played.player("anna")["history"]
        assert [row["rating_before"] for row in history] == [
            1500,
            1481,
            history[1]["rating_after"],
        ]
        assert played.check().differences == ()


class TestAgainstTheLog:
    def test_a_read_model_that_is_behind_is_not_asked(self, played):
        played.catch_up()
        played.append(CORRECTED)
        with played.answers() as answers:
            assert isinstance(answers.card_history, MemoryCardHistory)
        assert played.ratings()["anna"] == "1481-11"

    def test_a_check_of_a_read_model_that_is_behind_finds_no_difference(self, played):
        played.catch_up()
        played.append(CORRECTED)
        assert played.check().differences == ()

    def test_a_check_names_whose_card_is_not_what_a_replay_gives(self, played):
        played.catch_up()
        with played.engine.begin() as connection:
            connection.execute(
                update(card)
                .where(card.c.player == "anna", card.c.key.like("1996-05-01/%"))
                .values(card=card.c.card.concat(" "))
            )
        (difference,) = played.check().differences
        assert difference["player"] == "anna"
        assert difference["key"] == "1996-05-01/3/may"
        assert difference["stored"] == difference["replayed"] + " "
        played.rebuild()
        assert played.check().differences == ()

    def test_a_read_model_of_another_program_is_made_anew(self, played):
        played.catch_up()
        with played.engine.begin() as connection:
            connection.execute(update(generation).values(program="0.0.1"))
            connection.execute(update(card).values(card='{"figure": "of another kind"}'))
        played.catch_up()
        assert stored_ratings(played)["anna"] == "1519-11"

    @pytest.mark.parametrize("made_with", ['{"dwz-1995": "00"}', '{"gone-1900": "00"}', ""])
    def test_a_read_model_made_with_other_rules_is_made_anew(self, played, made_with):
        """Whatever the version says; one from before fingerprints were kept remembers none."""
        played.catch_up()
        with played.engine.begin() as connection:
            connection.execute(update(generation).values(rulebooks=made_with))
            connection.execute(update(card).values(card='{"figure": "by another rule"}'))
        with played.answers() as answers:
            assert isinstance(answers.card_history, MemoryCardHistory)
        played.catch_up()
        assert stored_ratings(played)["anna"] == "1519-11"

    @pytest.mark.parametrize("known_at", [None, 8, 9])
    def test_a_read_model_of_another_log_is_not_believed(self, club, tmp_path, known_at):
        """The ledger is restored from a copy and goes on otherwise than it had before."""
        handed_in(club)
        shutil.copy(tmp_path / "ledger.db", tmp_path / "copy.db")
        shutil.copy(tmp_path / "ledger.db-wal", tmp_path / "copy.db-wal")
        club.append(CORRECTED)
        club.catch_up()
        with club.engine.connect() as ours:
            model = [list(ours.execute(table.select())) for table in (generation, card)]
        club.engine.dispose()

        restored = Club(connect(f"sqlite:///{tmp_path / 'copy.db'}"))
        with restored.engine.begin() as connection:
            for table, rows in zip((generation, card), model, strict=True):
                connection.execute(table.insert(), [row._asdict() for row in rows])
        restored.append(correction(GAME, "c2", white_points=0.5, black_points=0.5))
        restored.append(player("cleo"))
        assert restored.ratings(known_at=known_at)["anna"] == "1500-11"
        restored.engine.dispose()


def stored_ratings(club):
    with club.answers() as answers:
        assert isinstance(answers.card_history, StoredCardHistory)
    return club.ratings()


def generation_in_service(club):
    with club.engine.connect() as connection:
        return connection.execute(select(generation.c.id).where(generation.c.active)).scalar_one()
