"""Every order in which a season can arrive at the office.

What names something arrives after it; contradicting decisions and the corrections of one event
keep their order, because there the later one holds.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tests.projections.seasons import FIRST_DAY, TWINS, Draw
from tests.projections.submissions import Event

Thing = tuple[str, str]
SAME_PERSON = dict.fromkeys(TWINS, TWINS[0])


@st.composite
def arrivals(draw: Draw, events: Sequence[Event]) -> list[Event]:
    """The events in another order that the ledger admits."""
    urgency = draw(st.permutations(range(len(events))))
    waits_for, makes_wait = _waiting(events)
    ready = [(urgency[number], number) for number, count in waits_for.items() if not count]
    heapq.heapify(ready)
    arrived = []
    while ready:
        _, number = heapq.heappop(ready)
        arrived.append(events[number])
        for other in makes_wait[number]:
            waits_for[other] -= 1
            if not waits_for[other]:
                heapq.heappush(ready, (urgency[other], other))
    assert len(arrived) == len(events)
    return arrived


def _waiting(events: Sequence[Event]) -> tuple[dict[int, int], dict[int, list[int]]]:
    """For how many others each event waits, and which ones wait for it."""
    roots = _roots(events)
    subjects = _subjects(events, roots)
    waits_for = dict.fromkeys(range(len(events)), 0)
    makes_wait = defaultdict(list)
    for later, event in enumerate(events):
        needed = set(_needs(event))
        for earlier, other in enumerate(events[:later]):
            if needed & set(_brings(other)) or _in_order(other, event, roots, subjects):
                waits_for[later] += 1
                makes_wait[earlier].append(later)
    return waits_for, makes_wait


def _brings(event: Event) -> Iterator[Thing]:
    data = event["data"]
    yield "event", event["id"]
    kind, _, what = event["type"].partition(".")
    if (kind, what) in (("player", "registered"), ("tournament", "submitted")):
        yield kind, data[kind]


def _needs(event: Event) -> Iterator[Thing]:
    """Everything an event names; of a pool its first rulebook."""
    data = event["data"]
    if event["type"] == "correction.submitted":
        yield "event", data["corrects"]
    while data.get("replacement") is not None:
        data = data["replacement"]
    for field in ("player", "keep", "drop", "white", "black"):
        if data.get(field) is not None:
            yield "player", data[field]
    if event["type"] in ("game.submitted", "decision.recorded"):
        yield "tournament", data.get("about", data)["tournament"]
    if event["type"] != "rulebook.adopted" and ("pool" in data or "pools" in data):
        yield "event", "adoption dwz 1995-01-01"


def _roots(events: Sequence[Event]) -> dict[str, Event]:
    """Return the final target of each event: itself, or the end of a chain of corrections."""
    roots: dict[str, Event] = {}
    for event in events:
        roots[event["id"]] = roots.get(event["data"].get("corrects", ""), event)
    return roots


def _in_order(
    earlier: Event,
    later: Event,
    roots: Mapping[str, Event],
    subjects: Mapping[str, set[Thing]],
) -> bool:
    """True if the two can contradict each other, so that their order matters."""
    one, other = roots[earlier["id"]], roots[later["id"]]
    if later["type"] == "correction.submitted" and one is other:
        return True
    # A tournament that is struck, if only for a while, takes no games.
    if _game_and_its_tournament(earlier, other) and later is not other:
        return True
    if _game_and_its_tournament(later, one) and earlier is not one:
        return True
    return not subjects[earlier["id"]].isdisjoint(subjects[later["id"]])


def _game_and_its_tournament(game: Event, tournament: Event) -> bool:
    types = game["type"], tournament["type"]
    return types == ("game.submitted", "tournament.submitted") and (
        game["data"]["tournament"] == tournament["data"]["tournament"]
    )


def _subjects(events: Sequence[Event], roots: Mapping[str, Event]) -> dict[str, set[Thing]]:
    """Return the subjects that each event decides, in any of its versions."""
    subjects: dict[str, set[Thing]] = {event["id"]: set() for event in events}
    for event in events:
        root, data = roots[event["id"]], event["data"]
        while data is not None and "corrects" in data:
            data = data["replacement"]
        if data is not None and (subject := _subject(root["type"], data)) is not None:
            subjects[root["id"]].add(subject)
    return subjects


def _subject(type_: str, data: Mapping[str, Any]) -> Thing | None:
    match type_:
        case "rulebook.adopted":
            return "rulebook", data["from_day"]
        case "players.merged":
            return "merge", ""
        case "rating.decided" | "rating.adopted":
            person = SAME_PERSON.get(data["player"], data["player"])
            # A list from before the pool's first day counts on that day.
            return person, max(FIRST_DAY, data.get("from_day") or data["list_date"])
        case "decision.recorded":
            return "exception", data["about"]["tournament"]
    return None
