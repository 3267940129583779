"""What an edition of the Wertungsordnung is made of, and what its chapters hand to each other.

:class:`Chapters` has one entry for everything that an edition may rule in its own way.  Whoever
needs another chapter asks the edition for it, so a later edition that changes one paragraph gives
one function: ``attrs.evolve(DWZ_1995, next_rating=…)``.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Literal

import attrs
import msgspec

from projections.rulebooks.conversion import Figures
from projections.rulebooks.dwz.card import Adopted, DwzCard, Figure, Held, Residual, Undated
from projections.rulebooks.dwz.readings import Expectancy, Readings1995
from projections.rulebooks.evaluation import Report
from projections.rulebooks.occasion import RatingAdopted, RatingDecided, RulebookBegan
from projections.rulebooks.strengths import NOBODY, Strengths
from projections.rulebooks.tournament import Game, Tournament

Stages = Mapping[str, Literal[1, 2]]
"""By player: in which stage he gets a first DWZ (4.7.3)."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """A ratable game from one side of the board."""

    game: str
    opponent: str
    points: float


class Games(msgspec.Struct, frozen=True, gc=False):
    """A player's ratable games, one list per field: sums over them run without a loop."""

    ids: list[str] = msgspec.field(default_factory=list)
    opponents: list[str] = msgspec.field(default_factory=list)
    points: list[float] = msgspec.field(default_factory=list)

    def __len__(self) -> int:
        """How many they are."""
        return len(self.ids)

    def __iter__(self) -> Iterator[Played]:
        """One game after the other."""
        return map(Played, self.ids, self.opponents, self.points)

    def against(self, known: Container[str]) -> "Games":
        """Those against opponents who are ``known``."""
        kept = [game for game in self if game.opponent in known]
        return Games(
            [game.game for game in kept],
            [game.opponent for game in kept],
            [game.points for game in kept],
        )


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """The games that count for a rated player and his opponents' figures, his points and We."""

    games: Games
    opponents: Sequence[int]
    W: float
    We: float

    @property
    def n(self) -> int:
        """The number of games that count."""
        return len(self.games)

    @property
    def result(self) -> "Result":
        """What his next DWZ depends on."""
        return Result(self.W, self.We, self.n)


class Result(msgspec.Struct, frozen=True, gc=False):
    """Points, expected points and the number of games."""

    W: float
    We: float
    n: int


@attrs.frozen(kw_only=True)
class Score:
    """What a newcomer scored: W points against figures that stay and values that move."""

    fixed: Sequence[int]
    moving: Sequence[str] = ()
    W: float

    @property
    def n(self) -> int:
        """The number of games."""
        return len(self.fixed) + len(self.moving)

    def opponents(self, values: Mapping[str, float]) -> list[float]:
        """The figures he scored against when those that move stand at ``values``."""
        return [*self.fixed, *(values[opponent] for opponent in self.moving)]

    def exact_opponents(self, values: Mapping[str, float]) -> list[float]:
        """The same with nothing rounded, as the exact root needs them."""
        return self.opponents(values)

    def of_moving(self, per_opponent: Sequence[float]) -> list[tuple[str, float]]:
        """A number per opponent, for those that move: how much each of them has a part in it."""
        return list(zip(self.moving, per_opponent[len(self.fixed) :], strict=True))


@attrs.frozen(kw_only=True)
class Iteration:
    """The values pass by pass and how they came to their end (R6).

    ``constant``: no value changed any more; ``root``: the exact joint root was taken;
    ``no root``: there is none, and the passes went on (R8).
    """

    passes: Sequence[Mapping[str, int]]
    end: Literal["constant", "root", "no root"]

    @property
    def values(self) -> Mapping[str, int]:
        """The values it ended with."""
        return self.passes[-1]


class NextRating(msgspec.Struct, frozen=True, gc=False):
    """What came out for a rated player: the coefficient used, Rn and its index.

    ``E`` is whole where the edition has it whole.
    """

    E: float
    Rn: int
    index: int


