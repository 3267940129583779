"""A player read separately equals the same player read from the whole log."""

import pytest
from hypothesis import given, settings

from ledger.events.problems import LedgerDamaged
from ledger.log.database import WRITING, snapshot
from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from tests.ledger.soak import soak
from tests.ledger.verification.tampering import Intruder
from tests.projections.mistakes import handed_in
from tests.projections.seasons import seasons
from tests.projections.submissions import (
    POOL,
    adoption,
    correction,
    decided,
    membership,
    merge,
    player,
)


def whole(connection, as_of=EVERYTHING):
    return History(connection, as_of).players


def by_themselves(connection, players, as_of=EVERYTHING):
    part = History.about(connection, as_of, POOL)
    for each in players:
        part.read_persons([each])
    return {each: part.players[each] for each in players}


@settings(max_examples=30 * soak())
@given(season=seasons().flatmap(handed_in))
def test_corrected_merged_or_as_registered(new_club, season):
    with new_club() as club:
        club.append(*season)
        with snapshot(club.engine) as connection:
            everybody = whole(connection)
            assert by_themselves(connection, everybody) == everybody


@pytest.fixture
def registered(club_on_both):
    """Anna with a figure, Bela in a new club, Cleo a year older than first said, Dora twice."""
    club = club_on_both
    (cleo, dora, twice) = (player(each) for each in ("cleo", "dora", "dora2"))
    club.append(adoption(), player("anna"), player("bela"), cleo, dora, twice)
    club.append(decided("anna", "1500-10"), membership("bela", "Hof", "1996-01-01"))
    club.append(correction(cleo, "cleo is older", birth_year=1949), merge("dora", "dora2"))
    return club


def test_on_either_engine(registered):
    with snapshot(registered.engine) as connection:
        everybody = whole(connection)
        assert by_themselves(connection, everybody) == everybody
    assert everybody["bela"].club_on(everybody["bela"].memberships[-1].from_day) == "Hof"
    assert everybody["cleo"].birth_year == 1949


def test_within_a_transaction_that_writes_it_is_the_same(registered):
    writing = registered.engine.execution_options(**WRITING)
    with writing.begin() as connection:
        everybody = whole(connection)
        assert by_themselves(connection, everybody) == everybody


def test_as_known_before_he_had_joined_another_club(registered):
    then = AsOf(known_at=7)
    with snapshot(registered.engine) as connection:
        everybody = whole(connection, then)
        assert by_themselves(connection, everybody, then) == everybody
    assert len(everybody["bela"].memberships) == 1


@pytest.mark.parametrize("position", [6, 7, 8, 9, 10])
def test_as_known_at_the_position_of_what_was_said_last(registered, position):
    then = AsOf(known_at=position)
    with snapshot(registered.engine) as connection:
        everybody = whole(connection, then)
        assert by_themselves(connection, everybody, then) == everybody
    assert len(everybody["bela"].memberships) == (2 if position >= 8 else 1)
    assert everybody["cleo"].birth_year == (1949 if position >= 9 else 1950)


def test_one_that_cannot_be_read_is_named_by_its_position(registered):
    Intruder(registered).change("event", "payload", 2, '{"player":"anna","birth_year":"?"}')
    with snapshot(registered.engine) as connection, pytest.raises(LedgerDamaged, match=r" 2\b"):
        by_themselves(connection, ["anna"])
