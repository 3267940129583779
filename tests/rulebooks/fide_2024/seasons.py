"""Generated seasons of a FIDE pool, as Hypothesis draws them."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.projections.submissions import Event, player
from tests.rulebooks.fide_2024.federation import (
    POOL,
    STANDARD,
    adoption,
    decided,
    decision,
    event_of,
)

__all__ = ["ASKED_ON", "PLAYERS", "POOL", "STRUCK", "TOURNAMENTS", "mistakes", "seasons"]

PLAYERS = ("anna", "bela", "cili", "dora", "edit")
TOURNAMENTS = ("t1", "t2", "t3", "t4")
FIRST_DAY = "2023-11-01"
ENDS = ("2023-12-15", "2024-02-27", "2024-02-28", "2024-03-01", "2025-09-30", "2025-11-10")
LASTING = (0, 0, 4, 45)
RATINGS = (1000, 1180, 1399, 1400, 1405, 1990, 2290, 2399, 2400, 2649, 2650, 2800)
RESULTS = ("1-0", "0-1", "½-½")
ASKED_ON = (None, "2024-01-01", "2024-02-29", "2024-03-01", "2025-10-31")
MARCH_2024 = {"pieces": [{"factor": 0.4, "plus": 1200, "below": 2000}, {"factor": 1, "plus": 0}]}
TIMES: Sequence[dict[str, Any] | None] = (STANDARD, STANDARD, STANDARD, {"minutes": 60}, None)

Draw = st.DrawFn


@st.composite
def seasons(draw: Draw) -> list[Event]:
    """A pool, its people, some of them rated, tournaments, and decisions about them."""
    events = [adoption(FIRST_DAY)]
    if draw(st.booleans()):
        events.append(adoption("2024-03-01", conversion=MARCH_2024))
    births = st.sampled_from([1980, 2008, None])
    events += [player(name, birth_year=draw(births)) for name in PLAYERS]
    for name in draw(st.sets(st.sampled_from(PLAYERS))):
        card = draw(st.sampled_from([{}, {"games": 5}, {"games": 400, "peak": 2450}]))
        events.append(decided(name, draw(st.sampled_from(RATINGS)), FIRST_DAY, **card))
    for name in draw(st.lists(st.sampled_from(TOURNAMENTS), unique=True, min_size=2)):
        events += draw(tournaments(name))
    return events


@st.composite
def tournaments(draw: Draw, name: str) -> list[Event]:
    """A tournament of a day, some days or over a month, and perhaps a decision about it."""
    end = date.fromisoformat(draw(st.sampled_from(ENDS)))
    first = end - timedelta(days=draw(st.sampled_from(LASTING)))
    format_ = draw(st.sampled_from(["swiss", "swiss", "team", "match"]))
    field = draw(st.permutations(PLAYERS))[: 2 if format_ == "match" else len(PLAYERS)]
    dated, written = draw(st.booleans()), []
    for _ in range(draw(st.integers(1, 6))):
        white, black = draw(st.permutations(field))[:2]
        day = draw(st.sampled_from([first, end])) if dated else ""
        written.append(f"{white} {draw(st.sampled_from(RESULTS))} {black} {day}")
    facts = {
        "format": format_,
        "flags": draw(st.sampled_from([[], [], ["official-fide-event"]])),
        "thinking_time": draw(st.sampled_from(TIMES)),
    }
    events = event_of(name, first.isoformat(), end.isoformat(), *written, **facts)
    return [*events, *draw(st.sampled_from(rulings(name, end)))]


def rulings(name: str, end: date) -> list[list[Event]]:
    """None, or one of the decisions that there may be about a tournament."""
    two_later = (end.replace(day=1) + timedelta(days=62)).replace(day=1).isoformat()
    return [
        [],
        [],
        [decision("FIDE 7.1.3", {"list": two_later}, tournament=name)],
        [decision("FIDE 0.2", {"evaluate": False}, tournament=name)],
        [decision("FIDE 5.1", {"rate": False}, game=f"{name}:01")],
    ]


STRUCK = decided("dora", 2500, "2024-06-01")


def mistakes(right: Event) -> list[dict[str, Any]]:
    """Return possible mistakes in a submitted event."""
    match right["type"]:
        case "tournament.submitted":
            starts_on, ended_on = right["data"]["starts_on"], right["data"]["ended_on"]
            return [
                {"starts_on": ended_on},
                {"ended_on": max(starts_on, ended_on[:8] + "10")},
                {"thinking_time": {"minutes": 5}},
                {"flags": ["meets-time-rule"], "thinking_time": None},
            ]
        case "game.submitted":
            return [{"played": False, "reason": "referee"}, {"rated_for": "black"}]
        case "rating.decided":
            return [{"card": {"rating": 1700, "games": 2}}, {"card": {"rating": 2600}}]
    return [{}]
