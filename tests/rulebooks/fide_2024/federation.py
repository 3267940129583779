"""A pool that follows FIDE, from the log: players, decisions and tournaments in short."""

from collections.abc import Iterator
from typing import Any

import pytest

from ledger.log.database import connect
from tests.projections.club import Club
from tests.projections.submissions import RESULTS, Event, event, player

POOL = "elo"
STANDARD = {"minutes": 120}
Card = dict[str, Any]


class Federation(Club):
    """A ledger with one FIDE pool."""

    def rated(self, *, on: str | None = None) -> dict[str, int]:
        """The ratings of the list in force."""
        with self.answers(on) as answers:
            return {row["player"]: row["figure"] for row in answers.ratings()}

    def card(self, name: str, on: str | None = None) -> Card | None:
        """A player's card as shown."""
        card: Card | None = self.player(name, on)["card"]
        return card

    def row(self, tournament: str, name: str, on: str | None = None) -> dict[str, Any]:
        """A player's row of a tournament."""
        rows = self.tournament(tournament, on)["players"]
        found: dict[str, Any] = next(row for row in rows if row["player"] == name)
        return found

    def not_rated(self, tournament: str) -> dict[str, str]:
        """By game the paragraph for which it counts for nobody."""
        games = self.tournament(tournament)["games_not_rated"]
        return {each["game"]: each["reason"].partition(":")[0] for each in games}


@pytest.fixture
def fide(sqlite_database: str) -> Iterator[Federation]:
    """A federation with an empty ledger in a file."""
    engine = connect(sqlite_database)
    yield Federation(engine, POOL)
    engine.dispose()


def adoption(from_day: str = "2024-03-01", /, **facts: Any) -> Event:
    data = {"pool": POOL, "rulebook": "fide-2024", "from_day": from_day, **facts}
    return event("rulebook.adopted", f"adoption {from_day}", data)


def rules(**parameters: Any) -> Event:
    """A pool that has lived by FIDE's rules since March 2024, under named readings."""
    return adoption(parameters=parameters)


def decided(
    name: str, rating: int, from_day: str = "2024-03-01", /, *, kind: str = "initial", **card: Any
) -> Event:
    data = {
        "pool": POOL,
        "player": name,
        "from_day": from_day,
        "card": {"rating": rating, **card},
        "kind": kind,
        "by": "the office",
        "reason": "FIDE's list",
    }
    return event("rating.decided", f"card {name} {from_day} {rating}", data)


def people(**ratings: int | None) -> list[Event]:
    """Players born in 1980, rated since March 2024 with 30 games, or unrated."""
    listed: list[Event] = []
    for name, rating in ratings.items():
        listed.append(player(name, birth_year=1980))
        if rating is not None:
            listed.append(decided(name, rating))
    return listed


def event_of(name: str, starts_on: str, ended_on: str, *written: str, **facts: Any) -> list[Event]:
    """A tournament of two hours, its games written as ``anna 1-0 bela``, named ``open:01`` …"""
    data = {
        "tournament": name,
        "name": f"The {name}",
        "pools": [POOL],
        "discipline": "chess",
        "format": "swiss",
        "starts_on": starts_on,
        "ended_on": ended_on,
        "thinking_time": STANDARD,
        **facts,
    }
    tournament = event("tournament.submitted", f"tournament {name}", data)
    return [tournament, *games_of(name, *written)]


def games_of(name: str, *written: str) -> Iterator[Event]:
    """Games as ``anna 1-0 bela``, the day of play behind it if there is one."""
    for number, each in enumerate(written, start=1):
        white, result, black, *day = each.split()
        to_white, to_black = RESULTS[result]
        data = {
            "game": f"{name}:{number:02}",
            "tournament": name,
            "round": number,
            "white": white,
            "black": None if black == "-" else black,
            "white_points": to_white,
            "black_points": to_black,
            **({"played_on": day[0]} if day else {}),
        }
        yield event("game.submitted", f"game {name}:{number:02}", data)


def decision(rule: str, value: Any, /, **about: str) -> Event:
    data = {
        "pool": POOL,
        "rule": rule,
        "about": about,
        "value": value,
        "by": "the QC",
        "reason": "agreed",
    }
    return event("decision.recorded", f"decision {rule} {'-'.join(about.values())}", data)
