"""EGF 2021 under the laws of replay: generated seasons, on both engines."""

from collections.abc import Sequence
from functools import partial
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
from tests.projections.submissions import Event, correction, player, strike
from tests.rulebooks.egf_2021.go_club import POOL, decided, governed, handed_in, ruled

A_FEW = settings(max_examples=8 * soak())
PLAYERS = ["anna", "bela", "cili", "dora", "edit"]
CUPS = ["t1", "t2", "t3", "t4"]
DAYS = ["2021-05-01", "2021-05-01", "2021-09-01", "2023-01-01"]
GRADES = ["12k", "10k", "5k", "4k", "1k", "2d", "1p"]
FACTS: Sequence[dict[str, Any]] = [
    {"class": "A"},
    {"class": "D"},
    {"class": None, "thinking_time": {"minutes": 60}},
    {"class": None, "thinking_time": {"minutes": 10}},
    {"class": None, "thinking_time": {"minutes": 60}, "flags": ["online"]},
]


@st.composite
def cups(draw: st.DrawFn, name: str) -> list[Event]:
    """A tournament of some games, with grades declared."""
    written = []
    for _ in range(draw(st.integers(0, 4))):
        white, black = draw(st.permutations(PLAYERS))[:2]
        result = draw(st.sampled_from(["1-0", "0-1", "½-½"]))
        more = draw(st.sampled_from(["", "+1", "+4", "-9", "forfeit", "for=white", "for=none"]))
        written.append(f"{white} {result} {black} {more}")
    entered = draw(st.dictionaries(st.sampled_from(PLAYERS), st.sampled_from(GRADES)))
    facts = draw(st.sampled_from(FACTS))
    return handed_in(name, draw(st.sampled_from(DAYS)), *written, entered=entered, **facts)


@st.composite
def seasons(draw: st.DrawFn) -> list[Event]:
    """A pool, its players, some with cards, tournaments, decisions about them."""
    events = [governed("1996-01-01", parameters=draw(st.sampled_from([{}, {"reset_jump": 1}])))]
    events += [player(name) for name in PLAYERS]
    for name in draw(st.sets(st.sampled_from(PLAYERS))):
        card = {"gor": draw(st.integers(-900_000, 2_900_000)) / 1000, "grade": "6k"}
        events.append(decided(name, draw(st.sampled_from(DAYS)), **card))
    for name in draw(st.lists(st.sampled_from(CUPS), unique=True, min_size=1)):
        events += draw(cups(name))
        if draw(st.booleans()):
            value = draw(st.sampled_from([{"class": "B"}, {"class": None}]))
            events.append(ruled("class", value, tournament=name))
        if draw(st.booleans()):
            value = draw(st.sampled_from([{"gor": 1234.5}, {"gor": None}]))
            about = {"tournament": name, "player": draw(st.sampled_from(PLAYERS))}
            events.append(ruled("reset", value, **about))
    return events


@st.composite
def arrivals(draw: st.DrawFn, season: Sequence[Event]) -> list[Event]:
    """In another order: after pool and players tournaments and cards, then what is about them."""
    order = {"rulebook.adopted": 0, "player.registered": 1}
    order |= {"tournament.submitted": 2, "rating.decided": 2}
    shuffled = draw(st.permutations(season))
    return sorted(shuffled, key=lambda each: order.get(each["type"], 3))


@st.composite
def careless(draw: st.DrawFn, season: Sequence[Event]) -> list[Event]:
    """The same with mistakes, every one of them corrected or struck in the end."""
    events, corrections = [], []
    for number, right in enumerate(season):
        wrong = dict(draw(st.sampled_from(MISTAKES.get(right["type"], [{}]))))
        if not wrong or draw(st.booleans()):
            events.append(right)
            continue
        events.append({**right, "data": {**right["data"], **wrong}})
        corrections.append(correction(right, f"correction {number}"))
    if draw(st.booleans()):
        extra = decided("dora", "2022-01-01", gor=2500, grade="5d")
        events.append(extra)
        corrections.append(strike(extra, "struck"))
    return [*events, *corrections]


MISTAKES: dict[str, list[dict[str, Any]]] = {
    "tournament.submitted": [
        {"ended_on": "2022-02-02"},
        {"class": "C", "thinking_time": None, "flags": []},
        {"entrants": [{"player": "anna", "entry_grade": "6d"}]},
        {"board": 13},
    ],
    "game.submitted": [
        {"played": False, "reason": "referee"},
        {"stones": 7},
        {"rated_for": "black"},
    ],
    "rating.decided": [{"card": {"gor": 100, "grade": "20k"}}, {"from_day": "2022-02-02"}],
}


def everything(club: Club, on: str | None = None) -> str:
    """The list, every record, every tournament and every audit."""
    with club.answers(on) as answers:
        said: dict[str, Any] = {"ratings": answers.ratings(everyone=True)}
        for name in PLAYERS:
            said[name] = or_refusal(named_record, answers, name)
        for name in CUPS:
            said[name] = or_refusal(answers.tournament, name)
    return spelt(said)


@pytest.fixture(scope="module")
def new_club(sqlite_files: SQLiteFiles) -> NewClub[Club]:
    return new_in_files(sqlite_files, partial(Club, pool=POOL))


@pytest.fixture(scope="module")
def new_club_on_postgresql(postgresql_databases: PostgreSQLDatabases) -> NewClub[Club]:
    return new_on_server(postgresql_databases, partial(Club, pool=POOL))


@A_FEW
@given(data=st.data(), season=seasons(), on=st.sampled_from([None, "2021-05-01", "2022-06-01"]))
def test_the_order_of_arrival_does_not_matter(new_club, data, season, on):
    with new_club() as punctual, new_club() as belated:
        punctual.append(*season)
        belated.append(*data.draw(arrivals(season)))
        assert everything(belated, on) == everything(punctual, on)


@A_FEW
@given(data=st.data(), season=seasons())
def test_a_correction_equals_having_been_right_from_the_beginning(new_club, data, season):
    with new_club() as careful, new_club() as hasty:
        careful.append(*season)
        hasty.append(*data.draw(careless(season)))
        assert everything(hasty) == everything(careful)


@A_FEW
@given(data=st.data(), season=seasons())
def test_going_on_equals_rebuilding_and_changes_no_earlier_cut(new_club, data, season):
    events = data.draw(careless(season))
    stop = data.draw(st.integers(1 + len(PLAYERS), len(events)))
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
@given(data=st.data(), season=seasons())
def test_both_engines_give_the_same_bytes(new_club, new_club_on_postgresql, data, season):
    events = data.draw(careless(season))
    with new_club() as in_a_file, new_club_on_postgresql() as on_a_server:
        for club in (in_a_file, on_a_server):
            club.append(*events)
            club.catch_up()
        assert everything(on_a_server) == everything(in_a_file)
