"""Small events written down as in a club: cards as ``128 /5``, results as ``Abel ½ Behn``."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import attrs

from projections.rulebooks.evaluation import Report
from projections.rulebooks.ingo_1960.card import IngoCard
from projections.rulebooks.ingo_1960.readings import Readings
from projections.rulebooks.ingo_1960.rulebook import Ingo1960
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Entrant, Game, Player, Tournament

BEFORE = date(1960, 1, 1)
DAY = date(1960, 11, 1)
POINTS = {"1": 1.0, "½": 0.5, "0": 0.0}


def card(written: str) -> IngoCard | None:
    """``128 /5``, ``175 /1 or worse``, and ``?`` for a player without number."""
    if written == "?":
        return None
    number, count, *mark = written.split(maxsplit=2)
    return IngoCard(
        number=float(number),
        count=int(count.removeprefix("/")),
        mark=mark[0] if mark else None,
        on=BEFORE,
        source="before",
    )


def written(held: IngoCard | None) -> str:
    """The inverse of :func:`card`."""
    if held is None:
        return "?"
    return f"{held.number} /{held.count}" + (f" {held.mark}" if held.mark else "")


@attrs.frozen
class Event:
    """A tournament with the cards its players bring along."""

    tournament: Tournament
    cards: Mapping[str, IngoCard | None]

    def evaluate(self, **readings: Any) -> Any:
        """The rulebook's evaluation under these readings."""
        book = Ingo1960(readings=Readings(**readings))
        return book.evaluate(TournamentEnded(day=DAY, tournament=self.tournament), self.cards)

    def report(self, **readings: Any) -> Report:
        return self.evaluate(**readings).report()

    def rows(self, **readings: Any) -> dict[str, Mapping[str, Any]]:
        """The rows of the report by player."""
        return {row["player"]: row for row in self.report(**readings).rows}

    def after(self, **readings: Any) -> dict[str, str]:
        """The cards that changed, as written."""
        cards = self.evaluate(**readings).cards
        return {player: written(held) for player, held in sorted(cards.items())}

    def changed(self, **fields: Any) -> "Event":
        """The same event with other facts about the tournament."""
        return Event(attrs.evolve(self.tournament, **fields), self.cards)


def event(players: Mapping[str, str], results: str, **facts: Any) -> Event:
    """An event out of ``{"Abel": "128 /5"}`` and ``Abel ½ Behn, Celler 1 Denel``."""
    pairings = [line.split() for line in results.replace("\n", ",").split(",") if line.strip()]
    games = tuple(
        game(f"g{number:03}", white, points, black)
        for number, (white, points, black) in enumerate(pairings, start=1)
    )
    return gathered(players, games, **facts)


def game(id_: str, white: str, points: str, black: str | None, **facts: Any) -> Game:
    """A game played: ``points`` are White's, Black has the rest."""
    mine = POINTS[points]
    return Game(
        **{
            "game": id_,
            "white": white,
            "black": black,
            "white_points": mine,
            "black_points": 1 - mine,
            **facts,
        }
    )


def gathered(players: Mapping[str, str], games: tuple[Game, ...], **facts: Any) -> Event:
    """An event out of cards and games."""
    juniors = facts.pop("juniors", ())
    entrants = tuple(Entrant(player=player, junior=player in juniors) for player in players)
    known = {
        "id": "autumn",
        "name": "Autumn",
        "discipline": "chess",
        "format": "swiss",
        "ended_on": DAY,
        "games": games,
        "entrants": entrants,
        "players": {player: Player(id=player) for player in players},
    }
    tournament = Tournament(**{**known, **facts})
    return Event(tournament, {player: card(held) for player, held in players.items()})


def crosstable(table: str, **facts: Any) -> Event:
    """A round robin: per line name, card, and the points against each in the order of lines."""
    lines = [line.split("|") for line in table.strip().splitlines()]
    names = [line[0].split()[0] for line in lines]
    players = {
        name: line[0].split(maxsplit=1)[1].strip() for name, line in zip(names, lines, strict=True)
    }
    games = tuple(
        game(f"{name}-{other}", name, points, other)
        for row, (name, line) in enumerate(zip(names, lines, strict=True))
        for other, points in list(zip(names, line[1].split(), strict=True))[row + 1 :]
    )
    return gathered(players, games, **{"format": "round-robin", **facts})
