"""A replay shared by several processes gives what one process gives, occasion by occasion."""

import errno
import sys
import threading
from contextlib import contextmanager
from datetime import date

import attrs
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from projections.engine.history.as_of import EVERYTHING, AsOf
from projections.engine.history.history import History
from projections.engine.read_model.schema import generation
from projections.engine.registry import BUILT_IN
from projections.engine.replay import shared_replay
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import AS_ADOPTED, WhatIf
from projections.engine.replay.shared_replay import packed_occasions
from scripts.federation.successions import SUCCESSIONS
from scripts.generate_federation import federation
from tests.ledger.soak import dice, soak
from tests.projections.arrivals import arrivals
from tests.projections.mistakes import handed_in
from tests.projections.seasons import DAYS, seasons
from tests.projections.sharing import (
    Sharing,
    asked,
    fault_in,
    process_without_threads,
    rebuilt,
    replayed,
)
from tests.projections.submissions import POOL, adoption, games, player, tournament

TRIGGERS = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'event'"
DAMAGE = (
    "UPDATE event SET payload = '{}'"
    " WHERE position = (SELECT min(position) FROM event WHERE type = 'game.submitted')"
)
GO = {"egf-2021", "mgsz-2011"}
as_it_arrived = seasons().flatmap(handed_in).flatmap(arrivals)
sharings = st.builds(
    Sharing,
    workers=st.integers(2, 3),
    page=st.integers(1, 8),
    window=st.integers(1, 12),
    message=st.sampled_from([1, 600, 20_000]),
)


@pytest.fixture(scope="module")
def elsewhere():
    with process_without_threads() as run:
        yield run


def url_of(club):
    return club.engine.url.render_as_string(hide_password=False)


def must_be_equal(outcome):
    assert outcome.unlike == []
    assert outcome.notes == []


def submitted(club, *, rulebook=None, succession=None, count=100, seed=1, years=None):
    """The federation's events, as they arrived."""
    made = federation(
        count,
        seed,
        years=years,
        pool=POOL,
        rulebook=rulebook,
        from_year={"fide-2024": 2022, "lask-1970": 1970}.get(rulebook, 2012) if rulebook else None,
        discipline="go" if rulebook in GO else None,
        succession=succession,
    )
    club.append(*map(orjson.loads, made))


# --- the law -----------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=60 * soak())
@given(season=as_it_arrived, sharing=sharings, on=st.sampled_from([None, *DAYS]))
def test_processes_share_every_season_up_to_a_day(new_club, elsewhere, season, sharing, on):
    as_of = AsOf(None if on is None else date.fromisoformat(on))
    with new_club() as club:
        club.append(*season)
        must_be_equal(elsewhere(replayed, url_of(club), POOL, sharing, as_of))


@pytest.mark.parametrize("rulebook", ["fide-2024", "lask-1970"])
def test_lists_and_games_dated_singly_are_shared(new_club, elsewhere, rulebook):
    with new_club() as club:
        submitted(club, rulebook=rulebook, years=2)
        outcome = elsewhere(replayed, url_of(club), POOL, Sharing(workers=3))
    must_be_equal(outcome)
    assert outcome.occasions > 40
    assert outcome.messages > 40


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", BUILT_IN)
@settings(max_examples=6 * soak())
@given(made=st.tuples(st.integers(60, 400), st.integers(1, 10**6)), sharing=sharings)
def test_processes_share_every_rulebook(new_club, elsewhere, rulebook, made, sharing):
    count, seed = made
    with new_club() as club:
        submitted(club, rulebook=rulebook, count=count, seed=seed, years=3)
        must_be_equal(elsewhere(replayed, url_of(club), POOL, sharing))


@pytest.mark.slow
@pytest.mark.parametrize("succession", SUCCESSIONS)
@settings(max_examples=4 * soak())
@given(seed=st.integers(1, 10**6), sharing=sharings)
def test_processes_share_every_succession(new_club, elsewhere, succession, seed, sharing):
    with new_club() as club:
        submitted(club, succession=succession, count=800, seed=seed)
        must_be_equal(elsewhere(replayed, url_of(club), POOL, sharing))


@pytest.mark.slow
@settings(max_examples=60 * soak())
@given(season=as_it_arrived, sharing=sharings, rulebook=st.sampled_from([None, *BUILT_IN]))
def test_processes_share_what_if_another_rulebook_governed(
    new_club, elsewhere, season, sharing, rulebook
):
    what_if = AS_ADOPTED if rulebook is None else WhatIf(rulebook)
    with new_club() as club:
        club.append(*season)
        must_be_equal(elsewhere(replayed, url_of(club), POOL, sharing, EVERYTHING, what_if))


@pytest.mark.parametrize("killed_at", [None, 5])
def test_processes_share_a_question_about_another_rulebook(new_club, elsewhere, killed_at):
    with new_club() as club:
        submitted(club, rulebook="dwz-1995", years=2)
        sharing = Sharing(killed_at=killed_at)
        assert elsewhere(asked, url_of(club), POOL, sharing, WhatIf("dwz-2014")) > 5


# --- a worker that dies ------------------------------------------------------------------------


