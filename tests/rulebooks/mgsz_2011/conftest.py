"""A go club to test with: short ways to say who played whom, with which figures."""

from collections.abc import Mapping
from datetime import date

import pytest

from projections.rulebooks.evaluation import Evaluation
from projections.rulebooks.mgsz_2011.card import MgszCard
from projections.rulebooks.mgsz_2011.p04_grades import grade_of
from projections.rulebooks.mgsz_2011.rulebook import Mgsz2011
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import (
    Decision,
    Entrant,
    Game,
    Player,
    ThinkingTime,
    Tournament,
)

DAY = date(2012, 3, 1)
CATEGORY_B = ThinkingTime(minutes=60, overtime="japanese", seconds=30)


class Club:
    day = DAY

    def card(self, elo: int, grade: str | None = None, **attained: int) -> MgszCard:
        """A card; ``_1d=1`` is one attainment of 1 dan."""
        counted = tuple((name.strip("_"), times) for name, times in attained.items())
        return MgszCard(
            elo=elo,
            grade=grade or grade_of(elo),
            attained=counted,
            on=date(2012, 1, 1),
            source="start",
        )

    def game(self, white: str, black: str | None, result: str = "1-0", **facts: object) -> dict:
        points = {"1": 1.0, "½": 0.5, "0": 0.0}
        to_white, to_black = (points[side] for side in result.split("-"))
        return {
            "white": white,
            "black": black,
            "white_points": to_white,
            "black_points": to_black,
            **facts,
        }

    def decision(self, rule: str, value: object, tournament: str = "t") -> Decision:
        return Decision(
            event=f"decision {rule}",
            rule=rule,
            about={"tournament": tournament},
            value=value,
            by="Rating Committee",
            reason="as agreed",
        )

    def tournament(self, *games: dict, C: int | None = None, **facts: object) -> Tournament:
        """A tournament of category B with games ``1``, ``2`` …; ``C``: set by the committee."""
        entrants: tuple[Entrant, ...] = facts.get("entrants", ())
        named = [entrant.player for entrant in entrants]
        named += [side for game in games for side in (game["white"], game["black"]) if side]
        decisions = facts.pop("decisions", ())
        if C is not None:
            decisions = (self.decision("MGSZ 6 (2)", {"multiplier": C}), *decisions)
        stated = {"thinking_time": CATEGORY_B, "format": "swiss", "discipline": "go", **facts}
        return Tournament(
            id="t",
            name="Test Cup",
            ended_on=DAY,
            games=tuple(Game(game=str(n), **game) for n, game in enumerate(games, start=1)),
            players={player: Player(id=player) for player in named},
            decisions=decisions,
            **stated,
        )

    def evaluate(
        self,
        tournament: Tournament,
        cards: Mapping[str, MgszCard | int],
        **parameters: object,
    ) -> Evaluation[MgszCard]:
        """``cards``: a card, or an Elo with the grade of its band."""
        rulebook = Mgsz2011().read_with(parameters)
        held = {
            player: self.card(card) if isinstance(card, int) else card
            for player, card in cards.items()
        }
        occasion = TournamentEnded(day=tournament.ended_on, tournament=tournament)
        return rulebook.evaluate(occasion, held)

    def elos(self, tournament: Tournament, cards: Mapping, **parameters: object) -> dict[str, int]:
        """The new Elo of everybody whose card changed."""
        changed = self.evaluate(tournament, cards, **parameters).cards
        return {player: card.elo for player, card in changed.items()}

    def why_not(self, tournament: Tournament, cards: Mapping, **parameters: object) -> str | None:
        """Return the reason that the whole tournament is not rated."""
        return self.evaluate(tournament, cards, **parameters).report().excluded

    def left_out(self, tournament: Tournament, cards: Mapping, **parameters: object) -> dict:
        """The games not rated, each with the paragraph of the reason."""
        report = self.evaluate(tournament, cards, **parameters).report()
        return {game.game: game.reason.partition(":")[0] for game in report.games_not_rated}


@pytest.fixture(scope="session")
def club() -> Club:
    return Club()