@attrs.frozen(kw_only=True)
class Field:
    """The people of a tournament and what counts of their games.

    ``rules``: the edition that evaluates it; ``held``: the figure of everyone rated before it;
    ``residual_games``: the valid residual games of everyone else; ``apart``: of the latter,
    those evaluated apart from the undated first evaluations they have (4.10.1.3); ``games``: the
    ratable games of each; ``ratings``: Ro of everyone rated before.

    Where only some are evaluated, these are the people, and ``others`` is what everybody else
    counted as; only ``ratings`` has all.
    """

    tournament: Tournament
    rules: "Chapters"
    cards: Mapping[str, DwzCard | None]
    held: Mapping[str, Held]
    residual_games: Mapping[str, tuple[Residual, ...]]
    apart: Mapping[str, Undated]
    games: Mapping[str, Games]
    ratings: Mapping[str, int]
    others: Strengths = NOBODY

    @property
    def readings(self) -> Readings1995:
        """The readings of the edition that are in force."""
        return self.rules.readings


@attrs.frozen(kw_only=True)
class Outcome:
    """A tournament worked out.

    ``stages`` of those who got a first DWZ, ``iterated`` the values that the iteration gave them,
    ``first`` what became of these, ``provisional`` what had become of them before any special
    evaluation, ``special`` the corrected values, ``strengths`` what everyone counted as in the
    end, ``sheets`` and ``next_ratings`` of those rated before, ``kept`` the residual games of
    others.
    """

    field: Field
    stages: Stages
    special: Mapping[str, int]
    iterated: Mapping[str, int]
    first: Mapping[str, int]
    provisional: Mapping[str, int]
    strengths: Mapping[str, int]
    sheets: Mapping[str, Sheet]
    next_ratings: Mapping[str, NextRating]
    kept: Mapping[str, tuple[Residual, ...]]


@attrs.frozen(kw_only=True)
class Chapters:
    """An edition: its readings as chosen, and its rules by the chapters of 1995.

    ``refusal``, ``match_refusal``: why a tournament, or a match, is not evaluated, None: it is;
    ``required_minutes``: thinking time per player and game, by youth class (6.2).
    ``stages``: who gets a first DWZ; ``serve_each_other``: whether newcomers of two stages count
    for the first one; ``start_value``, ``iterate``, ``first_rating``: where the iteration begins,
    how it goes on, and what a first DWZ is made of its value; ``special_ratings``: what stands in
    for Ro after a surprise; ``residual_games``: what those without a DWZ keep (4.7).
    ``performance``: Rh of a rated player from his opponents and points; ``first_performance``:
    that of a first DWZ; None: not shown (4.8).
    ``next_rating``: of a rated player, from the figure he holds, his result and his age (4.9).
    ``adopted_index``: the index with which a figure of another system enters; ``adopt``,
    ``decide``, ``convert``: the cards of figures that come without games (6.1); ``restated``: what
    a DWZ becomes where one edition's figures are converted into another's.
    ``cards_after``, ``report``: what is kept of a tournament, and what is shown; ``why_unused``:
    why a game between two people served neither.
    """

    readings: Readings1995 = attrs.field(factory=Readings1995)

    refusal: Callable[[Tournament, "Chapters"], str | None]
    match_refusal: Callable[[Field], str | None]
    required_minutes: Callable[[str | None], int]

    stages: Callable[[Field], Stages]
    serve_each_other: Callable[[int, int | None], bool]
    start_value: Callable[[Sequence[int], float, Expectancy], int]
    iterate: Callable[[Mapping[str, int], Mapping[str, Score], Expectancy], Iteration]
    first_rating: Callable[[int, Readings1995], int]
    special_ratings: Callable[[Field, Mapping[str, Sheet]], dict[str, int]]
    residual_games: Callable[
        [Field, Stages, Mapping[str, int]], Mapping[str, tuple[Residual, ...]]
    ]

    performance: Callable[[Sequence[int], float, "Chapters"], int | None]
    first_performance: Callable[[Outcome, str], int | None]
    next_rating: Callable[[Held, Result, int | None, Readings1995], NextRating]

    adopted_index: Callable[[Adopted, Readings1995], int]
    adopt: Callable[[DwzCard | None, RatingAdopted, "Chapters"], DwzCard | None]
    decide: Callable[[RatingDecided], DwzCard]
    convert: Callable[[RulebookBegan, Figures], dict[str, DwzCard]]
    restated: Callable[[int, RulebookBegan], int | None]

    cards_after: Callable[[Outcome, Mapping[str, Figure]], dict[str, DwzCard]]
    report: Callable[[Outcome, Mapping[str, Figure]], Report]
    why_unused: Callable[[Outcome, Game], str]
