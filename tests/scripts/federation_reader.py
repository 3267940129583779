"""Reads a file of events as a stranger would: by the contract alone."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

Event = dict[str, Any]

# The fields the contract requires, and of its optional ones those a federation states.
FIELDS = {
    "rulebook.adopted": ("pool rulebook from_day", "parameters conversion reason"),
    "player.registered": (
        "player name",
        "birth_year sex federation club",
    ),
    "rating.decided": ("pool player from_day card kind by reason", ""),
    "tournament.submitted": (
        "tournament name pools discipline format ended_on",
        "starts_on rounds participants country place thinking_time board flags entrants",
    ),
    "game.submitted": (
        "game tournament white black white_points black_points",
        "round board played_on played reason stones",
    ),
    "correction.submitted": ("corrects replacement reason", ""),
}
FLAGS = {
    "meets-time-rule", "official-delegation", "concentrated", "long-games", "no-handicap",
}  # fmt: skip
CARDS = {
    "dwz": "rating index", "fide": "rating games", "ingo": "number count", "lask": "rating",
    "mgsz": "elo grade", "egf": "gor grade",
}  # fmt: skip


class Reader:
    """Reads a file of events from the top and asserts what the contract asks of every line."""

    def __init__(self) -> None:
        self.ids: dict[str, Event] = {}
        self.pools: dict[str, Event] = {}
        self.players: dict[str, Event] = {}
        self.tournaments: dict[str, Event] = {}
        self.games: dict[str, Event] = {}
        self.playing: defaultdict[tuple[str, int], set[str]] = defaultdict(set)

    def read(self, line: bytes) -> Event:
        event: Event = json.loads(line)
        assert line == f"{_canonical(event)}\n".encode()
        assert event.keys() <= {"type", "id", "data", "source"}
        if "id" in event:
            assert _is_id(event["id"], 200)
            assert event["id"] not in self.ids
            self.ids[event["id"]] = event
        self._has_fields(event["type"], event["data"])
        getattr(self, event["type"].replace(".", "_"))(event["data"])
        return event

    def _has_fields(self, kind: str, data: Event) -> None:
        required, optional = (set(names.split()) for names in FIELDS[kind])
        assert required <= data.keys() <= required | optional

    def rulebook_adopted(self, data: Event) -> None:
        assert _is_id(data["pool"])
        _day(data["from_day"])
        self.pools.setdefault(data["pool"], data)  # the founding

    def player_registered(self, data: Event) -> None:
        assert _is_id(data["player"])
        assert data["player"] not in self.players
        assert ", " in data["name"]
        assert data["sex"] in {"m", "f"}
        assert len(data["federation"]) == 3
        assert isinstance(data.get("birth_year", 1980), int)
        self.players[data["player"]] = data

    def rating_decided(self, data: Event) -> None:
        assert data["player"] in self.players
        adoption = self.pools[data["pool"]]
        assert _day(data["from_day"]) >= _day(adoption["from_day"])
        assert data["kind"] in {"initial", "newcomer"}
        assert data["card"].keys() == set(CARDS[adoption["rulebook"].split("-")[0]].split())
        figures = [figure for name, figure in data["card"].items() if name != "grade"]
        assert all(type(figure) is int for figure in figures)

    def tournament_submitted(self, data: Event) -> None:
        assert _is_id(data["tournament"])
        assert data["tournament"] not in self.tournaments
        assert data["pools"]
        assert set(data["pools"]) <= self.pools.keys()
        assert data["discipline"] in {"chess", "go"}
        assert data["format"] in {"round-robin", "swiss", "match"}
        assert _day(data["starts_on"]) <= _day(data["ended_on"])
        assert all(
            _day(data["starts_on"]) >= _day(self.pools[p]["from_day"]) for p in data["pools"]
        )
        assert set(data.get("flags", ())) <= FLAGS
        assert data.get("board", 19) in {13, 19}
        for entrant in data.get("entrants", ()):
            assert data["discipline"] == "go"
            assert entrant["player"] in self.players
            assert re.fullmatch("([12]?[0-9]|30)k|[1-7]d", entrant["entry_grade"])
        if "thinking_time" in data:
            _check_thinking_time(data["discipline"], data["thinking_time"])
        self.tournaments[data["tournament"]] = data

    def game_submitted(self, data: Event) -> None:
        assert _is_id(data["game"])
        assert data["game"] not in self.games
        self.games[data["game"]] = data
        tournament = self._check_game(data)
        if tournament["format"] != "match":
            assert 1 <= data["round"] <= tournament["rounds"]
        playing = self.playing[data["tournament"], data["round"]]
        sides = {data["white"], data["black"]} - {None}
        assert playing.isdisjoint(sides)
        playing |= sides

    def correction_submitted(self, data: Event) -> None:
        corrected = self.ids[data["corrects"]]
        assert corrected["type"] == "game.submitted"
        assert data["reason"]
        replacement = data["replacement"]
        self._has_fields("game.submitted", replacement)
        self._check_game(replacement)
        assert replacement != corrected["data"]
        assert all(replacement[key] == corrected["data"][key] for key in ("game", "tournament"))

    def _check_game(self, data: Event) -> Event:
        tournament = self.tournaments[data["tournament"]]
        assert data["white"] in self.players
        assert data["black"] is None or data["black"] in self.players
        assert data["white"] != data["black"]
        points = (data["white_points"], data["black_points"])
        unplayed = not data.get("played", True)
        allowed = {(1, 0), (0, 1), (0.5, 0.5)} if not unplayed else {(1, 0), (0, 1), (0, 0)}
        assert points in allowed
        assert unplayed == ("reason" in data)
        assert (data["black"] is None) == (data.get("reason") == "bye")
        assert data.get("reason", "bye") in {"bye", "forfeit"}
        assert 0 <= data.get("stones", 0) <= 9
        assert tournament["discipline"] == "go" or "stones" not in data
        if "played_on" in data:
            played = _day(data["played_on"])
            assert _day(tournament["starts_on"]) <= played <= _day(tournament["ended_on"])
        return tournament


def _check_thinking_time(discipline: str, stated: Event) -> None:
    assert type(stated["minutes"]) is int
    if discipline == "chess":
        assert stated.keys() == {"minutes", "increment_seconds"}
        return
    extra = {"none": set(), "japanese": {"seconds"}, "canadian": {"stones", "overtime_minutes"}}
    assert stated.keys() == {"minutes", "overtime"} | extra[stated["overtime"]]


def _canonical(event: Event) -> str:
    return json.dumps(event, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _is_id(text: str, longest: int = 100) -> bool:
    return 1 <= len(text) <= longest and text.isprintable() and text == text.strip()


def _day(text: str) -> date:
    day = date.fromisoformat(text)
    assert day.isoformat() == text
    return day


def read_all(lines: Iterable[bytes]) -> list[Event]:
    reader = Reader()
    return [reader.read(line) for line in lines]


def of_kind(events: Iterable[Event], kind: str) -> Iterator[Event]:
    return (event["data"] for event in events if event["type"] == kind)
