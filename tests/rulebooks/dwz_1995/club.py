"""A chess club to test with: cards as ``1500-10``, games as ``anna ½ bert``, a day in 1996."""

import csv
import tomllib
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import attrs

from projections.rulebooks.document import Step, working
from projections.rulebooks.dwz.card import Adopted, DwzCard, Figure, Residual
from projections.rulebooks.dwz.rulebook import Dwz1995, Dwz2014, Dwz2026
from projections.rulebooks.evaluation import Evaluation, Report
from projections.rulebooks.occasion import TournamentEnded
from projections.rulebooks.tournament import Game, Player, ThinkingTime, Tournament

BEFORE = date(1995, 6, 1)
DAY = date(1996, 1, 31)
EXAMPLES = Path(__file__).parent / "examples"
POINTS = {"1": (1.0, 0.0), "½": (0.5, 0.5), "0": (0.0, 1.0)}


def card(written: str, on: date = BEFORE) -> DwzCard:
    """``1500-10``: a DWZ of 1500 with index 10, last evaluated ``on``."""
    rating, _, index = written.rpartition("-")
    figure = Figure(rating=int(rating), index=int(index), on=on, source="before")
    return DwzCard(figure=figure)


def residual(rating: int, points: float, ended_on: date = BEFORE, game: str = "") -> Residual:
    """A residual game against an opponent of this rating."""
    return Residual(
        game=game or f"old {rating}",
        tournament="old cup",
        opponent=f"old {rating}",
        opponent_rating=rating,
        points=points,
        ended_on=ended_on,
    )


def waiting(*games: Residual, **parts: Any) -> DwzCard:
    """The card of an unrated player with residual games."""
    return DwzCard(residual_games=games, **parts)


def adopted(rating: int, on: date = BEFORE, **parts: Any) -> DwzCard:
    """A card with a verified FIDE figure of this day."""
    foreign = Adopted(rating=rating, system="FIDE", on=on, source="fide list")
    return DwzCard(adopted=foreign, **parts)


def game(written: str, **facts: Any) -> dict[str, Any]:
    """``anna 1 bert``: Anna has white and wins; ``½`` a draw, ``0`` Bert wins."""
    white, result, black = written.split()
    to_white, to_black = POINTS[result]
    return {
        "white": white,
        "black": black,
        "white_points": to_white,
        "black_points": to_black,
        **facts,
    }


def tournament(
    *games: str | dict[str, Any],
    births: Mapping[str, int | None] | None = None,
    computers: tuple[str, ...] = (),
    **facts: Any,
) -> Tournament:
    """A tournament with full thinking time and games ``g01``, ``g02`` …; everybody is 40."""
    told = [game(each) if isinstance(each, str) else each for each in games]
    named = dict.fromkeys(side for each in told for side in (each["white"], each["black"]) if side)
    born = births or {}
    day = facts.setdefault("ended_on", DAY)
    players = {
        name: Player(id=name, birth_year=born.get(name, day.year - 40), computer=name in computers)
        for name in [*named, *(name for name in born if name not in named)]
    }
    stated = {
        "id": "cup",
        "discipline": "chess",
        "format": "games",
        "thinking_time": ThinkingTime(minutes=120),
        **facts,
    }
    return Tournament(
        name="Cup",
        players=players,
        games=tuple(Game(**{"game": f"g{n:02}", **each}) for n, each in enumerate(told, start=1)),
        **stated,
    )


@attrs.frozen
class Club:
    """The club under an edition; cards may be written as ``1500-10``."""

    rulebook: type[Dwz1995 | Dwz2014 | Dwz2026]

    def edition(self, **parameters: Any) -> Any:
        """The edition under these readings."""
        return self.rulebook().read_with(parameters)

    def evaluate(
        self, event: Tournament, cards: Mapping[str, DwzCard | str | None], **parameters: Any
    ) -> Evaluation[DwzCard]:
        """The tournament evaluated."""
        held = {name: card(own) if isinstance(own, str) else own for name, own in cards.items()}
        occasion = TournamentEnded(day=event.ended_on, tournament=event)
        evaluation: Evaluation[DwzCard] = self.edition(**parameters).evaluate(occasion, held)
        return evaluation

    def report(self, event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> Report:
        """The tournament's report."""
        return self.evaluate(event, cards, **parameters).report()

    def rows(
        self, event: Tournament, cards: Mapping[str, Any], **parameters: Any
    ) -> dict[str, Any]:
        """The report's rows by player."""
        return {row["player"]: row for row in self.report(event, cards, **parameters).rows}

    def left_out(
        self, event: Tournament, cards: Mapping[str, Any], **parameters: Any
    ) -> dict[str, str]:
        """The games not rated, each with the paragraph of the reason."""
        told = self.report(event, cards, **parameters).games_not_rated
        return {each.game: each.reason.partition(":")[0] for each in told}

    def steps(self, event: Tournament, cards: Mapping[str, Any], **parameters: Any) -> list[Step]:
        """The working of an evaluation and its report."""
        with working() as written:
            self.report(event, cards, **parameters)
        return written


_under_1995 = Club(Dwz1995)
evaluate, report, rows = _under_1995.evaluate, _under_1995.report, _under_1995.rows
left_out, steps = _under_1995.left_out, _under_1995.steps


def shown(after: DwzCard) -> str:
    """A card's DWZ as it is printed: ``1873-42``."""
    assert after.figure is not None
    return f"{after.figure.rating}-{after.figure.index}"


def against(player: str, results: str, opponents: list[int]) -> tuple[list[str], dict[str, str]]:
    """Games of one player against rated opponents of index 10, and these opponents' cards."""
    names = [f"opponent{n:02}" for n in range(len(opponents))]
    games = [
        f"{player} {result} {name}" for result, name in zip(results.split(), names, strict=True)
    ]
    return games, {name: f"{rating}-10" for name, rating in zip(names, opponents, strict=True)}


def printed(name: str, folder: Path = EXAMPLES) -> list[dict[str, str]]:
    """The rows of a file of examples; lines with ``#`` say where they come from."""
    text = (folder / name).read_text("utf-8")
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def tournaments_in(folder: Path) -> list[dict[str, Any]]:
    """The tournaments of an edition's examples."""
    text = (folder / "tournaments.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["tournament"]
    return found
