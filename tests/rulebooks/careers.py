"""Careers: players through several tournaments, by what every rulebook offers and nothing else.

A single tournament does not show whether what it leaves behind is used in the next one.  Every
card goes through its text in between, as it does in the read model.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from projections.rulebooks.evaluation import RatingStatus, Report
from projections.rulebooks.occasion import (
    Occasion,
    RatingAdopted,
    RatingDecided,
    SummaryKnown,
)
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Entrant, Game, Player, Tournament

POINTS = {"1": (1.0, 0.0), "½": (0.5, 0.5), "0": (0.0, 1.0)}


def day(written: str) -> date:
    """``1995-03-10``."""
    return date.fromisoformat(written)


def event(
    name: str,
    ended_on: str,
    *games: str,
    people: Mapping[str, Player] | None = None,
    entrants: Sequence[Entrant] = (),
    **facts: Any,
) -> Tournament:
    """A tournament; its games are written ``anna 1 bert``, where the first has white and wins.

    ``r3`` at the end of a game is its round, ``+2`` the stones that the second player receives.
    """
    played = tuple(_game(f"{name}-{n:03}", written) for n, written in enumerate(games, start=1))
    known = people or {}
    named = dict.fromkeys(
        [side for game in played for side in (game.white, game.black) if side]
        + [entrant.player for entrant in entrants]
    )
    stated = {"discipline": "chess", "format": "games", **facts}
    return Tournament(
        id=name,
        name=name,
        ended_on=day(ended_on),
        players={one: known.get(one) or Player(id=one) for one in named},
        entrants=tuple(entrants),
        games=played,
        **stated,
    )


def _game(name: str, written: str) -> Game:
    white, result, black, *more = written.split()
    to_white, to_black = POINTS[result]
    rounds = [int(each.removeprefix("r")) for each in more if each.startswith("r")]
    stones = [int(each) for each in more if each.startswith("+")]
    return Game(
        game=name,
        white=white,
        black=black,
        white_points=to_white,
        black_points=to_black,
        round=rounds[0] if rounds else None,
        stones=stones[0] if stones else 0,
    )


def games(player: str, results: str, opponents: Sequence[str]) -> list[str]:
    """A player's games: ``games("anna", "1½0", ["bert", "carl", "dora"])``."""
    pairs = zip(results, opponents, strict=True)
    return [f"{player} {result} {opponent}" for result, opponent in pairs]


class Careers:
    """The cards of a pool under one rulebook, occasion after occasion."""

    def __init__(self, book: Rulebook[Any], **parameters: Any) -> None:
        read = book.read_with(parameters)
        assert not isinstance(read, Sequence), read
        self.book = read
        self.cards: dict[str, Any] = {}
        self.decisions = 0

    def take(self, occasion: Occasion) -> Report:
        """Work one occasion out; the report of it."""
        done = self.book.evaluate(occasion, self.cards)
        for player, card in done.cards.items():
            self.cards[player] = self.book.unpack(self.book.pack(card))
        return done.report()

    def play(self, tournament: Tournament) -> Report:
        """Work a tournament out, whatever occasions it gives."""
        return self.book.join([self.take(each) for each in self.book.occasions(tournament)])

    def days(self, first: str, last: str, people: Mapping[str, Player] | None = None) -> None:
        """Let the rulebook's own days come."""
        for came in self.book.calendar(day(first), day(last)):
            self.take(type(came)(day=came.day, name=came.name, everyone=people or {}))

    def decide(self, on: str, **cards: Mapping[str, Any]) -> None:
        """A body sets the cards of these players from a day on."""
        for player, card in cards.items():
            self.decisions += 1
            self.take(
                RatingDecided(
                    day=day(on),
                    event=f"decision {self.decisions}",
                    position=self.decisions,
                    player=player,
                    card=card,
                    kind="initial",
                    by="the office",
                    reason="brought along",
                )
            )

    def adopt(self, player: str, figure: int, *, list_date: str, on: str | None = None) -> None:
        """A verified FIDE figure is put on record."""
        self.decisions += 1
        self.take(
            RatingAdopted(
                day=day(on or list_date),
                list_date=day(list_date),
                event=f"list {self.decisions}",
                position=self.decisions,
                player=player,
                system="FIDE",
                figure=figure,
                verified=True,
            )
        )

    def summary(self, player: str, tournament: str, ended_on: str, **known: Any) -> Report:
        """An old evaluation known by its summary."""
        person = Player(id=player, birth_year=known.pop("birth_year", None))
        return self.take(
            SummaryKnown(
                day=day(ended_on),
                event=f"summary of {tournament}",
                tournament=tournament,
                player=person,
                **known,
            )
        )

    def standing(self, player: str, on: str) -> RatingStatus:
        """Return the value of a player's card on a day."""
        return self.book.standing(self.cards.get(player), day(on))

    def shown(self, player: str, on: str) -> str:
        """``1596-1``, ``lapsed 1596-1`` or ``unrated``."""
        standing = self.standing(player, on)
        if standing.card is None:
            return standing.status
        spelt = self.book.format_card(standing.card)
        return spelt if standing.status == "valid" else f"{standing.status} {spelt}"

    def waiting(self, player: str, on: str) -> list[tuple[int, float]]:
        """The residual games that wait on a day: opponent's rating and own points."""
        listed = self.book.residual_games(self.cards.get(player), day(on))
        return [(game["opponent_rating"], game["points"]) for game in listed]


def rows(report: Report) -> dict[str, Mapping[str, Any]]:
    """The rows of a report by player."""
    assert report.excluded is None, report.excluded
    return {row["player"]: row for row in report.rows}
