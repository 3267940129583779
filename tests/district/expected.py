"""The rows that the district's tables must have, worked out from its events.

Everything but the ratings themselves comes from the lines of the generator, with the correction
applied here.  Ratings are those of the rulebook, occasion by occasion, from an empty state; no
query of the product and no table of the read model is asked.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from typing import Any

import attrs

from ledger.log.database import connect, snapshot
from projections.engine.history.as_of import AsOf
from projections.engine.history.history import History
from projections.engine.replay.replay import Replay
from projections.engine.replay.schedule import period_on
from scripts.federation.district.calendar import WITHHELD, District

Data = Mapping[str, Any]
DAYS = {"district": date(2026, 10, 9), "juniors": date(2026, 6, 16), "fide": date(2026, 11, 1)}
"""The last day of each list: the last tournament's end; of FIDE's the list that follows it."""


@attrs.frozen(kw_only=True)
class Listed:
    """A player of a list; ``place`` is shared by those of one rating."""

    place: int
    player: str
    card: Data
    rating: int
    last_event: str
    valid_until: date | None
    day: date


class Facts:
    """The facts of the log, as they hold after the correction."""

    def __init__(self, events: Iterable[Data]) -> None:
        self.players: dict[str, Data] = {}
        self.tournaments: dict[str, Data] = {}
        self.games: defaultdict[str, dict[str, Data]] = defaultdict(dict)
        self.clubs: dict[str, list[tuple[str, str | None]]] = {}
        for event in events:
            self._take(event["type"], event["data"])

    def _take(self, kind: str, data: Data) -> None:
        match kind:
            case "player.registered":
                self.players[data["player"]] = data
                self.clubs[data["player"]] = [("", data.get("club"))]
            case "membership.declared":
                self.clubs[data["player"]].append((data["from_day"], data["club"]))
            case "tournament.submitted":
                self.tournaments[data["tournament"]] = data
            case "game.submitted":
                self.games[data["tournament"]][data["game"]] = data
            case "correction.submitted":
                right = data["replacement"]
                self.games[right["tournament"]][right["game"]] = right

    def name(self, player: str) -> str | None:
        """The name as it may be shown."""
        return None if player == WITHHELD else self.players[player]["name"]

    def shown(self, player: str) -> str:
        """The name as people read it."""
        return self.name(player) or "(withheld)"

    def titled(self, player: str) -> str:
        """The name with the title before it."""
        title = None if player == WITHHELD else self.players[player].get("title")
        return f"{title} {self.shown(player)}" if title else self.shown(player)

    def distinct(self, players: Iterable[str]) -> dict[str, str]:
        """The names of a table, with the ids of namesakes and of those whose name is withheld."""
        names = {player: self.shown(player) for player in players}
        count = Counter(names.values())
        return {
            player: f"{name} ({player})" if count[name] > 1 or player == WITHHELD else name
            for player, name in names.items()
        }

    def club(self, player: str, day: date) -> str | None:
        """The club on a day."""
        return [club for since, club in self.clubs[player] if since <= day.isoformat()][-1]

    def field(self, tournament: str) -> set[str]:
        """Everybody named in the games of a tournament."""
        return {
            side
            for game in self.games[tournament].values()
            for side in (game["white"], game.get("black"))
            if side
        }

    def newest_first(self, pool: str) -> list[Data]:
        """The tournaments of a pool."""
        own = [each for each in self.tournaments.values() if pool in each["pools"]]
        return sorted(own, key=lambda each: (each["ended_on"], each["tournament"]), reverse=True)

    def played(self, tournaments: Iterable[str], player: str) -> Iterator[tuple[Data, str]]:
        """Yield a player's games that were played, each with the colour."""
        for tournament in tournaments:
            for game in self.games[tournament].values():
                if game.get("played", True) and game.get("black"):
                    if game["white"] == player:
                        yield game, "white"
                    elif game["black"] == player:
                        yield game, "black"


@cache
def facts() -> Facts:
    """The facts of the district."""
    lines = [line for stage in District().stages for line in stage.lines]
    return Facts(map(json.loads, lines))


@cache
def evaluations(database: str, pool: str, known_at: int | None = None) -> Sequence[Any]:
    """Every occasion of a pool, evaluated anew."""
    engine = connect(database)
    with snapshot(engine) as connection:
        as_of = AsOf(None, known_at)
        found = list(Replay.of(History(connection, as_of), pool, as_of).run())
    engine.dispose()
    return found


def cards(
    database: str, pool: str, day: date, known_at: int | None = None
) -> Mapping[str, tuple[Any, Any]]:
    """The cards held at the end of a day, each with its rulebook."""
    held: dict[str, tuple[Any, Any]] = {}
    for each in evaluations(database, pool, known_at):
        if each.item.day <= day:
            book = each.item.period.book
            held |= {player: (book, card) for player, card in each.evaluation.cards.items()}
    return held


def rating_list(
    database: str, pool: str, day: date | None = None, known_at: int | None = None
) -> list[Listed]:
    """The list of a day, strongest first; equal ratings share a place."""
    day = day or DAYS[pool]
    worth = {
        player: book.standing(card, day)
        for player, (book, card) in cards(database, pool, day, known_at).items()
    }
    lower = pool == "juniors"
    holding = {player: it for player, it in worth.items() if it.status == "valid"}
    ordered = sorted(
        holding, key=lambda player: (holding[player].figure * (1 if lower else -1), player)
    )
    found, first = [], 1
    for rating, group in groupby(ordered, key=lambda player: holding[player].figure):
        players = list(group)
        for player in players:
            it = holding[player]
            found.append(
                Listed(
                    place=first,
                    player=player,
                    card=it.card,
                    rating=rating,
                    last_event=it.last_event,
                    valid_until=it.valid_until,
                    day=day,
                )
            )
        first += len(players)
    return found


def rulebook_of(database: str, pool: str) -> Any:
    """The rulebook of a pool."""
    last = evaluations(database, pool)[-1]
    period = period_on(last.item.day, [last.item.period])
    assert period is not None
    return period.book


def halves(points: float) -> str:
    """Points as people write them."""
    whole = int(points)
    return f"{whole or ''}½" if points > whole else str(whole)
