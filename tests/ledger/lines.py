"""Short ways to write what a rating officer submits.

Each function gives one event as a document; ``id`` is left out unless a test gives one.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Event = dict[str, Any]
POINTS = {"1-0": (1, 0), "0-1": (0, 1), "½-½": (0.5, 0.5), "0-0": (0, 0)}


def line(event: Event) -> bytes:
    """The event as a line of a file."""
    return json.dumps(event, ensure_ascii=False).encode() + b"\n"


def lines(events: Sequence[Event]) -> list[tuple[int, bytes]]:
    """The events as numbered lines."""
    return [(number, line(event)) for number, event in enumerate(events, 1)]


def every_event() -> dict[str, Event]:
    """One event of every type with all its fields, to be submitted after :func:`season`."""
    text = Path(__file__).with_name("every_event.jsonl").read_text("utf-8")
    events: list[Event] = [json.loads(each) for each in text.splitlines()]
    return {each["type"]: each for each in events}


def event(type_: str, data: Mapping[str, Any], id_: str | None = None) -> Event:
    document: Event = {"type": type_, "data": dict(data)}
    return document if id_ is None else {**document, "id": id_}


def pool(pool: str = "club", id_: str | None = None, /, **facts: Any) -> Event:
    data = {"pool": pool, "rulebook": "house-1900", "from_day": "1990-01-01", **facts}
    return event("rulebook.adopted", data, id_)


def player(player: str, id_: str | None = None, /, **facts: Any) -> Event:
    return event("player.registered", {"player": player, "name": f"{player}, Test", **facts}, id_)


def tournament(tournament: str = "open", id_: str | None = None, /, **facts: Any) -> Event:
    data = {
        "tournament": tournament,
        "name": f"The {tournament} of Bamberg",
        "pools": ["club"],
        "discipline": "chess",
        "format": "swiss",
        "ended_on": "1995-07-16",
        **facts,
    }
    return event("tournament.submitted", data, id_)


def game(
    white: str,
    black: str | None,
    result: str = "1-0",
    *,
    game: str | None = None,
    tournament: str = "open",
    id_: str | None = None,
    **facts: Any,
) -> Event:
    to_white, to_black = POINTS[result]
    data = {
        "game": game or f"{tournament}:{white}-{black}",
        "tournament": tournament,
        "white": white,
        "black": black,
        "white_points": to_white,
        "black_points": to_black,
        **facts,
    }
    return event("game.submitted", data, id_)


def decision(id_: str | None = None, **about: Any) -> Event:
    facts = {"pool": "club", "rule": "HOUSE 7", "about": about, "value": {"evaluate": False}}
    return event("decision.recorded", {**facts, "by": "the board", "reason": "agreed"}, id_)


def merge(keep: str, drop: str, id_: str | None = None) -> Event:
    return event("players.merged", {"keep": keep, "drop": drop, "reason": "one person"}, id_)


def forgotten(player: str, id_: str | None = None) -> Event:
    return event("player.forgotten", {"player": player, "reason": "asked for it"}, id_)


def correction(corrects: str, replacement: Event | None, id_: str | None = None) -> Event:
    """``replacement`` is an event of which the data count; None strikes the corrected one."""
    data = None if replacement is None else replacement["data"]
    facts = {"corrects": corrects, "replacement": data, "reason": "the score sheet says so"}
    return event("correction.submitted", facts, id_)


def season() -> list[Event]:
    """A pool, four players and an empty tournament; their ids are their names."""
    players = [player(name, name) for name in ("anna", "bela", "cleo", "dora")]
    return [pool("club", "club"), *players, tournament("open", "open")]
