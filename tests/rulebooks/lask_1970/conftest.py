"""A generated federation for tests: give the ranked players and games, then query a day."""

from collections.abc import Mapping
from datetime import date

import attrs
import pytest

from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.lask_1970.card import AnyCard, LaskCard
from projections.rulebooks.lask_1970.rulebook import Lask1970
from projections.rulebooks.occasion import GamesPlayed, Occasion, RatingDecided, TournamentEnded
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.tournament import Decision, Game, Membership, Player, Tournament

BEGINNING = date(1900, 1, 1)
START = date(1970, 9, 1)


def day_of(day: str | date) -> date:
    return day if isinstance(day, date) else date.fromisoformat(day)


class Federation:
    """Facts in any order; replayed by day, on one day base dates, decisions, tournaments."""

    def __init__(self, **parameters: object) -> None:
        self.rulebook: Rulebook[AnyCard] = Lask1970().read_with(parameters)
        self.players: dict[str, Player] = {}
        self.tournaments: list[Tournament] = []
        self.numbers: list[RatingDecided] = []
        self.decisions: list[Decision] = []

    def member(self, player: str, rating: int | None = None, club: str | None = None) -> None:
        """Registers a player, with a first number on 1/9/1970 if one is given."""
        first = Membership(from_day=BEGINNING, club=club)
        self.players[player] = Player(id=player, memberships=(first,))
        if rating is not None:
            self.ranked(player, rating, START)

    def moves(self, player: str, club: str | None, day: str) -> None:
        """A player changes his club."""
        moved = Membership(from_day=day_of(day), club=club)
        memberships = (*self.players[player].memberships, moved)
        self.players[player] = attrs.evolve(self.players[player], memberships=memberships)

    def ranked(self, player: str, rating: int, day: str | date, kind: str = "initial") -> None:
        """The committee sets a number; the event is named n1, n2 … in the order of the log."""
        position = len(self.numbers) + 1
        self.numbers.append(
            RatingDecided(
                day=day_of(day),
                event=f"n{position}",
                position=position,
                player=player,
                card={"rating": rating},
                kind=kind,
                by="CRK",
                reason="as agreed",
            )
        )

    def decides(self, rule: str, value: object, **about: object) -> None:
        """The committee decides something else."""
        self.decisions.append(
            Decision(
                event=f"d{len(self.decisions) + 1}",
                rule=rule,
                about=about,
                value=value,
                by="CRK",
                reason="as agreed",
            )
        )

    def game(
        self,
        white: str,
        black: str | None,
        points: float,
        day: str | None = None,
        **facts: object,
    ) -> Game:
        """A game in which White scored ``points`` and Black the rest of one point."""
        stated = {"white_points": points, "black_points": 0.0 if black is None else 1.0 - points}
        played_on = None if day is None else day_of(day)
        number = sum(len(tournament.games) for tournament in self.tournaments)
        return Game(
            **{"game": f"g{number}", "white": white, "black": black, "played_on": played_on}
            | stated
            | facts
        )

    def plays(self, white: str, black: str, points: float, day: str, **facts: object) -> None:
        """A long game in a league of its own."""
        game = self.game(white, black, points, day, **facts)
        self.tournament(game, ended_on=day, id=f"league {game.game}")

    def tournament(self, *games: Game, ended_on: str, **facts: object) -> Tournament:
        """A tournament of long games, individually dated unless its flags say otherwise."""
        stated = {
            "id": f"t{len(self.tournaments) + 1}",
            "name": "a tournament",
            "discipline": "chess",
            "format": "games",
            "flags": frozenset({"long-games"}),
        }
        tournament = Tournament(**stated | facts, ended_on=day_of(ended_on), games=games)
        self.tournaments.append(tournament)
        return tournament

    def concentrated(self, *games: Game, ended_on: str, **facts: object) -> Tournament:
        """A concentrated tournament of long games, all against all unless told otherwise."""
        flags = frozenset({"long-games", "concentrated"})
        return self.tournament(
            *games, ended_on=ended_on, **{"format": "round-robin", "flags": flags} | facts
        )

    def as_it_stands(self, tournament: Tournament) -> Tournament:
        """The tournament with its players and the decisions it is given."""
        named = [entrant.player for entrant in tournament.entrants]
        named += [side for game in tournament.games for side in (game.white, game.black) if side]
        games = {game.game for game in tournament.games}
        decisions = tuple(
            decision
            for decision in self.decisions
            if decision.about.get("tournament", tournament.id) == tournament.id
            and ("game" not in decision.about or decision.about["game"] in games)
        )
        players = {player: self.players[player] for player in named}
        return attrs.evolve(tournament, players=players, decisions=decisions)

    def occasions(self) -> list[Occasion]:
        """All that happens, in the order of the world, to the last day anything does."""
        occasions: list[Occasion] = list(self.numbers)
        for tournament in self.tournaments:
            occasions += self.rulebook.occasions(self.as_it_stands(tournament))
        about_none = tuple(
            d for d in self.decisions if not d.about.keys() & {"tournament", "game"}
        )
        occasions += [
            attrs.evolve(base_date, everyone=self.players, decisions=about_none)
            for base_date in self.rulebook.calendar(START, date(1973, 12, 31))
        ]
        return sorted(occasions, key=lambda occasion: (occasion.day, occasion.phase, occasion.key))

    def replay(self, until: str = "1973-12-31") -> list[tuple[Occasion, Evaluation[AnyCard]]]:
        """Every occasion up to a day with its evaluation; the cards are kept in ``cards``."""
        self.cards: dict[str, AnyCard] = {}
        done = []
        for occasion in self.occasions():
            if occasion.day <= day_of(until):
                concerned = self.players if occasion.players is None else occasion.players
                given = {player: self.cards.get(player) for player in concerned}
                evaluation = self.rulebook.evaluate(occasion, given)
                self.cards.update(evaluation.cards)
                done.append((occasion, evaluation))
        return done

    def on(self, day: str) -> Mapping[str, LaskCard]:
        """The cards of those who have a number at the end of a day."""
        self.replay(day)
        return {player: it for player, it in self.cards.items() if isinstance(it, LaskCard)}

    def bases(self, day: str) -> Mapping[str, int]:
        """The numbers in force at the end of a day."""
        return {player: card.base for player, card in self.on(day).items()}

    def running(self, day: str) -> Mapping[str, int]:
        """The running numbers at the end of a day."""
        return {player: card.running for player, card in self.on(day).items()}

    def report(self, tournament: Tournament) -> Report:
        """A tournament's report, joined from its occasions."""
        reports = [
            evaluation.report()
            for occasion, evaluation in self.replay()
            if isinstance(occasion, GamesPlayed | TournamentEnded)
            and occasion.tournament.id == tournament.id
        ]
        return self.rulebook.join(reports)


@pytest.fixture(scope="session")
def new_federation() -> type[Federation]:
    """Return the class of federations; keyword arguments are the rulebook's readings."""
    return Federation


@pytest.fixture
def skane() -> Federation:
    """A federation under the default readings."""
    return Federation()
