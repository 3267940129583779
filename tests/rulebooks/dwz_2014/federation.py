"""A pool that follows the federation: DWZ 1995, then 2014 without and with special evaluation."""

from typing import Any

from tests.console.shell import Shell
from tests.projections.submissions import POOL, Event, adoption, decided, game, player, tournament

NINETY = {"minutes": 90}
RESULTS = {"1": "1-0", "½": "½-½", "0": "0-1"}
PAIRS = (-100, 100, -50, 50, 0)


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


def waiting(shell: Shell, name: str, day: str) -> list[tuple[int, float]]:
    """The residual games of a player on a day."""
    listed = shell.json("player", POOL, name, "--on", day)["residual_games"]
    return [(game["opponent_rating"], game["points"]) for game in listed]


def meets(shell: Shell, name: str, event: str, day: str, results: str, *ratings: int) -> None:
    """A tournament against opponents of index 20."""
    opponents = {f"{event}-{n}": rating for n, rating in enumerate(ratings, start=1)}
    pairs = zip(results, opponents, strict=True)
    games = [f"{name} {RESULTS[result]} {opponent}" for result, opponent in pairs]
    listed = {opponent: f"{rating}-20" for opponent, rating in opponents.items()}
    shell.append(*people(day, **listed), *cup(event, day, *games))


def about(rating: int, n: int) -> list[int]:
    """Opponents in pairs about a rating."""
    return [rating + further for further in PAIRS[:n]]


def evaluated(shell: Shell, name: str) -> list[tuple[Any, ...]]:
    """Of a player's evaluations: the coefficient and what came of it."""
    history = shell.json("player", POOL, name)["history"]
    return [
        (row["coefficient"], f"{row['rating_after']}-{row['index_after']}")
        for row in history
        if row["rating_after"] is not None  # games that wait are no evaluation
    ]