@pytest.mark.parametrize("killed_at", [0, 20])
def test_after_a_lost_worker_one_process_goes_on(new_club, elsewhere, killed_at):
    with new_club() as club:
        submitted(club, rulebook="fide-2024", years=2)
        outcome = elsewhere(replayed, url_of(club), POOL, Sharing(killed_at=killed_at))
    assert outcome.unlike == []
    (note,) = outcome.notes
    assert note.startswith(f"{POOL}: a process of the replay was lost (")


@pytest.mark.slow
@settings(max_examples=40 * soak())
@given(season=as_it_arrived, sharing=sharings, killed_at=st.integers(0, 40))
def test_a_worker_may_die_at_any_point(new_club, elsewhere, season, sharing, killed_at):
    with new_club() as club:
        club.append(*season)
        killing = attrs.evolve(sharing, killed_at=killed_at)
        outcome = elsewhere(replayed, url_of(club), POOL, killing)
    assert outcome.unlike == []
    assert len(outcome.notes) <= 1


@pytest.mark.slow
def test_a_rebuild_that_loses_a_worker_leaves_no_half_generation(club_on_both, elsewhere):
    club, points = club_on_both, dice(4)
    submitted(club, rulebook="dwz-1995", count=600, years=6)
    club.rebuild()
    (digest,) = generations(club)
    lost = 0
    for killed_at in [points.randrange(40) for _ in range(4 * soak())]:
        sharing = Sharing(workers=2, killed_at=killed_at)
        done, checked = elsewhere(rebuilt, url_of(club), POOL, sharing)
        lost += len(done.notes)
        assert checked.differences == ()
        assert generations(club) == [digest]
    assert lost > 1


def test_a_fault_in_the_log_is_named_as_by_one_process(new_club, elsewhere):
    with new_club() as club:
        club.append(adoption("1995-01-01"), player("anna"), player("bela"))
        for number in range(4):
            club.append(
                tournament(f"may {number}", f"1996-05-0{number + 1}"),
                *games(f"may {number}", "anna 1-0 bela"),
            )
        with club.engine.begin() as connection:
            for (name,) in connection.exec_driver_sql(TRIGGERS).all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
            connection.exec_driver_sql(DAMAGE)
        named = elsewhere(fault_in, url_of(club), POOL, Sharing())
        assert named == elsewhere(fault_in, url_of(club), POOL, Sharing(workers=1))
        assert named.startswith("the event at position 5 is damaged")


# --- where one process is as good --------------------------------------------------------------


@pytest.fixture
def small(club):
    """The replay of a small pool; a large one has as many occasions."""
    submitted(club, rulebook="dwz-1995", years=2)
    with club.engine.connect() as connection:
        yield Replay.of(History(connection, EVERYTHING), POOL, EVERYTHING)


@pytest.fixture
def possible(monkeypatch):
    """A pool of any size, on a machine with two cores, in a process without threads."""
    monkeypatch.setattr(shared_replay, "FEWEST", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    return monkeypatch


ONE_PROCESS = {
    "a small pool": lambda patch: patch.setattr(shared_replay, "FEWEST", 10_000),
    "no fork": lambda patch: patch.setattr(
        shared_replay, "get_all_start_methods", lambda: ["spawn"]
    ),
    "libraries that do not survive it": lambda patch: patch.setattr(sys, "platform", "darwin"),
    "other threads": lambda patch: patch.setattr(threading, "active_count", lambda: 2),
    "one core": lambda patch: patch.setattr("os.cpu_count", lambda: 1),
}


@pytest.mark.parametrize("why", ONE_PROCESS)
def test_one_process_replays_where_others_are_no_help(small, possible, why):
    assert shared_replay._can_be_shared(small, 2)
    assert not shared_replay._can_be_shared(small, 1)
    ONE_PROCESS[why](possible)
    assert not shared_replay._can_be_shared(small, 2)
    alone = [evaluated.item.key for evaluated in small.run()]
    assert [each.done.key for each in packed_occasions(small, 2)] == alone


def test_one_process_replays_if_memory_forbids_another(small, possible):
    @contextmanager
    def without_memory(*_):
        raise OSError(errno.ENOMEM, "Cannot allocate memory")
        yield

    possible.setattr(shared_replay, "_processes", without_memory)
    notes = []
    alone = [evaluated.item.key for evaluated in small.run()]
    assert [each.done.key for each in packed_occasions(small, 2, notes.append)] == alone
    assert "(Cannot allocate memory)" in notes[0]


# --- on both databases -------------------------------------------------------------------------


def generations(club):
    with club.engine.connect() as connection:
        return list(connection.execute(select(generation.c.digest)).scalars())


@pytest.mark.slow
def test_a_shared_rebuild_writes_the_same_rows(club_on_both, elsewhere):
    club = club_on_both
    submitted(club, rulebook="fide-2024", years=2)
    club.rebuild()
    (digest,) = generations(club)
    done, checked = elsewhere(rebuilt, url_of(club), POOL, Sharing(workers=3))
    assert generations(club) == [digest]
    assert (done.notes, checked.notes, checked.differences) == ((), (), ())
    assert club.check().differences == ()
