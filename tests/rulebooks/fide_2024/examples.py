"""The examples of FIDE 2024: published calculations, and cases computed from the rules."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import attrs

from projections.rulebooks.fide_2024.card import Result

POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}
_ALL = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
Example = dict[str, Any]


@attrs.frozen
class Written:
    """A game as FIDE prints it: the rating that counted, whether it was capped, the points."""

    rating: int
    capped: bool
    points: float


def examples(kind: str) -> list[Example]:
    """The examples of one kind."""
    found: list[Example] = _ALL[kind]
    return found


def written(games: str) -> list[Written]:
    """Games such as ``1787+ 2000c- 2505=``."""
    return [Written(int(each[:4]), each[4] == "c", POINTS[each[-1]]) for each in games.split()]


def results(games: str) -> tuple[Result, ...]:
    """The same as results of one player."""
    return tuple(
        Result(game=str(n), opponent=f"o{n}", opponent_rating=each.rating, points=each.points)
        for n, each in enumerate(written(games))
    )


def day(text: str) -> date:
    """A day as it is written."""
    return date.fromisoformat(text)
