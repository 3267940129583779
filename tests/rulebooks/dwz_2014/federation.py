"""A pool that follows the federation: DWZ 1995, then 2014 without and with special evaluation."""

from typing import Any

from tests.console.shell import Shell
from tests.projections.submissions import POOL, Event, adoption, decided, game, player, tournament

NINETY = {"minutes": 90}


def succession(first: str = "1995-01-01") -> list[Event]:
    """The three adoptions by which the federation's rules followed each other."""
    return [
        adoption(first),
        adoption("2003-01-01", rulebook="dwz-2014", parameters={"special_threshold": 0}),
        adoption("2016-08-01", rulebook="dwz-2014"),
    ]


def only_2014(**parameters: Any) -> Event:
    """A pool that has lived by the edition of 2014 from the beginning."""
    return adoption("1990-01-01", rulebook="dwz-2014", parameters=parameters)


def people(day: str, /, **cards: str) -> list[Event]:
    """Players of 1950 with a rating from ``day`` on."""
    listed: list[Event] = []
    for name, card in cards.items():
        listed += [player(name), decided(name, card, day)]
    return listed


def cup(name: str, day: str, *written: str, **facts: Any) -> list[Event]:
    """A tournament of ninety minutes, its games written as ``anna 1-0 bela``."""
    about = tournament(name, day, **{"thinking_time": NINETY, "format": "games", **facts})
    games = []
    for number, each in enumerate(written, start=1):
        white, result, black = each.split()
        games.append(game(name, white, result, black, game=f"{name}:{number:02}"))
    return [about, *games]


def rows(shell: Shell, name: str, *options: str) -> dict[str, Any]:
    """The rows of a tournament by player."""
    return {
        row["player"]: row for row in shell.json("tournament", POOL, name, *options)["players"]
    }


def cards(shell: Shell, *options: str) -> dict[str, str]:
    """The cards of the rating list, written as ``1500-10``."""
    listed = shell.json("ratings", POOL, *options)
    return {row["player"]: f"{row['card']['rating']}-{row['card']['index']}" for row in listed}
