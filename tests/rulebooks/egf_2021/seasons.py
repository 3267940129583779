"""Generated seasons of a go pool under EGF 2021, as Hypothesis draws them."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.projections.submissions import Event, player
from tests.rulebooks.egf_2021.go_club import POOL, decided, governed, handed_in, ruled

__all__ = ["ASKED_ON", "PLAYERS", "POOL", "STRUCK", "TOURNAMENTS", "mistakes", "seasons"]

PLAYERS = ["anna", "bela", "cili", "dora", "edit"]
TOURNAMENTS = ["t1", "t2", "t3", "t4"]
DAYS = ["2021-05-01", "2021-05-01", "2021-09-01", "2023-01-01"]
ASKED_ON = (None, "2021-05-01", "2022-06-01")
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
    for name in draw(st.lists(st.sampled_from(TOURNAMENTS), unique=True, min_size=2)):
        events += draw(cups(name))
        if draw(st.booleans()):
            value = draw(st.sampled_from([{"class": "B"}, {"class": None}]))
            events.append(ruled("class", value, tournament=name))
        if draw(st.booleans()):
            value = draw(st.sampled_from([{"gor": 1234.5}, {"gor": None}]))
            about = {"tournament": name, "player": draw(st.sampled_from(PLAYERS))}
            events.append(ruled("reset", value, **about))
    return events


STRUCK = decided("dora", "2022-01-01", gor=2500, grade="5d")
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


def mistakes(right: Event) -> list[dict[str, Any]]:
    """Return possible mistakes in a submitted event."""
    return MISTAKES.get(right["type"], [{}])
