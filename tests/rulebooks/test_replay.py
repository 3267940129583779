"""The laws of replay under EGF 2021 and FIDE 2024: generated seasons, on both engines."""

from functools import partial
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.queries.player_record import named_record
from tests.databases.fresh import PostgreSQLDatabases, SQLiteFiles
from tests.ledger.soak import soak
from tests.projections.club import Club, spelt
from tests.projections.everything import or_refusal
from tests.projections.new_clubs import NewClub, new_in_files, new_on_server
from tests.projections.submissions import Event, correction, strike
from tests.rulebooks.egf_2021 import seasons as of_go
from tests.rulebooks.fide_2024 import seasons as of_chess
from tests.tables import some_at_once

A_FEW = settings(max_examples=6 * soak())
FIRST = ("rulebook.adopted", "player.registered")
THEN = ("tournament.submitted", "rating.decided")


@pytest.fixture(
    scope="module",
    params=some_at_once([of_go, of_chess], [of_chess]),
    ids=["egf-2021", "fide-2024"],
)
def life(request: pytest.FixtureRequest) -> ModuleType:
    """The seasons of a pool: its players, tournaments, and the mistakes of its office."""
    of_a_pool: ModuleType = request.param
    return of_a_pool


@pytest.fixture(scope="module")
def new_club(life: ModuleType, sqlite_files: SQLiteFiles) -> NewClub[Club]:
    return new_in_files(sqlite_files, partial(Club, pool=life.POOL))


@pytest.fixture(scope="module")
def new_club_on_postgresql(
    life: ModuleType, postgresql_databases: PostgreSQLDatabases
) -> NewClub[Club]:
    return new_on_server(postgresql_databases, partial(Club, pool=life.POOL))


@st.composite
def arrivals(draw: st.DrawFn, season: list[Event]) -> list[Event]:
    """In another order: after pool and people tournaments and cards, games, what is about them."""
    order = {**dict(zip(FIRST, (0, 1), strict=True)), **dict.fromkeys(THEN, 2)}
    order["game.submitted"] = 3
    shuffled = draw(st.permutations(season))
    return sorted(shuffled, key=lambda each: (order.get(each["type"], 4), _day(each)))


def _day(event: Event) -> str:
    """Of adoptions the first one comes first: it makes the pool."""
    return event["data"]["from_day"] if event["type"] == FIRST[0] else ""


@st.composite
def careless(draw: st.DrawFn, life: ModuleType, season: list[Event]) -> list[Event]:
    """The season with mistakes, every one of them corrected or struck in the end.

    They are few: what follows a correction has to be noticed, where nothing of it is corrected.
    """
    events, corrections = [], []
    mistaken = draw(st.sets(st.sampled_from(range(len(season))), min_size=1, max_size=4))
    for number, right in enumerate(season):
        wrong = draw(st.sampled_from(life.mistakes(right))) if number in mistaken else None
        if not wrong:
            events.append(right)
            continue
        events.append({**right, "data": {**right["data"], **wrong}})
        corrections.append(correction(right, f"correction {number}"))
    if draw(st.booleans()):
        events.append(life.STRUCK)
        corrections.append(strike(life.STRUCK, "struck"))
    return [*events, *corrections]


def everything(life: ModuleType, club: Club, on: str | None = None) -> str:
    """The list, every record with its audit, and every tournament."""
    with club.answers(on) as answers:
        said: dict[str, Any] = {"ratings": answers.ratings(everyone=True)}
        for name in life.PLAYERS:
            said[name] = or_refusal(named_record, answers, name)
        for name in life.TOURNAMENTS:
            said[name] = or_refusal(answers.tournament, name)
    for name in life.PLAYERS:
        said[f"audit {name}"] = or_refusal(club.audit, name, None, on)
    return spelt(said)


@A_FEW
@given(data=st.data())
def test_the_order_of_arrival_does_not_matter(life, new_club, data):
    season, on = data.draw(life.seasons()), data.draw(st.sampled_from(life.ASKED_ON))
    with new_club() as punctual, new_club() as belated:
        punctual.append(*season)
        belated.append(*data.draw(arrivals(season)))
        assert everything(life, belated, on) == everything(life, punctual, on)


@A_FEW
@given(data=st.data())
def test_a_correction_equals_having_been_right_from_the_beginning(life, new_club, data):
    season, on = data.draw(life.seasons()), data.draw(st.sampled_from(life.ASKED_ON))
    with new_club() as careful, new_club() as hasty:
        careful.append(*season)
        hasty.append(*data.draw(careless(life, season)))
        replayed = everything(life, careful, on)
        assert everything(life, hasty, on) == replayed
        careful.catch_up()
        assert everything(life, careful, on) == replayed


@settings(max_examples=40 * soak())
@given(data=st.data())
def test_going_on_equals_rebuilding_and_changes_no_earlier_cut(life, new_club, data):
    season = data.draw(life.seasons())
    events = data.draw(careless(life, season))
    anywhere = st.integers(1 + len(life.PLAYERS), len(events))
    stop = data.draw(st.just(len(season)) | anywhere)  # or just before the corrections
    with new_club() as club:
        club.append(*events[:stop])
        club.catch_up()
        with club.answers() as answers:
            then, known = spelt(answers.ratings()), answers.card_history.position
        if stop < len(events):
            club.append(*events[stop:])
        club.catch_up()
        assert club.check().differences == ()
        with club.answers(known_at=known) as answers:
            assert spelt(answers.ratings()) == then


@settings(max_examples=3 * soak())
@given(data=st.data())
def test_both_engines_give_the_same_bytes(life, new_club, new_club_on_postgresql, data):
    events = data.draw(careless(life, data.draw(life.seasons())))
    with new_club() as in_a_file, new_club_on_postgresql() as on_a_server:
        for club in (in_a_file, on_a_server):
            club.append(*events)
            club.catch_up()
        assert everything(life, on_a_server) == everything(life, in_a_file)
