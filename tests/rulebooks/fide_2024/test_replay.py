"""FIDE 2024 under the laws of replay: generated seasons, on both engines."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.queries.player_record import named_record
from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.ledger.soak import soak
from tests.projections.club import spelt
from tests.projections.everything import or_refusal
from tests.projections.new_clubs import NewClub, new_in_files, new_on_server
from tests.projections.submissions import correction
from tests.rulebooks.fide_2024.federation import POOL, Federation, event_of, people, rules
from tests.rulebooks.fide_2024.seasons import (
    ASKED_ON,
    OPENS,
    PLAYERS,
    arrivals,
    careless,
    seasons,
)

A_FEW = settings(max_examples=8 * soak())
some_day = st.sampled_from(ASKED_ON)


def everything(fide: Federation, on: str | None = None) -> str:
    """The list, every record with its audit, and every tournament."""
    with fide.answers(on) as answers:
        said: dict[str, Any] = {"ratings": answers.ratings(everyone=True)}
        for name in PLAYERS:
            said[name] = or_refusal(named_record, answers, name)
        for name in OPENS:
            said[name] = or_refusal(answers.tournament, name)
    for name in PLAYERS:
        said[f"audit {name}"] = or_refusal(fide.audit, name, None, on)
    return spelt(said)


@pytest.fixture(scope="module")
def new_fide(sqlite_files: SQLiteFiles) -> NewClub[Federation]:
    return new_in_files(sqlite_files, partial(Federation, pool=POOL))


@pytest.fixture(scope="module")
def new_fide_on_postgresql(postgresql_databases: PostgreSQLDatabases) -> NewClub[Federation]:
    return new_on_server(postgresql_databases, partial(Federation, pool=POOL))


@A_FEW
@given(data=st.data(), season=seasons(), on=some_day)
def test_the_order_of_arrival_does_not_matter(new_fide, data, season, on):
    with new_fide() as punctual, new_fide() as belated:
        punctual.append(*season)
        belated.append(*data.draw(arrivals(season)))
        assert everything(belated, on) == everything(punctual, on)


@A_FEW
@given(data=st.data(), season=seasons(), on=some_day)
def test_a_correction_equals_having_been_right_from_the_beginning(new_fide, data, season, on):
    with new_fide() as careful, new_fide() as hasty:
        careful.append(*season)
        hasty.append(*data.draw(careless(season)))
        assert everything(hasty, on) == everything(careful, on)


@A_FEW
@given(data=st.data(), season=seasons())
def test_going_on_equals_rebuilding_and_changes_no_earlier_cut(new_fide, data, season):
    events = data.draw(careless(season))
    stop = data.draw(st.integers(1 + len(PLAYERS), len(events)))
    with new_fide() as federation:
        federation.append(*events[:stop])
        federation.catch_up()
        with federation.answers() as answers:
            then, known = spelt(answers.ratings()), answers.card_history.position
        if stop < len(events):
            federation.append(*events[stop:])
        federation.catch_up()
        assert federation.check().differences == ()
        with federation.answers(known_at=known) as answers:
            assert spelt(answers.ratings()) == then


@A_FEW
@given(season=seasons(), on=some_day)
def test_the_read_model_answers_like_a_replay(new_fide, season, on):
    with new_fide() as federation:
        federation.append(*season)
        replayed = everything(federation, on)
        federation.catch_up()
        assert everything(federation, on) == replayed


@settings(max_examples=3 * soak())
@given(data=st.data(), season=seasons())
def test_both_engines_give_the_same_bytes(new_fide, new_fide_on_postgresql, data, season):
    events = data.draw(careless(season))
    with new_fide() as in_a_file, new_fide_on_postgresql() as on_a_server:
        for federation in (in_a_file, on_a_server):
            federation.append(*events)
            federation.catch_up()
        assert everything(on_a_server) == everything(in_a_file)


@pytest.mark.parametrize("ends", [("2024-12-11", "2024-12-15"), ("2024-12-15", "2024-12-11")])
def test_a_tournament_of_a_day_that_becomes_one_of_several_has_begun_on_its_first(fide, ends):
    """FIDE 7.1.1: the ratings of its first day are used, so the read model has the beginning."""
    wrong, right = ends
    entered, game = event_of("open", "2024-12-11", wrong, "anna 1-0 bela")
    fide.append(rules(), *people(anna=1950, bela=2000), entered, game)
    fide.catch_up()
    fide.append(correction(entered, "the end", ended_on=right))
    fide.catch_up()
    assert fide.check().differences == ()
