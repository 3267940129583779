"""The read model's digests: what was changed in it answers nobody, and ``verify`` names it.

A rebuild and going on come to the same digest, so a generation whose digest follows is whole.
"""

import re
from datetime import UTC, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text

from ledger.events.problems import TablesDamaged
from ledger.log.verification import verify
from projections.engine.read_model.checked_rows import card_digest, total
from projections.engine.read_model.schema import generation
from projections.engine.read_model.verification import wrong_tables
from projections.operations.corrections import Correct, correct
from projections.operations.operation import OperationContext
from tests.projections.club import TODAY, Club
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    games,
    player,
    strike,
    tournament,
)

(MAY,) = games("may", "anna 1-0 bela")
JUNE = [tournament("june", "1996-06-01"), *games("june", "anna ½-½ bela")]
NOT_AS_WRITTEN = [
    "UPDATE card SET card = replace(card, '15', '17') WHERE player = 'anna'",
    "UPDATE card SET player = 'bela2' WHERE player = 'bela'",
    "UPDATE occasion SET subject = 'march' WHERE subject = 'may'",
    "UPDATE occasion SET strengths = 'null' WHERE subject = 'may'",
    "UPDATE occasion SET players = '[\"anna\"]' WHERE subject = 'may'",
    "UPDATE generation SET horizon = '1999-01-01'",
    "UPDATE generation SET summaries = 7",
    "UPDATE standing SET standing = replace(standing, '15', '17') WHERE player = 'anna'",
    "UPDATE standing SET unchanged_until = '1996-12-31' WHERE player = 'anna'",
    "UPDATE standing SET standing = '' WHERE player = 'anna'",
    "DELETE FROM card WHERE player = 'anna'",
    "DELETE FROM standing WHERE player = 'anna'",
    "DELETE FROM occasion WHERE subject = 'june'",
    "DELETE FROM card_dependency WHERE player = 'anna'",
    "UPDATE card SET key = replace(key, '1996-06', '1996-07') WHERE player = 'anna'",
]


@pytest.fixture
def played(club_on_both: Club) -> Club:
    """Anna has beaten Bela in May, and drawn with him in June."""
    club_on_both.append(adoption(), player("anna"), player("bela"), player("cleo"))
    club_on_both.append(decided("anna", "1500-10"), decided("bela", "1500-10"))
    club_on_both.append(tournament("may", "1996-05-01"), MAY, *JUNE)
    club_on_both.catch_up()
    return club_on_both


def change(club: Club, statement: str) -> None:
    with club.engine.begin() as connection:
        assert connection.execute(text(statement)).rowcount


def digest(club: Club) -> int:
    with club.engine.connect() as connection:
        return connection.execute(select(generation.c.digest)).scalar_one()


def answered(club: Club) -> str:
    """Return the answer to the club; of a refusal the remedy alone."""
    try:
        return f"{club.ratings()} {club.player('anna')}"
    except TablesDamaged as damage:
        (remedy,) = re.findall("`(.*)`", str(damage))
        return str(remedy)


def test_a_read_model_as_it_was_written_is_in_order(played: Club) -> None:
    assert verify(played.engine, derived=wrong_tables).ok


@pytest.mark.parametrize("statement", NOT_AS_WRITTEN)
def test_whatever_is_changed_in_it_is_found(played: Club, statement: str) -> None:
    change(played, statement)
    verdict = verify(played.engine, derived=wrong_tables)
    assert verdict.finding is not None
    assert f"rating-ledger rebuild {POOL}" in verdict.finding.message
    assert verdict.events == verify(played.engine).events  # the log itself is in order
    played.rebuild()
    assert verify(played.engine, derived=wrong_tables).ok


@pytest.mark.parametrize("statement", NOT_AS_WRITTEN[:9])
def test_a_row_that_was_changed_answers_nobody(played: Club, statement: str) -> None:
    """It is refused, or a replay answers instead."""
    before = answered(played)
    change(played, statement)
    assert answered(played) in {before, f"rating-ledger rebuild {POOL}"}


def test_a_card_of_another_pool_is_not_taken_for_one(played: Club) -> None:
    """Two generations in one table: a digest also says whose card it is."""
    played.append(adoption("1990-01-01", "youth"), decided("cleo", "1900-10", pool="youth"))
    youth = Club(played.engine, "youth")
    youth.catch_up()
    played.catch_up()
    there = (
        "generation = (SELECT max(id) FROM generation WHERE pool <> 'youth') WHERE player = 'cleo'"
        " AND generation = (SELECT max(id) FROM generation WHERE pool = 'youth')"
    )
    change(played, f"UPDATE card SET key = '1999-01-01/1/x', {there}")  # noqa: S608 - our own
    with pytest.raises(TablesDamaged):
        played.player("cleo")
    change(played, f"UPDATE standing SET {there}")  # noqa: S608 - our own
    with pytest.raises(TablesDamaged):
        played.ratings()


def test_a_wrong_card_does_not_survive_going_on(played: Club) -> None:
    """A correction of May reads the card after May: it is made anew from the log."""
    change(played, "UPDATE card SET card = replace(card, '15', '17') WHERE player = 'anna'")
    played.append(correction(MAY, "c1", white_points=0, black_points=1))
    played.catch_up()
    assert verify(played.engine, derived=wrong_tables).ok
    assert played.check().differences == ()


def test_a_correction_is_not_told_from_a_wrong_card(played: Club) -> None:
    """The differing players come from two replays if a card was altered."""
    strike_may = Correct(
        event=MAY["id"], reason="not played", strike=True, by="the office", dry_run=True
    )

    def changes() -> object:
        context = OperationContext(played.engine, lambda: datetime.combine(TODAY, time(), UTC))
        return correct(strike_may, context)["changed"]

    before = changes()
    change(played, "UPDATE card SET card = replace(card, '15', '17') WHERE player = 'anna'")
    assert changes() == before


def test_going_on_comes_to_the_digest_of_a_rebuild(played: Club) -> None:
    played.append(correction(MAY, "c1", white_points=0, black_points=1))
    played.append(tournament("april", "1996-04-01"), *games("april", "anna 0-1 bela"))
    played.append(strike(JUNE[1], "c2"))
    played.catch_up()
    followed = digest(played)
    assert verify(played.engine, derived=wrong_tables).ok
    played.rebuild()
    assert digest(played) == followed


@given(st.lists(st.integers(-(2**63), 2**63 - 1)), st.integers(-(2**63), 2**63 - 1))
def test_what_is_added_can_be_taken_away_again(parts: list[int], one: int) -> None:
    whole = total(*parts)
    assert -(2**63) <= whole < 2**63
    assert total(total(whole, one), -one) == whole


def test_where_one_part_ends_and_the_next_begins_matters() -> None:
    assert card_digest("a", "bc", "d", "e") != card_digest("ab", "c", "d", "e")
