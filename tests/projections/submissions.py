"""Short ways to write what is submitted to a pool that follows DWZ 1995.

Every function gives one event as a document of the contract.  Its id is made from what it
brings in (``player anna``, ``tournament open``, ``game open:anna-bela``), so that a test can
correct it by name.
"""

from collections.abc import Mapping
from typing import Any

Event = dict[str, Any]

POOL = "dwz"
TWO_HOURS = {"minutes": 120}
RESULTS = {"1-0": (1, 0), "0-1": (0, 1), "½-½": (0.5, 0.5), "0-0": (0, 0), "½-0": (0.5, 0)}


def event(type_: str, id_: str, data: Mapping[str, Any]) -> Event:
    return {"type": type_, "id": id_, "data": dict(data)}


def adoption(from_day: str = "1990-01-01", pool: str = POOL, /, **facts: Any) -> Event:
    data = {"pool": pool, "rulebook": "dwz-1995", "from_day": from_day, **facts}
    return event("rulebook.adopted", f"adoption {pool} {from_day}", data)


def player(player: str, /, **facts: Any) -> Event:
    data = {"player": player, "name": f"{player.title()}, Test", "birth_year": 1950, **facts}
    return event("player.registered", f"player {player}", data)


def tournament(tournament: str, ended_on: str, /, **facts: Any) -> Event:
    """A Swiss that meets every condition of DWZ 6.2."""
    data = {
        "tournament": tournament,
        "name": f"The {tournament}",
        "pools": [POOL],
        "discipline": "chess",
        "format": "swiss",
        "ended_on": ended_on,
        "thinking_time": TWO_HOURS,
        **facts,
    }
    return event("tournament.submitted", f"tournament {tournament}", data)


def game(tournament: str, white: str, result: str, black: str | None, /, **facts: Any) -> Event:
    to_white, to_black = RESULTS[result]
    id_ = facts.pop("game", f"{tournament}:{white}-{black}")
    data = {
        "game": id_,
        "tournament": tournament,
        "white": white,
        "black": black,
        "white_points": to_white,
        "black_points": to_black,
        **facts,
    }
    return event("game.submitted", f"game {id_}", data)


def games(tournament: str, *written: str) -> list[Event]:
    """Games written as ``anna 1-0 bela``."""
    return [
        game(tournament, white, result, black)
        for white, result, black in (each.split() for each in written)
    ]


def decided(player: str, card: str, from_day: str = "1995-07-01", /, **facts: Any) -> Event:
    """A body sets a rating, written as ``1500-10``."""
    rating, _, index = card.rpartition("-")
    data = {
        "pool": POOL,
        "player": player,
        "from_day": from_day,
        "card": {"rating": int(rating), "index": int(index)},
        "kind": "initial",
        "by": "the board",
        "reason": "agreed",
        **facts,
    }
    return event("rating.decided", f"decision {player} {from_day}", data)


def adopted(player: str, figure: int, list_date: str, /, **facts: Any) -> Event:
    """A verified FIDE rating."""
    data = {
        "pool": POOL,
        "player": player,
        "system": "FIDE",
        "figure": figure,
        "list_date": list_date,
        "verified": True,
        **facts,
    }
    return event("rating.adopted", f"adopted {player} {list_date}", data)


def exception(tournament: str, id_: str, *, granted: bool) -> Event:
    """An exception of DWZ 6.2.1 granted or refused."""
    data = {
        "pool": POOL,
        "rule": "DWZ 6.2.1",
        "about": {"tournament": tournament},
        "value": {"evaluate": granted},
        "by": "the board",
        "reason": "agreed",
    }
    return event("decision.recorded", id_, data)


def summary(player: str, tournament: str, ended_on: str, /, **facts: Any) -> Event:
    """An old evaluation known by its summary: 2195-8 to 2195-9 by 3 points out of 5."""
    data = {
        "pool": POOL,
        "player": player,
        "tournament": tournament,
        "ended_on": ended_on,
        "rating_before": 2195,
        "index_before": 8,
        "points": 3,
        "expected": 2.987,
        "games": 5,
        "coefficient": 30,
        "rating_after": 2195,
        "index_after": 9,
        **facts,
    }
    return event("evaluation.recorded", f"summary {tournament} {player}", data)


def membership(player: str, club: str | None, from_day: str) -> Event:
    data = {"player": player, "club": club, "from_day": from_day}
    return event("membership.declared", f"membership {player} {from_day}", data)


def merge(keep: str, drop: str, /, id_: str | None = None) -> Event:
    data = {"keep": keep, "drop": drop, "reason": "one person"}
    return event("players.merged", id_ or f"merge {keep} {drop}", data)


def forgotten(player: str) -> Event:
    data = {"player": player, "reason": "asked for it"}
    return event("player.forgotten", f"forgotten {player}", data)


def withheld(player: str, from_day: str, until: str | None = None) -> Event:
    data = {"player": player, "from_day": from_day, "until": until}
    return event("player.withheld", f"withheld {player} {from_day}", data)


def correction(wrong: Event, id_: str, /, **facts: Any) -> Event:
    """The event corrected in some of its facts, the others as they were."""
    return replacement(wrong["id"], {**wrong["data"], **facts}, id_)


def replacement(corrects: str, data: Mapping[str, Any], id_: str) -> Event:
    facts = {"corrects": corrects, "replacement": dict(data), "reason": "the score sheet says so"}
    return event("correction.submitted", id_, facts)


def strike(struck: Event, id_: str) -> Event:
    facts = {"corrects": struck["id"], "replacement": None, "reason": "handed in by mistake"}
    return event("correction.submitted", id_, facts)
